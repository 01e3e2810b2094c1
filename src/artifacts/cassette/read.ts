import { canonicalText } from '../../assertions/value-set.ts';
import { type Diagnostic, MOST_FINDINGS, type ValuePath } from '../../diagnostic.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { type Attempt, InputError } from '../../errors.ts';
import { fingerprint } from '../../text/fingerprint.ts';
import { append } from '../../values/append.ts';
import { valueAt } from '../../values/own-property.ts';
import { refuseBesideRuns } from './beside-runs.ts';
import { Ledger } from './events/ledger.ts';
import { type LeftOut, Notes } from './events/notes.ts';
import type { Cassette } from './model.ts';
import { parseNoting } from './parse-noting.ts';
import { parseRecording } from './parse-recording.ts';
import { type ReadRows, readParsedRows, readRowLines, rowFormatOf, rowLinesIn } from './read-rows.ts';
import { runsIn } from './recognise.ts';
import { type EvalLog, inArchive } from './recordings/eval-log.ts';
import {
  followPointer,
  hitsNothing,
  openReference,
  type RecordingFiles,
  referenceTo,
  type TextReader,
} from './recordings/reference.ts';
import { RunsReader } from './runs-reader.ts';
import { refuseTape } from './unrecognised.ts';

/** A recorded run, and a reference to it. */
export interface Recording {
  /** `trials.json#/2`, or only the file when the run is all it contains. */
  readonly reference: string;
  readonly cassette: Cassette;
  /** Equal for recordings with the same content, however it is laid out. Present if it was asked for. */
  readonly identity?: string;
}

/** A run of a file, or why it could not be read. */
export interface RunReading extends Omit<Recording, 'cassette'> {
  readonly read: Attempt<Cassette>;
}

/** What was found in a file, apart from its runs. */
interface FileReading {
  /** The format that was recognised, as messages name it. */
  readonly format: string;
  /** By what the format was recognised. */
  readonly recognisedBy: string;
  readonly warnings: readonly Diagnostic[];
  /** What the format contains and the reader leaves out on purpose. */
  readonly leftOut: readonly LeftOut[];
  /** Further files that were read with it, such as those of sub-agents: their names and first rows say that they belong to it. */
  readonly readWith?: readonly string[];
  /** Whether the reference leads to a list of runs, even a list of one. */
  readonly isList: boolean;
}

/** The runs of a file, of which some could not be read. */
export interface RunsReading extends FileReading {
  readonly runs: readonly RunReading[];
}

/** The runs of a file. */
export interface CassetteReading extends FileReading {
  readonly value: readonly Recording[];
}

/** How to read recordings. */
export interface ReadingOptions {
  /** When to tell recordings apart by their content, which takes about as long as reading them. Defaults to never. */
  readonly identify?: 'never' | 'several' | 'always';
  /** Whether the results of calls that worked are kept. Defaults to true; without them a long session fits into memory. */
  readonly keepsResults?: boolean;
  /** Receives each run as its file states it, with members that recordings do not have in common; sessions in rows have none. */
  readonly onStated?: (reference: string, stated: unknown) => void;
}

/**
 * Reads the recorded runs that a reference leads to, as {@link readRuns} does.
 * @throws InputError also when one of the runs cannot be read, with the problems of all of them
 */
export async function readCassette(
  reference: string,
  files: RecordingFiles,
  options: ReadingOptions = {},
): Promise<CassetteReading> {
  return complete(await readRuns(reference, files, options));
}

/** Whether a run could be read. */
export function isRead({ read }: RunReading): boolean {
  return !('problems' in read);
}

/** @throws InputError when one of the runs could not be read, with the problems of all of them */
export function complete({ runs, ...reading }: RunsReading): CassetteReading {
  const problems: Diagnostic[] = [];
  const value: Recording[] = [];
  for (const { read, ...run } of runs) {
    if ('problems' in read) append(problems, read.problems);
    else value.push({ ...run, cassette: read.value });
    if (problems.length > MOST_FINDINGS) break;
  }
  if (problems.length > 0) throw new InputError(problems);
  return { ...reading, value };
}

/**
 * Reads the recorded runs that a reference leads to: a file, or a value in it by a JSON Pointer (`trials.json#/2`). The
 * format is recognised from the content. A file of rows, such as a session of an agent, is read row by row.
 * @returns all runs of a file with several, and at least one
 * @throws InputError when the pointer matches nothing, or the value is not a recording; for a file with a single run, also
 *   when that run cannot be read or has no message of the agent
 */
export async function readRuns(
  reference: string,
  files: RecordingFiles,
  options: ReadingOptions = {},
): Promise<RunsReading> {
  const { identify = 'never', keepsResults = true } = options;
  const notes = new Notes();
  const archived = await inArchive(reference, files, notes, (log, pointer) =>
    readSamples(log, pointer, notes, options),
  );
  if (archived) return archived;
  const rows = await rowLinesIn(reference, files);
  if (!rows) return readWhole(reference, files, options);
  const context = { notes, ledger: new Ledger(), keepsResults };
  const read = await readRowLines(rows, context, identify === 'always');
  const readWith = rows.companions.map(({ file }) => file);
  return {
    ...about(rows.format, notes, reference),
    ...toRuns(reference, [], read),
    ...(readWith.length > 0 && { readWith }),
  };
}

