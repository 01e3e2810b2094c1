import { canonicalText } from '../../assertions/value-set.ts';
import { type Diagnostic, MOST_FINDINGS, type ValuePath } from '../../diagnostic.ts';
import { parseJson } from '../../documents/json.ts';
import { isJsonLines, parseJsonLines } from '../../documents/json-lines.ts';
import { readPart } from '../../documents/part-of.ts';
import type { Reading } from '../../documents/reading.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { fingerprint } from '../../text/fingerprint.ts';
import { append } from '../../values/append.ts';
import { isObject, valueAt } from '../../values/own-property.ts';
import { Notes } from './events/notes.ts';
import type { RunContext } from './formats/run-format.ts';
import type { Cassette } from './model.ts';
import { formatOf, runsIn } from './recognise.ts';
import { followPointer, openReference, referenceTo, type TextReader } from './recordings/reference.ts';
import { refuseOtherVersion, refuseSuiteText, unrecognised } from './unrecognised.ts';

/** A recorded run, and a reference to it. */
export interface Recording {
  /** `trials.json#/2`, or only the file when the run is all it contains. */
  readonly reference: string;
  readonly cassette: Cassette;
  /** Equal for recordings with the same content, however it is laid out. Present if it was asked for. */
  readonly identity?: string;
}

/** The runs of a file. */
export interface CassetteReading extends Reading<readonly Recording[]> {
  /** Whether the reference leads to a list of runs, even a list of one. */
  readonly isList: boolean;
}

/**
 * Reads the recorded runs that a reference leads to: a file, or a value in it by a JSON Pointer (`trials.json#/2`). The
 * format is recognised from the content. Returns all runs of a file with several, and at least one.
 * @param identify when to tell recordings apart by their content, which takes about as long as reading them
 * @throws InputError when the pointer matches nothing, the value is not a recording, or a run has neither a tool call nor
 *   a final response
 */
export function readCassette(
  reference: string,
  files: TextReader,
  identify: 'never' | 'several' | 'always' = 'never',
): CassetteReading {
  const { path: file, text, pointer = [] } = openReference(reference, files);
  const document = parseRecording(text, file);
  const target = followPointer(document.value, pointer);
  if (!target) throw hitsNothing(document, pointer);

  const notes = new Notes();
  const context = { root: document.value, notes };
  const runs = runsIn(target.value);
  const paths = runs ? runs.map((path) => [...target.path, ...path]) : [target.path];
  const read = readAll(document, paths, context);
  const isIdentified = identify === 'always' || (identify === 'several' && paths.length > 1);
  return {
    value: read.map(({ cassette, path }) => ({
      reference: referenceTo(file, path),
      cassette,
      ...(isIdentified && { identity: fingerprint(canonicalText(valueAt(document.value, path))) }),
    })),
    format: read[0]?.format ?? '',
    warnings: notes.toWarnings(file),
    isList: runs !== undefined,
  };
}

function parseRecording(text: string, file: string): SourceDocument {
  if (isJsonLines(text)) return parseJsonLines(text, file);
  // the JSON parser would only complain about the first letter of a suite in YAML
  refuseSuiteText(text, file);
  return parseJson(text, file, 'exact');
}

interface ReadRun {
  readonly path: ValuePath;
  readonly format: string;
  readonly cassette: Cassette;
}

/** @throws InputError with the faults of all runs */
function readAll(document: SourceDocument, paths: readonly ValuePath[], context: RunContext): ReadRun[] {
  const read: ReadRun[] = [];
  const faults: Diagnostic[] = [];
  for (const path of paths) {
    if (faults.length > MOST_FINDINGS) break;
    try {
      const value = valueAt(document.value, path);
      const run = readPart(document, path, value, (part) => readRun(part, context));
      read.push({ path, ...run });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      append(faults, error.diagnostics);
    }
  }

  if (faults.length > 0) throw new InputError(faults);
  return read;
}

function readRun(document: SourceDocument, context: RunContext): Omit<ReadRun, 'path'> {
  refuseOtherVersion(document);
  refuseSeveral(document);
  const format = formatOf(document.value);
  if (!format) throw unrecognised(document);
  const cassette = format.read(document, context);
  if (isEmpty(cassette)) {
    throw new InputError({
      file: document.file,
      position: document.locate([]),
      path: [],
      message: `is a recording (${format.name}) without any tool call or final response`,
      help: 'nothing was recorded: check whether the agent ran',
    });
  }
  refuseUncountable(cassette, document);
  return { format: format.name, cassette };
}

/** Whether a run has no message of the agent, not even an empty one. */
function isEmpty({ turns, caveats }: Cassette): boolean {
  if (caveats?.includes('answered-nothing')) return false;
  return !turns.some((turn) => turn.tool_calls.length > 0 || turn.final_response !== undefined);
}

/** Rejects sums of counts that are not exact integers: a file written with one could not be read again. */
function refuseUncountable({ usage }: Cassette, { file, locate }: SourceDocument): void {
  for (const [kind, count] of Object.entries(usage ?? {})) {
    if (Number.isSafeInteger(count)) continue;
    throw new InputError({
      file,
      position: locate([]),
      path: [],
      message: `has more \`${kind}\` than can be counted: ${count}`,
    });
  }
}

/** The keys under which the formats keep the events of a run. */
const RECORDINGS = [
  'turns',
  'messages',
  'traj',
  'steps',
  'interactions',
  'tool_calls',
  'simulations',
  'samples',
];

/** Rejects a file with two recordings of the same run: judging one would ignore the other. */
function refuseSeveral({ file, value, locate }: SourceDocument): void {
  if (!isObject(value)) return;
  const lists = RECORDINGS.filter((key) => Array.isArray(value[key]));
  if (isObject(value.session) && Array.isArray(value.session.interactions)) lists.push('session');
  const [first, second] = lists;
  if (first === undefined || second === undefined) return;
  throw new InputError({
    file,
    position: locate([second], 'key'),
    path: [second],
    message: `is given in addition to \`${first}\`, so it is unclear which is the recording`,
    help: 'keep only one',
  });
}

function hitsNothing({ file, value, locate }: SourceDocument, pointer: readonly string[]): InputError {
  let reach = pointer.length - 1;
  while (!followPointer(value, pointer.slice(0, reach))) reach--;
  const last = followPointer(value, pointer.slice(0, reach));
  const { length } = Array.isArray(last?.value) ? last.value : { length: -1 };
  const keys = length < 0 && last?.value ? Object.keys(last.value).slice(0, 6) : [];
  const found = length >= 0 ? `a list of ${length}` : keys.map((key) => `\`${key}\``).join(', ');
  return new InputError({
    file,
    position: locate(last?.path ?? []),
    message: `the pointer \`${referenceTo('', pointer)}\` matches nothing: there is no \`${pointer[reach]}\``,
    help: found === '' ? undefined : `found ${found}${length >= 0 ? '; the first index is 0' : ''}`,
  });
}
