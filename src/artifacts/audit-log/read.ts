import type { Diagnostic } from '../../diagnostic.ts';
import { parseJson } from '../../documents/json.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { type FilesPort, type LinesPart, LONGEST_LINE } from '../../ports.ts';
import { LogLineReader } from './log-line-reader.ts';
import type { AuditRecord } from './model.ts';
import { publicPartOfCall } from './public-part.ts';
import { auditRecordSchema } from './schema.ts';

/** One in so many lines of a file may be no record; with more of them it is another file than was meant. */
const LINES_FOR_A_FAULT = 100;

/** So many lines that are no record are told of; all of them are counted. */
const MOST_SHOWN = 5;

/** What a log held, beside its records. */
export interface LogReading {
  readonly records: number;
  /** The same for each file that was read. */
  readonly recordsIn: readonly number[];
  /** Where reading has stopped, since the rest was known: in which file, after how many lines. */
  readonly stopped?: { readonly file: string; readonly lines: number } | undefined;
  /** Lines that are no record. */
  readonly unreadable: number;
  /** What is wrong with the first of them. */
  readonly problems: readonly Diagnostic[];
}

/** @param line counted from 1 */
export type VisitRecord = (record: AuditRecord, line: number, file: string) => void;

/** The records in each file of the rest of some logs, the first of them begun; no line of it is none. */
interface RestOfLogs {
  readonly records: readonly number[];
}

/**
 * A part of the same logs: the lines that begin at a byte of the first file or behind it, and all other files; or
 * everything, unless the rest turns out to be known where the lines begin that `from` gives in the file `file`.
 */
export type LogPart =
  | { readonly from: number }
  | { readonly file: number; readonly from: number; readonly rest: Promise<RestOfLogs | undefined> };

/** One pass over the records of some logs; who counts them opens no file. */
export type ReadRecords = (visit: VisitRecord) => Promise<LogReading>;

/** A way to read the same logs as often as it takes. */
export function logReader(
  paths: readonly string[],
  files: Pick<FilesPort, 'readLines' | 'realPath'>,
  part?: LogPart,
): ReadRecords {
  return (visit) => readLogs(paths, files, visit, part);
}

/**
 * Reads audit logs line by line (JSON Lines, also compressed with gzip), in the given order and in constant memory, and
 * hands on each record. Blank lines are skipped; a line that is no record is counted.
 * @throws InputError when in one of the files more than 1 in 100 lines is no record, or when there is no record at all
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
    recordsIn.push(...log.recordsIn);
    unreadable += log.unreadable;
    problems.push(...log.problems.slice(0, MOST_SHOWN - problems.length));
    stopped = log.stopped;
    if (stopped) break;
  }
  const records = recordsIn.reduce((sum, each) => sum + each, 0);
  if (records === 0) {
    throw new InputError(paths.map((file) => ({ file, message: 'holds no audit record' })));
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

/** What logs often are that are none for us, by a line of theirs, and what makes one of them. */
const LIKELY: readonly { readonly line: RegExp; readonly help: string }[] = [
  { line: /^\s*\[/, help: "one record a line is wanted: `jq -c '.[]'` makes lines of a list" },
  {
    line: /^\s*\{\s*$/,
    help: 'one record a line is wanted: `jq -c .` makes lines of records that are spread out',
  },
  {
    line: /"at"\s*:\s*\d{13}\b/,
    help: "`at` is an RFC 3339 time: `jq -c '.at |= (. / 1000 | floor | todate)'` makes it of milliseconds",
  },
  {
    line: /"at"\s*:\s*\d/,
    help: "`at` is an RFC 3339 time: `jq -c '.at |= (floor | todate)'` makes it of seconds",
  },
];

function tooMany(file: string, records: number, unreadable: number, firstBad: string): Diagnostic {
  const lines = records + unreadable;
  return {
    file,
    message: `${unreadable} of ${lines} lines ${unreadable === 1 ? 'is' : 'are'} no audit record; 1 in ${LINES_FOR_A_FAULT} may be`,
    help: LIKELY.find(({ line }) => line.test(firstBad))?.help,
  };
}

function tooLong(number: number, file: string): Diagnostic {
  const message = `the line is longer than ${LONGEST_LINE / 2 ** 20} MiB`;
  const help = 'one record a line: is this a file of JSON Lines?';
  return { file, position: { line: number, column: 1 }, message, help };
}

/** Looks at a line once more, slowly, for the words: what the first thing is that keeps it from being a record. */
function problemOf(line: string, number: number, file: string): Diagnostic {
  try {
    validate(auditRecordSchema, parseJson(line, file, 'nearest', publicPartOfCall), publicPartOfCall);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const [first] = error.diagnostics;
    if (first) return { ...first, position: { line: number, column: first.position?.column ?? 1 } };
  }
  // the schema and the reader accept the same, see test/property/audit-log.test.ts
  throw new Error(`${file}:${number} fits the schema of a record and cannot be read`);
}

/** A file that counts twice says twice what it says. */
function refuseTwice(paths: readonly string[], files: Pick<FilesPort, 'realPath'>): void {
  const known = new Set<string>();
  for (const path of paths) {
    const real = path === '-' ? path : (files.realPath(path) ?? path);
    if (known.has(real))
      throw new InputError({ file: path, message: 'is given twice', help: 'give it once' });
    known.add(real);
  }
}
