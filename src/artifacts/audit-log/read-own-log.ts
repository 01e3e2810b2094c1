import type { Diagnostic } from '../../diagnostic.ts';
import { parseJson } from '../../documents/json.ts';
import { readJson } from '../../documents/read-json.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { LONGEST_LINE } from '../../ports.ts';
import { isObject } from '../../values/own-property.ts';
import { outline } from '../json-artifact.ts';
import { isFaultLine } from './fault-record.ts';
import { LogLineReader } from './log-line-reader.ts';
import {
  ASSUME_HELP,
  type Assume,
  type LeftOut,
  LINES_FOR_A_FAULT,
  MOST_SHOWN,
  type VisitRecord,
} from './log-reading.ts';
import type { AuditRecord } from './model.ts';
import type { LineBatches } from './open-log.ts';
import { publicPartOfCall } from './public-part.ts';
import { recordReader } from './read-record.ts';
import { isOwnRecord } from './recognise-log.ts';
import { auditRecordSchema } from './schema.ts';

/** What reading a log of ours found. */
export interface OwnReading {
  readonly lines: number;
  readonly records: number;
  readonly unreadable: number;
  readonly problems: readonly Diagnostic[];
  readonly assumed: number;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Reads a log of our own records. Blank lines are skipped, denials that no rule decided are left out, and all other lines that
 * are not records are counted.
 * @param restOf the number of records in the rest of the file, which was read elsewhere
 * @throws InputError when more than 1 in 100 lines of the file are not records
 */
export async function readOwnLog(
  path: string,
  batches: LineBatches,
  visit: VisitRecord,
  assume: Assume | undefined,
  restOf: () => Promise<number>,
): Promise<OwnReading> {
  const reader = new LogLineReader();
  const readUndecided = assume && undecidedReader(assume);
  const problems: Diagnostic[] = [];
  let firstBad = '';
  let [number, records, unreadable, assumed, faults] = [0, 0, 0, 0, 0];
  for await (const lines of batches) {
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
        if (isFaultLine(line)) {
          faults++;
          continue;
        }
        const undecided = readUndecided?.(line);
        if (undecided) {
          records++;
          assumed++;
          visit(undecided, number, path);
          continue;
        }
        if (unreadable++ === 0) firstBad = line;
        if (problems.length < MOST_SHOWN) problems.push(problemOf(line, number, path));
      }
    }
  }
  records += await restOf();
  if (unreadable * LINES_FOR_A_FAULT > records + unreadable) {
    const isForeign = records === 0 && isOther(firstBad);
    throw new InputError(
      isForeign ? inNoFormat(path, firstBad) : [tooMany(path, records, unreadable, firstBad), ...problems],
    );
  }
  const leftOut = faults === 0 ? [] : [{ what: 'denials without a decision', lines: faults }];
  return { lines: number, records, unreadable, problems, assumed, leftOut };
}

/** Returns a reader of records that lack only their decision. */
function undecidedReader(assume: Assume): (line: string) => AuditRecord | undefined {
  const readRecord = recordReader();
  return (line) => {
    const value = parsedLine(line);
    if (value === undefined || value.decision != null) return undefined;
    const record = readRecord({ ...value, decision: 'allow' });
    return record && { ...record, decision: assume(record) };
  };
}

function parsedLine(line: string): Record<string, unknown> | undefined {
  const { value } = readJson(line);
  return isObject(value) ? value : undefined;
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
    help: helpFor(firstBad),
  };
}

function inNoFormat(file: string, firstBad: string): Diagnostic {
  return {
    file,
    message: `is in no format of logs that is read: the first line is ${lineInWords(firstBad)}`,
    help: 'docs/logs.md lists the logs that are read, and shows how to write records from any other',
  };
}

/** Whether a line is neither a record of ours nor meant to be one. */
function isOther(line: string): boolean {
  if (LIKELY.some((each) => each.line.test(line))) return false;
  const value = parsedLine(line);
  return value === undefined ? !/^\s*[[{]/.test(line) : !isOwnRecord({ text: line, value });
}

function lineInWords(line: string): string {
  const value = parsedLine(line);
  return value === undefined ? 'not JSON' : outline(value);
}

function helpFor(firstBad: string): string | undefined {
  const likely = LIKELY.find(({ line }) => line.test(firstBad))?.help;
  if (likely !== undefined) return likely;
  const value = parsedLine(firstBad);
  return value !== undefined && value.decision == null && isOwnRecord({ text: firstBad, value })
    ? ASSUME_HELP
    : undefined;
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
