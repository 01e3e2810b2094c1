import { outline } from '../../artifacts/json-artifact.ts';
import { flagOf } from '../../artifacts/kinds.ts';
import { sightingOf } from '../../artifacts/misplaced.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { parseJson } from '../../documents/json.ts';
import { isJsonLines, parseJsonLines } from '../../documents/json-lines.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import type { FilesPort } from '../../ports.ts';
import { clip, quote } from '../../text/clip.ts';
import { nearest } from '../../text/nearest.ts';
import { isObject, own } from '../../values/own-property.ts';
import { REPORT_KINDS } from './kinds.ts';
import type { ReportKind } from './report-kind.ts';

/** A report, and what it is. */
export interface RecognisedReport {
  readonly document: SourceDocument;
  readonly kind: ReportKind;
}

/** Files with a version that are no reports: what they are, and what to do with them. */
export const OTHER_FILES: Readonly<Record<string, { readonly what: string; readonly help: string }>> = {
  'mcptest.dev/evidence/v1': {
    what: 'an evidence artifact',
    help: 'verify it with `mcptest evidence verify`, which reports what it found',
  },
  'mcptest.dev/cassette/v1': {
    what: 'a recording of an agent',
    help: 'look at it with `mcptest cassette show`, or replay it with `mcptest scenario run`',
  },
  'mcptest.dev/tape/v1': {
    what: 'a recorded session with a server',
    help: 'compare it with the server with `mcptest record verify`, which reports what differs',
  },
  'mcptest.dev/pins/v1': { what: 'the lock of a scan', help: 'pass it to `mcptest security` with --pins' },
  'mcptest.dev/package-digests/v1': {
    what: 'the list of digests of a package',
    help: 'compare the package with it with `mcptest sbom --verify`',
  },
  'mcptest.dev/approval/v1': {
    what: 'a held call',
    help: 'look at it with `mcptest gateway approvals show`',
  },
  'mcptest.dev/gateway-verdict/v1': {
    what: 'a verdict on a call, which does not say which call it was',
    help: 'run `mcptest gateway simulate` again with the format that you want',
  },
};

/**
 * Reads a report of any command of mcptest, and finds out what it is by its `schema_version`.
 * @throws InputError that says what else the file is, and what to do with it
 */
export async function readReport(file: string, files: FilesPort): Promise<RecognisedReport> {
  const text = files.readText(file);
  const document = /^\s*[[{]/.test(text) ? parsed(text, file) : undefined;
  const version = document && versionOf(document.value);
  const kind = typeof version === 'string' ? own(REPORT_KINDS, version) : undefined;
  if (document && kind) {
    if (isJsonLines(text)) throw severalReports(file, document);
    return { document, kind };
  }
  const found = version === undefined ? undefined : otherVersion(version);
  const words = found ?? (await notOurs(text, file, document?.value, files));
  const position = document?.locate(found ? ['schema_version'] : []) ?? { line: 1, column: 1 };
  throw new InputError({ file, position, ...words });
}

function severalReports(file: string, { locate }: SourceDocument): InputError {
  const message = 'has a report on its first line, and more below it';
  return new InputError({ file, position: locate([]), message, help: 'pass one report at a time' });
}

/** The first line of JSON Lines says what the file is. */
function parsed(text: string, file: string): SourceDocument {
  if (!isJsonLines(text)) return parseJson(text, file);
  const { value, locate } = parseJsonLines(text, file, 'nearest');
  const [first] = value as readonly unknown[];
  return { file, value: first, locate: (path, at) => locate([0, ...path], at) };
}

function versionOf(value: unknown): unknown {
  return isObject(value) && Object.hasOwn(value, 'schema_version') ? value.schema_version : undefined;
}

/** What is wrong with a version. Undefined for a value that is no version of ours. */
function otherVersion(version: unknown): Pick<Diagnostic, 'message' | 'help'> | undefined {
  if (typeof version !== 'string' || !version.startsWith('mcptest.dev/')) return undefined;
  const other = own(OTHER_FILES, version);
  if (other) return { message: `is ${other.what}, not a report`, help: other.help };
  const known = [...Object.keys(REPORT_KINDS), ...Object.keys(OTHER_FILES)];
  const [, name] = /^(mcptest\.dev\/[^/]+\/)v\d+$/.exec(version) ?? [];
  const ours = known.find((each) => each.replace(/v\d+$/, '') === name);
  if (ours !== undefined) {
    return {
      message: `has the version ${quote(version)}, and this mcptest reads \`${ours}\``,
      help: 'use the mcptest that wrote it, or a newer one',
    };
  }
  const near = nearest(version, known);
  return {
    message: `has a version that this mcptest does not know: ${quote(version)}`,
    help: near === undefined ? 'a newer mcptest may have written it' : `did you mean \`${near}\`?`,
  };
}

async function notOurs(
  text: string,
  file: string,
  value: unknown,
  files: FilesPort,
): Promise<Pick<Diagnostic, 'message' | 'help'>> {
  const sighted = await sightingOf(file, text, files);
  // what looks like one of our artifacts has not its version, so it is none
  if (!sighted || sighted.format.startsWith('mcptest ')) {
    const found = value === undefined ? `text, ${quote(text.trimStart())}` : outline(value);
    return {
      message: `is not a report of mcptest: found ${clip(found, 200)}`,
      help: 'pass what a command wrote with `--format json`',
    };
  }
  const { format, kind, help } = sighted;
  return {
    message: `is ${format}, which mcptest did not write`,
    help: kind === undefined ? help : `pass it to \`mcptest policy simulate\` with ${flagOf(kind)}`,
  };
}
