import type { Diagnostic } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import type { FilesPort, LinesPart } from '../../ports.ts';
import { append } from '../../values/append.ts';
import { type Assume, type FileReading, MOST_SHOWN, type VisitRecord } from './log-reading.ts';
import { openLog } from './open-log.ts';
import { readForeignLog } from './read-foreign-log.ts';
import { readOwnLog } from './read-own-log.ts';
import type { LogKind } from './recognise-log.ts';

/** What reading the logs found, apart from the records themselves. */
export interface LogReading {
  readonly records: number;
  /** The number of records in each file that was read. */
  readonly recordsIn: readonly number[];
  /** Where reading stopped because the rest was already known: in which file, and after how many lines. */
  readonly stopped?: { readonly file: string; readonly lines: number } | undefined;
  /** The number of lines that are not records. */
  readonly unreadable: number;
  /** What is wrong with the first of those lines. */
  readonly problems: readonly Diagnostic[];
  /** The files that were read here, up to the one in which reading stopped. */
  readonly files: readonly FileReading[];
}

/**
 * The number of records in each file of the rest of the logs, starting with the file in which the rest begins. Given
 * only when every line of the rest is a record.
 */
interface RestOfLogs {
  readonly records: readonly number[];
}

/**
 * A part of the logs, which are all ours. Either the lines that begin at or after byte `from` of the first file, and
 * all later files. Or everything; but reading stops at byte `from` of file number `file` if `rest` has the result for
 * the lines from there on.
 */
export type LogPart =
  | { readonly from: number }
  | { readonly file: number; readonly from: number; readonly rest: Promise<RestOfLogs | undefined> };

/** Makes one pass over the records of the logs, so the code that counts them need not open files. */
export type ReadRecords = (visit: VisitRecord) => Promise<LogReading>;

/** How to read the logs. */
export interface LogOptions {
  readonly part?: LogPart | undefined;
  /** The format of all files; by default it is recognised for each file. */
  readonly kind?: LogKind | undefined;
  readonly assume?: Assume | undefined;
}

/** Returns a function that reads the same logs each time it is called. */
export function logReader(
  paths: readonly string[],
  files: Pick<FilesPort, 'readLines' | 'realPath'>,
  options?: LogOptions,
): ReadRecords {
  return (visit) => readLogs(paths, files, visit, options);
}

/**
 * Reads audit logs (optionally compressed with gzip) line by line, in the given order and in constant memory, and
 * passes each record to `visit`.
 * @throws InputError when more than 1 in 100 lines of a file are not records, when a log of another program contains no
 * calls, or when there are no records
 */
export async function readLogs(
  paths: readonly string[],
  files: Pick<FilesPort, 'readLines' | 'realPath'>,
  visit: VisitRecord,
  options: LogOptions = {},
): Promise<LogReading> {
  refuseTwice(paths, files);
  const { part } = options;
  const recordsIn: number[] = [];
  let unreadable = 0;
  const problems: Diagnostic[] = [];
  const read: FileReading[] = [];
  let stopped: LogReading['stopped'];
  for (const [index, path] of paths.entries()) {
    const cut = part && index === ('file' in part ? part.file : 0) ? part : undefined;
    const log = await readLog(path, files, visit, { ...options, part: cut });
    read.push(log);
    recordsIn.push(log.records);
    unreadable += log.unreadable;
    append(problems, log.problems.slice(0, MOST_SHOWN - problems.length));
    const rest = await restOf(cut);
    if (rest === undefined) continue;
    append(recordsIn, rest.records.slice(1));
    stopped = { file: path, lines: log.lines };
    break;
  }
  const records = recordsIn.reduce((sum, each) => sum + each, 0);
  if (records === 0) {
    throw new InputError(paths.map((file) => ({ file, message: 'contains no audit records' })));
  }
  return { records, recordsIn, unreadable, problems, stopped, files: read };
}

async function readLog(
  file: string,
  files: Pick<FilesPort, 'readLines'>,
  visit: VisitRecord,
  { part, kind, assume }: LogOptions,
): Promise<FileReading & { readonly lines: number }> {
  // only logs of ours are read in parts
  const log = await openLog(file, files, part === undefined ? kind : 'own', part && linesPartOf(part));
  if (log.kind !== 'own') {
    return { ...(await readForeignLog(file, log.kind, log, visit, assume)), lines: 0 };
  }
  const batches = 'batches' in log ? log.batches : files.readLines(file);
  const recordsInRest = async () => (await restOf(part))?.records[0] ?? 0;
  const reading = await readOwnLog(file, batches, visit, assume, recordsInRest);
  return { file, format: 'mcptest', ...reading };
}

async function restOf(part: LogPart | undefined): Promise<RestOfLogs | undefined> {
  return part && 'rest' in part ? part.rest : undefined;
}

function linesPartOf(part: LogPart): LinesPart {
  if (!('rest' in part)) return part;
  return { until: part.from, isRestKnown: async () => (await part.rest) !== undefined };
}

/** Rejects a file that is given twice: its records would count twice. */
function refuseTwice(paths: readonly string[], files: Pick<FilesPort, 'realPath'>): void {
  const known = new Set<string>();
  for (const path of paths) {
    const real = path === '-' ? path : (files.realPath(path) ?? path);
    if (known.has(real))
      throw new InputError({ file: path, message: 'is given twice', help: 'pass it once' });
    known.add(real);
  }
}