/** Reads the recorded runs as {@link readRuns} does, but never line by line. */
export function readWhole(
  reference: string,
  files: TextReader,
  { identify = 'never', keepsResults = true, onStated }: ReadingOptions = {},
): RunsReading {
  const { path: file, text, pointer = [] } = openReference(reference, files);
  const notes = new Notes();
  const document = parseNoting(text, notes, (plain) => parseRecording(plain, file));
  const target = followPointer(document.value, pointer);
  if (!target) throw hitsNothing(document, pointer);

  refuseTape(Array.isArray(target.value) ? target.value[0] : target.value, file);
  const context = { notes, ledger: new Ledger(), keepsResults, root: document.value };
  const rowFormat = rowFormatOf(target.value);
  if (rowFormat) {
    const rows = readParsedRows(rowFormat, { document, ...target }, context, identify !== 'never');
    return { ...about(rowFormat, notes, file), ...toRuns(file, target.path, rows) };
  }

  const list = runsIn(target.value);
  if (list) refuseBesideRuns(document, target, list);
  const below = list && Array.isArray(target.value) ? target.value.length - list.length : 0;
  if (below > 0) notes.leaveOut('runs below others', 'the messages of their root have all calls', below);
  const paths = list ? list.map((path) => [...target.path, ...path]) : [target.path];
  const isIdentified = identify === 'always' || (identify === 'several' && paths.length > 1);
  const reader = new RunsReader(context);
  const runs = paths.map((path) => {
    const value = valueAt(document.value, path);
    const read = reader.read(document, path, value);
    const run = referenceTo(file, path);
    onStated?.(run, value);
    return { reference: run, read, ...(isIdentified && { identity: identityOf(value) }) };
  });
  return { ...about(reader.format, notes, file), runs, isList: list !== undefined };
}

/** Reads the samples of an archive one by one, as {@link readWhole} reads the JSON form of the log. */
async function readSamples(
  log: EvalLog,
  pointer: readonly string[],
  notes: Notes,
  { identify = 'never', keepsResults = true, onStated }: ReadingOptions,
): Promise<RunsReading> {
  const { file, outline, sample } = log;
  const target = followPointer(outline, pointer.slice(0, 2));
  if (!target) throw hitsNothing(outlined(log), pointer);
  const [key, only] = target.path;
  if (key !== undefined && key !== 'samples') throw leadsToNoSample(file, pointer);
  const indexes = only === undefined ? [...outline.samples.keys()] : [Number(only)];
  const isIdentified = identify === 'always' || (identify === 'several' && indexes.length > 1);
  const reader = new RunsReader({ notes, ledger: new Ledger(), keepsResults, root: outline });
  const runs: RunReading[] = [];
  for (const index of indexes) {
    const { value, ...document } = await sample(outline.samples[index] ?? '');
    const inside = followPointer(value, pointer.slice(2));
    if (!inside) throw hitsNothing({ value, ...document }, pointer, 2);
    const path = ['samples', index, ...inside.path];
    const part = { ...document, value, locate: (below: ValuePath) => document.locate(below.slice(2)) };
    const read = reader.read(part, path, inside.value);
    const identity = isIdentified ? identityOf(inside.value) : undefined;
    const run = referenceTo(file, path);
    onStated?.(run, inside.value);
    runs.push({ reference: run, read, ...(identity !== undefined && { identity }) });
  }
  return { ...about(reader.format, notes, file), runs, isList: only === undefined };
}

function leadsToNoSample(file: string, pointer: readonly string[]): InputError {
  return new InputError({
    file,
    message: `the pointer \`${referenceTo('', pointer)}\` leads to no sample`,
    help: `the first sample is ${referenceTo(file, ['samples', 0])}`,
  });
}

/** The outline of a log as a document, of which no place is known. */
function outlined({ file, outline }: EvalLog): SourceDocument {
  return { file, value: outline, locate: () => ({ line: 1, column: 1 }) };
}

function identityOf(value: unknown): string {
  return fingerprint(canonicalText(value));
}

/** The runs of rows. Several in one file are numbered. */
function toRuns(
  file: string,
  path: ValuePath,
  { runs, identity }: ReadRows,
): Pick<RunsReading, 'runs' | 'isList'> {
  const isList = runs.length > 1;
  return {
    runs: runs.map((read, index) => ({
      reference: referenceTo(file, isList ? [...path, index] : path),
      read,
      ...(identity !== undefined && { identity: `${identity}/${index}` }),
    })),
    isList,
  };
}

function about(format: { readonly name: string; readonly recognisedBy: string }, notes: Notes, file: string) {
  const { name, recognisedBy } = format;
  return { format: name, recognisedBy, warnings: notes.toWarnings(file), leftOut: notes.leftOut };
}
