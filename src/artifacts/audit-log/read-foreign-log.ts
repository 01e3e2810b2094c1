import type { Diagnostic } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import { LONGEST_LINE } from '../../ports.ts';
import { clip } from '../../text/clip.ts';
import {
  type LogEntry,
  type LogFormat,
  type LogReader,
  type LogRow,
  leftOut,
  unreadable,
} from './formats/log-format.ts';
import { LOG_FORMATS } from './formats/log-formats.ts';
import {
  ASSUME_HELP,
  type Assume,
  type FileReading,
  LINES_FOR_A_FAULT,
  MOST_SHOWN,
  type VisitRecord,
} from './log-reading.ts';
import { LogRows } from './log-rows.ts';
import type { AuditRecord } from './model.ts';
import type { LineBatches, OpenLog } from './open-log.ts';
import { isOwnRecord } from './recognise-log.ts';

/** Up to this many kinds of other lines are counted separately, and all later ones together. */
const MOST_KINDS = 50;

/**
 * Reads the log of another program. Its calls are visited; other lines are counted by kind.
 * @throws InputError when more than 1 in 100 lines that may be calls cannot be read, when there are no calls, or when
 * the calls have no decisions and none is assumed
 */
export async function readForeignLog(
  file: string,
  format: LogFormat,
  log: OpenLog,
  visit: VisitRecord,
  assume: Assume | undefined,
): Promise<FileReading> {
  const reading = new ForeignReading(file, format, visit, assume);
  if ('rows' in log) for (const row of log.rows) reading.take(row, 1);
  else await readLines(reading, log.batches);
  return reading.finish();
}

async function readLines(reading: ForeignReading, batches: LineBatches): Promise<void> {
  const lineRows = new LogRows();
  let number = 0;
  for await (const lines of batches) {
    for (const line of lines) {
      number++;
      if (line === null) reading.fault(number, `the line is longer than ${LONGEST_LINE / 2 ** 20} MiB`);
      else if (/\S/.test(line)) {
        const { rows, broken } = lineRows.of(line);
        for (const row of rows) reading.take(row, number, broken);
      }
    }
  }
}

/** What was read of a file so far. */
class ForeignReading {
  readonly #file: string;
  readonly #format: LogFormat;
  readonly #reader: LogReader;
  readonly #visit: VisitRecord;
  readonly #assume: Assume | undefined;
  readonly #leftOut = new Map<string, number>();
  readonly #problems: Diagnostic[] = [];
  #records = 0;
  #unreadable = 0;
  #undecided = 0;

  constructor(file: string, format: LogFormat, visit: VisitRecord, assume: Assume | undefined) {
    this.#file = file;
    this.#format = format;
    this.#reader = format.open();
    this.#visit = visit;
    this.#assume = assume;
  }

  /** @param broken why the line is not JSON although it begins like JSON */
  take(row: LogRow, line: number, broken?: string): void {
    const entry = this.#read(row, broken);
    if (entry.kind === 'unreadable') this.fault(line, entry.why);
    else if (entry.kind === 'left-out') this.#leaveOut(entry.what);
    else for (const call of entry.calls) this.#visitCall(call, line);
  }

  #read(row: LogRow, broken: string | undefined): LogEntry {
    const { marker, readsText } = this.#format;
    if (row.value === undefined && !readsText) {
      // a call may be cut off, or hide in a line that is not JSON
      if (broken !== undefined) return unreadable(broken);
      return marker.test(row.text)
        ? unreadable('may be a call, but is not JSON')
        : leftOut('lines that are not JSON');
    }
    const entry = this.#reader.read(row);
    if (entry.kind !== 'left-out') return entry;
    const other = otherFormatOf(row, this.#format);
    return other === undefined
      ? entry
      : unreadable(`is a line of another log (${other}); pass each log as a file of its own`);
  }

  #visitCall(call: AuditRecord, line: number): void {
    this.#records++;
    if (call.decision !== undefined) {
      this.#visit(call, line, this.#file);
      return;
    }
    if (this.#assume === undefined && this.#format.mapping.decision === null) throw this.#withoutDecisions();
    this.#undecided++;
    const decision = this.#assume?.(call);
    this.#visit(decision === undefined ? call : { ...call, decision }, line, this.#file);
  }

  #leaveOut(what: string): void {
    const named = clip(what, 100);
    const key = this.#leftOut.has(named) || this.#leftOut.size < MOST_KINDS ? named : 'other lines';
    this.#leftOut.set(key, (this.#leftOut.get(key) ?? 0) + 1);
  }

  fault(line: number, message: string): void {
    this.#unreadable++;
    if (this.#problems.length < MOST_SHOWN) {
      this.#problems.push({ file: this.#file, position: { line, column: 1 }, message });
    }
  }

  finish(): FileReading {
    const [file, records, lines] = [this.#file, this.#records, this.#records + this.#unreadable];
    if (this.#unreadable * LINES_FOR_A_FAULT > lines) {
      const message = `${this.#unreadable} of ${lines} calls cannot be read as ${this.#format.title}; at most 1 in ${LINES_FOR_A_FAULT} may be unreadable`;
      throw new InputError([{ file, message }, ...this.#problems]);
    }
    if (records === 0) throw this.#withoutCalls();
    if (this.#undecided === records && this.#assume === undefined) throw this.#withoutDecisions();
    return {
      file,
      format: this.#format.name,
      records,
      leftOut: this.#leftOutByCount(),
      unreadable: this.#unreadable,
      problems: this.#problems,
      assumed: this.#assume === undefined ? 0 : this.#undecided,
    };
  }

  #leftOutByCount() {
    return [...this.#leftOut]
      .map(([what, lines]) => ({ what, lines }))
      .sort((a, b) => b.lines - a.lines || (a.what < b.what ? -1 : 1));
  }

  #withoutCalls(): InputError {
    const found = this.#leftOutByCount()
      .slice(0, MOST_SHOWN)
      .map(({ what, lines }) => `${lines} ${what}`)
      .join(', ');
    return new InputError({
      file: this.#file,
      message: `contains no tool calls: read as ${this.#format.title}${found === '' ? '' : `, found ${found}`}`,
      help: `docs/logs.md says what a call looks like in each format; --log-format chooses another one`,
    });
  }

  #withoutDecisions(): InputError {
    return new InputError({
      file: this.#file,
      message: `does not say what was decided about its calls: it was read as ${this.#format.title}`,
      help: ASSUME_HELP,
    });
  }
}

/**
 * Returns the format of a line that belongs to another log; its calls would be lost. JSON-RPC does not count: debug
 * lines of a gateway show the messages whose calls it logs.
 */
function otherFormatOf(row: LogRow, format: LogFormat): string | undefined {
  if (row.value === undefined) return undefined;
  const other = LOG_FORMATS.find(({ name, claims }) => name !== 'json-rpc' && claims(row));
  if (other !== undefined) return other.name === format.name ? undefined : other.title;
  return isOwnRecord(row) ? 'records of mcptest' : undefined;
}
