import type { TableColumn } from '../../../table-port.ts';
import type { TimeRange } from '../backtest/backtest.ts';
import type { FieldColumns } from './column-map-file.ts';
import { columnOf, type Dialect } from './dialect.ts';
import type { Bind } from './seen-expressions.ts';

/** A time as RFC 3339 has it, in years that every database knows. Others are read here, see `time/instant.ts`. */
const USUAL_TIME =
  '(?:19[0-9]{2}|2[01][0-9]{2})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]' +
  '(?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])';

/** What is finer than a millisecond: it is cut off, and no database may round it. */
const FINER = ['(\\.[0-9]{3})[0-9]+', '\\1'] as const;

/** The time of a record in milliseconds, and as it is written where that is a text that no query reads for certain. */
export function timeOf(
  dialect: Dialect,
  { at }: FieldColumns,
): { readonly milliseconds: string; readonly written: string } {
  const { column, type, text } = columnOf(dialect, at as TableColumn);
  const known = dialect.milliseconds(column, type);
  if (known !== undefined) return { milliseconds: known, written: 'NULL' };
  const time = dialect.parseTime(dialect.replaceAll(text, ...FINER));
  const milliseconds = `CASE WHEN ${dialect.matches(text, USUAL_TIME)} THEN ${time} END`;
  return { milliseconds, written: `CASE WHEN ${milliseconds} IS NULL THEN ${text} END` };
}

/** Whether a record is in the range, or may be because its time is not known to a query. */
export function inRangeOf(
  dialect: Dialect,
  columns: FieldColumns,
  { since, until }: TimeRange,
  bind: Bind,
): string {
  const { column, type } = columnOf(dialect, columns.at as TableColumn);
  const hasTimes = dialect.milliseconds(column, type) !== undefined;
  // the column itself, so that an index can be used
  const left = hasTimes ? column : timeOf(dialect, columns).milliseconds;
  const right = (at: number) => (hasTimes ? dialect.moment(bind(at), type) : bind(at));
  const bounds = [
    ...(since === undefined ? [] : [`${left} >= ${right(since)}`]),
    ...(until === undefined ? [] : [`${left} < ${right(until)}`]),
  ];
  return bounds.length === 0 ? 'TRUE' : `((${bounds.join(' AND ')}) OR ${left} IS NULL)`;
}
