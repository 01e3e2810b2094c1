import {
  ASSUME_HELP,
  type Assume,
  LINES_FOR_A_FAULT,
  MOST_SHOWN,
} from '../../../artifacts/audit-log/log-reading.ts';
import type { AuditRecord } from '../../../artifacts/audit-log/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import type { TableRow } from '../../../table-port.ts';
import { type Instant, isInstant } from '../../../time/instant.ts';
import { type CaseCounter, isInRange, type TableReading, type TimeRange } from '../backtest/backtest.ts';
import type { DecidedRecord } from '../backtest/backtest-counter.ts';
import type { Field } from './fields.ts';
import { problemOfRow, type ReadRow, RowReader } from './row-reader.ts';

/** Records of a day which the rules see alike. */
export interface CountedRow {
  /** What they have in common, as text: rows with the same text are of the same case. */
  readonly case: string;
  /** The fields of one of them, if the case is new. */
  readonly row: () => TableRow;
  /** The time of the first one, in milliseconds or as it is written. */
  readonly at: unknown;
  readonly times: number;
}

/** A case that was decided for records of several days. */
interface Case {
  readonly decided: DecidedRecord;
  readonly isAssumed: boolean;
}

/** So many decided cases are kept. With more, a case may be decided, and counted as one, again. */
const MOST_CASES = 50_000;

/** Counts what the rows of a table turn out to be, and passes on the records. */
export class TableCounts {
  readonly #name: string;
  readonly #range: TimeRange;
  readonly #assume: Assume | undefined;
  readonly #counter: CaseCounter;
  readonly #cases = new Map<string, Case>();
  readonly #problems: Diagnostic[] = [];
  #hasUndecided = false;
  #rows = 0;
  #counts = { records: 0, outside: 0, unreadable: 0, faults: 0, assumed: 0, cases: 0, streamed: 0 };

  constructor(name: string, range: TimeRange, assume: Assume | undefined, counter: CaseCounter) {
    this.#name = name;
    this.#range = range;
    this.#assume = assume;
    this.#counter = counter;
  }

  /** Returns a reader of rows with these fields. */
  readerOf(fields: readonly Field[]): RowReader {
    return new RowReader(fields, this.#assume);
  }

  /**
   * Counts records that the database has left out because of their time.
   * @param faults how many of them are denials that no rule decided
   */
  addOutside(records: number, faults: number): void {
    this.#counts.outside += records - faults;
    this.#counts.faults += faults;
  }

  /** How many records have been read, apart from those that the database has left out. */
  get rows(): number {
    return this.#rows;
  }

  /**
   * Takes a row that is one record.
   * @param toRecord returns the record to decide
   */
  add(
    reader: RowReader,
    row: TableRow,
    at: unknown,
    toRecord: (record: AuditRecord) => AuditRecord = (record) => record,
  ): void {
    const read = reader.read(row, at);
    if (typeof at === 'number' && !isInRange(at, this.#range)) {
      // the database has counted it; it is read for the assessment that later records take over
      if (read.kind === 'record') toRecord(read.record);
      return;
    }
    this.#rows++;
    if (read.kind !== 'record') {
      this.#leaveOut(read, 1);
      return;
    }
    this.#counts.streamed++;
    const record = toRecord(read.record);
    if (!this.#isTaken(record.at, 1, read.isAssumed)) return;
    this.#counter.add(record, { file: this.#name, line: null, times: 1, isExample: true });
  }

  /** Takes a row that stands for records of one day: they are decided only if none of their case was before. */
  addCounted(reader: RowReader, { case: text, row, at, times }: CountedRow): void {
    this.#rows += times;
    const time = typeof at === 'number' && isInstant(at) ? at : undefined;
    const known = time === undefined ? undefined : this.#cases.get(text);
    if (known) {
      if (!this.#isTaken(time, times, known.isAssumed)) return;
      this.#counter.count(known.decided, { file: this.#name, line: null, times, at: time, isExample: false });
      return;
    }
    const read = reader.read(row(), at);
    if (read.kind !== 'record') {
      this.#leaveOut(read, times);
      return;
    }
    if (!this.#isTaken(read.record.at, times, read.isAssumed)) return;
    this.#counts.cases++;
    const decided = this.#counter.decide(read.record);
    this.#counter.count(decided, { file: this.#name, line: null, times, isExample: true });
    if (this.#cases.size >= MOST_CASES) this.#cases.clear();
    if (time !== undefined) this.#cases.set(text, { decided, isAssumed: read.isAssumed });
  }

  /** Counts records, and returns whether they are in the range. */
  #isTaken(at: Instant | undefined, times: number, isAssumed: boolean): boolean {
    if (!isInRange(at, this.#range)) {
      this.#counts.outside += times;
      return false;
    }
    this.#counts.records += times;
    if (isAssumed) this.#counts.assumed += times;
    return true;
  }

  #leaveOut(read: ReadRow, times: number): void {
    if (read.kind === 'fault') this.#counts.faults += times;
    else if (read.kind === 'unreadable') {
      this.#counts.unreadable += times;
      if (read.value.decision == null) this.#hasUndecided = true;
      if (this.#problems.length < MOST_SHOWN) this.#problems.push(problemOfRow(read.value, this.#name));
    }
  }

  /**
   * Returns what was read.
   * @throws InputError when there are no records, or more than 1 in 100 rows are not records
   */
  finish(): TableReading {
    const { records, outside, unreadable, faults, assumed, cases, streamed } = this.#counts;
    const file = this.#name;
    if (unreadable * LINES_FOR_A_FAULT > records + outside + unreadable) {
      const message = `${unreadable} of ${records + outside + unreadable} rows are not audit records; at most 1 in ${LINES_FOR_A_FAULT} may be unreadable`;
      const help = this.#hasUndecided ? ASSUME_HELP : undefined;
      throw new InputError([{ file, message, ...(help !== undefined && { help }) }, ...this.#problems]);
    }
    if (records + outside === 0) throw new InputError({ file, message: 'contains no audit records' });
    const leftOut = faults === 0 ? [] : [{ what: 'denials without a decision', lines: faults }];
    return {
      records: records + outside,
      unreadable,
      problems: this.#problems,
      files: [{ file, format: 'mcptest', records, leftOut, unreadable, problems: this.#problems, assumed }],
      source: { cases, streamed },
    };
  }
}
