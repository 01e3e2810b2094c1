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
import { isInstant } from '../../../time/instant.ts';
import { isInRange, type TableReading, type TimeRange } from '../backtest/backtest.ts';
import type { RecordPlace } from '../backtest/backtest-counter.ts';
import type { Field } from './fields.ts';
import { problemOfRow, type ReadRow, RowReader } from './row-reader.ts';

/** Receives a record that stands for a number of records of a table. */
export type VisitCase = (record: AuditRecord, place: RecordPlace) => void;

/** The first time of a day on which records have it, in milliseconds, and their number. */
export interface CountedDay {
  /** Undefined if no query can read their time. */
  readonly time: number | undefined;
  readonly count: number;
}

type RecordRow = Extract<ReadRow, { kind: 'record' }>;

/** Counts what the rows of a table turn out to be, and passes on the records. */
export class TableCounts {
  readonly #name: string;
  readonly #range: TimeRange;
  readonly #assume: Assume | undefined;
  readonly #visit: VisitCase;
  readonly #problems: Diagnostic[] = [];
  #hasUndecided = false;
  #counts = { records: 0, outside: 0, unreadable: 0, faults: 0, assumed: 0, cases: 0, streamed: 0 };

  constructor(name: string, range: TimeRange, assume: Assume | undefined, visit: VisitCase) {
    this.#name = name;
    this.#range = range;
    this.#assume = assume;
    this.#visit = visit;
  }

  /** Returns a reader of rows with these fields. */
  readerOf(fields: readonly Field[]): RowReader {
    return new RowReader(fields, this.#assume);
  }

  /** Counts records that the database has left out because of their time. */
  addOutside(records: number): void {
    this.#counts.outside += records;
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
    if (read.kind !== 'record') {
      this.#leaveOut(read, 1);
      return;
    }
    this.#counts.streamed++;
    this.#take({ ...read, record: toRecord(read.record) }, 1, true);
  }

  /**
   * Takes a row that stands for records which the rules see alike.
   * @param at the time of the first one, in milliseconds or as it is written
   */
  addGroup(reader: RowReader, row: TableRow, at: unknown, days: readonly CountedDay[]): void {
    // a time of a year that cannot be written makes only its own record unreadable
    const known = days.find(({ time }) => time !== undefined && isInstant(time));
    const read = reader.read(row, known?.time ?? at);
    if (read.kind !== 'record') {
      const records = days.reduce((sum, { count }) => sum + count, 0);
      this.#leaveOut(read, records);
      return;
    }
    this.#counts.cases++;
    for (const [index, { time, count }] of days.entries()) {
      if (time === undefined) this.#take(read, count, index === 0);
      else if (isInstant(time))
        this.#take({ ...read, record: { ...read.record, at: time } }, count, index === 0);
      else this.#leaveOut(reader.read(row, time), count);
    }
  }

  #take({ record, isAssumed }: RecordRow, times: number, isExample: boolean): void {
    if (!isInRange(record.at, this.#range)) {
      this.#counts.outside += times;
      return;
    }
    this.#counts.records += times;
    if (isAssumed) this.#counts.assumed += times;
    this.#visit(record, { file: this.#name, line: null, times, isExample });
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
