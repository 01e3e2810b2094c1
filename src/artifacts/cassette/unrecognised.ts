import type { Position } from '../../diagnostic.ts';
import { positionAt, type SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { nearest } from '../../text/nearest.ts';
import { isObject } from '../../values/own-property.ts';
import { outline } from '../json-artifact.ts';
import { ARTIFACTS } from '../kinds.ts';
import { TAPE_VERSION } from '../tape/model.ts';
import { formatOf, runsIn } from './recognise.ts';
import { referenceTo } from './recordings/reference.ts';
import { CASSETTE_VERSION } from './schema.ts';

/** Rejects a file that names another schema of ours. @throws InputError */
export function refuseOtherVersion({ file, value, locate }: SourceDocument): void {
  if (!isObject(value) || typeof value.schema_version !== 'string') return;
  const { schema_version: found } = value;
  if (!found.startsWith('mcptest.dev/') || found === CASSETTE_VERSION) return;
  const other = Object.values(ARTIFACTS).find(({ schemaVersion }) => schemaVersion === found);
  const near = nearest(found, [CASSETTE_VERSION]);
  throw new InputError({
    file,
    position: locate(['schema_version']),
    path: ['schema_version'],
    message: other
      ? `is a ${other.title}, not a recording of an agent`
      : `must be \`${CASSETTE_VERSION}\`, found \`${found}\``,
    help: other || !near ? undefined : `did you mean \`${near}\`?`,
  });
}

/** Rejects a tape, whose calls become a recording of an agent only by a command of their own. @param row its first @throws InputError */
export function refuseTape(row: unknown, file: string): void {
  if (!isObject(row) || row.schema_version !== TAPE_VERSION) return;
  throw new InputError({
    file,
    position: { line: 1, column: 1 },
    message: 'is a tape of a session with a server, not a recording of an agent',
    help: `write its calls as one with \`mcptest record project --tape ${file} --out cassette.json\``,
  });
}

/** Rejects a suite in YAML, which is neither a recording nor JSON. @throws InputError */
export function refuseSuiteText(text: string, file: string): void {
  if (/^\s*[[{]/.test(text)) return;
  const scenarios = /^scenarios[ \t]*:/m.exec(text);
  if (scenarios) throw isSuite(file, positionAt(text, scenarios.index));
}

function isSuite(file: string, position: Position): InputError {
  return new InputError({
    file,
    position,
    message: 'is a suite of scenarios, not a recording',
    help: `replay its recordings with \`mcptest scenario run ${file}\``,
  });
}

/** The error for a value that is not in any known format of a recording. */
export function unrecognised({ file, value, locate }: SourceDocument): InputError {
  if (isObject(value) && Array.isArray(value.scenarios)) return isSuite(file, locate(['scenarios'], 'key'));
  const inside = runInside(value);
  return new InputError({
    file,
    position: locate([]),
    path: [],
    message: `is not a recording of an agent: found ${outline(value)}`,
    help: inside
      ? `there is one under \`${inside}\`: refer to it as ${referenceTo(file, [inside])}`
      : 'expected messages, a session or a trace of an agent, or a list of runs; `docs/cassettes.md` lists the formats',
  });
}

/** The key of a recording, or of a list of them, one level down. */
function runInside(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  return Object.keys(value).find((key) => formatOf(value[key]) || runsIn(value[key]));
}
