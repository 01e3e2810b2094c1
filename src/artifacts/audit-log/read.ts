import type { Diagnostic } from '../../diagnostic.ts';
import { parseJson } from '../../documents/json.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { type FilesPort, type LinesPart, LONGEST_LINE } from '../../ports.ts';
import { append } from '../../values/append.ts';
import { LogLineReader } from './log-line-reader.ts';
import type { AuditRecord } from './model.ts';
import { publicPartOfCall } from './public-part.ts';
import { auditRecordSchema } from './schema.ts';

/** One in this many lines of a file may be unreadable. When more are, the file is probably not an audit log. */
const LINES_FOR_A_FAULT = 100;

/** Up to this many unreadable lines are reported; all of them are counted. */
const MOST_SHOWN = 5;

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
}

/**
 * Receives one record.
 * @param line counted from 1
 */
export type VisitRecord = (record: AuditRecord, line: number, file: string) => void;

/**
 * The number of records in each file of the rest of the logs, starting with the file in which the rest begins. Given
 * only when every line of the rest is a record.
 */
interface RestOfLogs {
  readonly records: readonly number[];
}

/**
 * A part of the logs. Either the lines that begin at or after byte `from` of the first file, and all later files. Or
 * everything; but reading stops at byte `from` of file number `file` if `rest` has the result for the lines from there
 * on.
 */
export type LogPart =
  | { readonly from: number }
  | { readonly file: number; readonly from: number; readonly rest: Promise<RestOfLogs | undefined> };

/** Makes one pass over the records of the logs, so the code that counts them need not open files. */
export type ReadRecords = (visit: VisitRecord) => Promise<LogReading>;

/** Returns a function that reads the same logs each time it is called. */
export function logReader(
  paths: readonly string[],
  files: Pick<FilesPort, 'readLines' | 'realPath'>,
  part?: LogPart,
): ReadRecords {
  return (visit) => readLogs(paths, files, visit, part);
}

/**
 * Reads audit logs (JSON Lines, optionally compressed with gzip) line by line, in the given order and in constant
 * memory, and passes each record to `visit`. Blank lines are skipped; lines that are not records are counted.
 * @throws InputError when more than 1 in 100 lines of a file are not records, or when there are no records
 */
export async function readLogs(
  paths: readonly string[],
  files: Pick<FilesPort, 'readLines' | 'realPath'>,
  visit: VisitRecord,
  part?: LogPart,
): Promise<LogReading> {
  refuseTwice(paths, files);
  const recordsIn: number[] = [];
  let unreadable = 0;
  const problems: Diagnostic[] = [];
  let stopped: LogReading['stopped'];
  for (const [index, path] of paths.entries()) {
    const cut = part && index === ('file' in part ? part.file : 0) ? part : undefined;
    const log = await readLog(path, files, visit, cut);
    append(recordsIn, log.recordsIn);
    unreadable += log.unreadable;
    append(problems, log.problems.slice(0, MOST_SHOWN - problems.length));
    stopped = log.stopped;
    if (stopped) break;
  }
  const records = recordsIn.reduce((sum, each) => sum + each, 0);
  if (records === 0) {
    throw new InputError(paths.map((file) => ({ file, message: 'contains no audit records' })));
  }
  return { records, recordsIn, unreadable, problems, stopped };
}

async function readLog(
  path: string,
  files: Pick<FilesPort, 'readLines'>,
  visit: VisitRecord,
  part: LogPart | undefined,
): Promise<Omit<LogReading, 'records'>> {
  const reader = new LogLineReader();
  const problems: Diagnostic[] = [];
  let firstBad = '';
  let [number, records, unreadable] = [0, 0, 0];
  for await (const lines of files.readLines(path, part && linesPartOf(part))) {
    for (const line of lines) {
      number++;
      if (line === null) {
        unreadable++;
        if (problems.length < MOST_SHOWN) problems.push(tooLong(number, path));
        continue;
      }
      const record = reader.read(line);
      if (record) {
        records++;
        visit(record, number, path);
      } else if (/\S/.test(line)) {
        if (unreadable++ === 0) firstBad = line;
        if (problems.length < MOST_SHOWN) problems.push(problemOf(line, number, path));
      }
    }
  }
  const rest = part && 'rest' in part ? await part.rest : undefined;
  const [inRest = 0, ...others] = rest?.records ?? [];
  records += inRest;
  if (unreadable * LINES_FOR_A_FAULT > records + unreadable) {
    throw new InputError([tooMany(path, records, unreadable, firstBad), ...problems]);
  }
  const stopped = rest && { file: path, lines: number };
  return { recordsIn: [records, ...others], unreadable, problems, stopped };
}

function linesPartOf(part: LogPart): LinesPart {
  if (!('rest' in part)) return part;
  return { until: part.from, isRestKnown: async () => (await part.rest) !== undefined };
}

/** Common formats that are not audit logs, recognised by a line, and how to convert them. */
const LIKELY: readonly { readonly line: RegExp; readonly help: string }[] = [
  { line: /^\s*\[/, help: "write one record per line: `jq -c '.[]'` splits a list into lines" },
  {
    line: /^\s*\{\s*$/,
    help: 'write one record per line: `jq -c .` joins records that span several lines',
  },
  {
    line: /"at"\s*:\s*\d{13}\b/,
    help: "write `at` as an RFC 3339 time: `jq -c '.at |= (. / 1000 | floor | todate)'` converts milliseconds",
  },
  {
    line: /"at"\s*:\s*\d/,
    help: "write `at` as an RFC 3339 time: `jq -c '.at |= (floor | todate)'` converts seconds",
  },
];

function tooMany(file: string, records: number, unreadable: number, firstBad: string): Diagnostic {
  const lines = records + unreadable;
  return {
    file,
    message: `${unreadable} of ${lines} lines ${unreadable === 1 ? 'is not an audit record' : 'are not audit records'}; at most 1 in ${LINES_FOR_A_FAULT} may be unreadable`,
    help: LIKELY.find(({ line }) => line.test(firstBad))?.help,
  };
}

function tooLong(number: number, file: string): Diagnostic {
  const message = `the line is longer than ${LONGEST_LINE / 2 ** 20} MiB`;
  const help = 'check that this is a JSON Lines file, with one record per line';
  return { file, position: { line: number, column: 1 }, message, help };
}

/** Validates a line again, slowly, to get the message: the first thing that keeps it from being a record. */
function problemOf(line: string, number: number, file: string): Diagnostic {
  try {
    validate(auditRecordSchema, parseJson(line, file, 'nearest', publicPartOfCall), publicPartOfCall);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const [first] = error.diagnostics;
    if (first) return { ...first, position: { line: number, column: first.position?.column ?? 1 } };
  }
  // the schema and the reader accept the same lines, see test/property/audit-log.test.ts
  throw new Error(`${file}:${number} fits the schema of a record and cannot be read`);
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
