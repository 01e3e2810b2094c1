import type { Assume } from '../../../artifacts/audit-log/log-reading.ts';
import { InputError } from '../../../errors.ts';
import type { PlainTable, SqlTable, TableSource } from '../../../table-port.ts';
import { clip, quote } from '../../../text/clip.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import type { CaseCounter, TableReading, TimeRange } from '../backtest/backtest.ts';
import { CarriedThreats } from '../backtest/carried-threats.ts';
import type { RuleSetFile } from '../rules/model.ts';
import { type ColumnMap, columnsOf, type FieldColumns } from './column-map-file.ts';
import { FIELD_NAMES } from './fields.ts';
import { projectionOf } from './projection.ts';
import { hasMoments, SourceQueries, type TimeBounds } from './source-query.ts';
import { TableCounts } from './table-reading.ts';

/** The records of a table to read, and for which rule sets. */
export interface TableTask {
  /** The name of the source in the report. */
  readonly name: string;
  readonly source: TableSource;
  readonly map: ColumnMap | undefined;
  readonly rules: readonly [current: RuleSetFile, next: RuleSetFile];
  readonly range: TimeRange;
  readonly assume: Assume | undefined;
}

/**
 * Reads the records of a table for the rule sets: from a database, one for all that they see alike, with their number.
 * Spec (scale): "Where logs outgrow one machine".
 * @throws InputError
 */
export async function readTable(
  table: SqlTable | PlainTable,
  task: TableTask,
  counter: CaseCounter,
): Promise<TableReading> {
  const columns = columnsOf(await table.columns(), task.map, task.name);
  const counts = new TableCounts(task.name, task.range, task.assume, counter);
  if (table.kind === 'plain') await readAll(table, columns, task, counts);
  else await readCases(table, columns, task, counts);
  return counts.finish();
}

/** Returns the queries for the records of a table. @throws InputError when its times cannot be read */
export function queriesFor(
  { dialect }: Pick<SqlTable, 'dialect'>,
  columns: FieldColumns,
  { name, source, rules, range }: TableTask,
): SourceQueries {
  const at = columns.at;
  if (at && !hasMoments(dialect, at.type)) {
    throw new InputError({
      file: name,
      message: `the column ${quote(clip(at.name))} must hold times, but its type is ${clip(at.type)}`,
      help: 'use a column of timestamps, or of strings such as 2026-06-01T12:00:00Z; convert other types in a view',
    });
  }
  return new SourceQueries({ dialect, source, columns, projection: projectionOf(...rules), range });
}

async function readCases(
  table: SqlTable,
  columns: FieldColumns,
  task: TableTask,
  counts: TableCounts,
): Promise<void> {
  const queries = queriesFor(table, columns, task);
  const { outside, ...bounds } = await boundsOf(table, queries);
  counts.addOutside(outside);
  const stream = queries.stream();
  if (stream) {
    const threats = new CarriedThreats();
    const reader = counts.readerOf([...stream.fields, 'id']);
    for await (const rows of table.rows(stream)) {
      for (const row of rows) {
        const fields = row.slice(0, stream.fields.length);
        const [written, id, time] = row.slice(stream.fields.length);
        counts.add(reader, [...fields, idOf(id)], timeOf(time) ?? written, (record) =>
          threats.carried(record),
        );
      }
    }
  }
  const groups = queries.groups(bounds);
  const reader = counts.readerOf([...groups.fields, 'id']);
  for await (const rows of table.rows(groups)) {
    for (const [alike, id, least, count] of rows) {
      const text = scalarText(alike);
      const time = timeOf(least);
      const fields = () => JSON.parse(text) as (string | null)[];
      counts.addCounted(reader, {
        case: text,
        row: () => [...fields().slice(0, groups.fields.length), idOf(id)],
        at: time ?? fields()[groups.fields.length],
        times: Number(scalarText(count)),
      });
    }
  }
}

function timeOf(value: unknown): number | undefined {
  return value == null ? undefined : Number(scalarText(value));
}

function idOf(value: unknown): unknown {
  return value === '' ? null : value;
}

/** Asks for the range of the times, on which local times depend. */
export async function boundsOf(
  table: SqlTable,
  queries: SourceQueries,
): Promise<TimeBounds & { readonly outside: number }> {
  for await (const [row] of table.rows(queries.bounds())) {
    if (!row) continue;
    const [outside, first, last] = row.map((value) =>
      value == null ? undefined : Number(scalarText(value)),
    );
    return { outside: outside ?? 0, first, last };
  }
  return { outside: 0, first: undefined, last: undefined };
}

/** Reads every row of files that no database reads. */
async function readAll(
  table: PlainTable,
  columns: FieldColumns,
  { rules }: TableTask,
  counts: TableCounts,
): Promise<void> {
  const projection = projectionOf(...rules);
  const fields = FIELD_NAMES.filter((field) => columns[field] !== undefined);
  const reader = counts.readerOf(fields);
  const threats = new CarriedThreats();
  const names = fields.map((field) => columns[field]?.name as string);
  for await (const rows of table.rows(names)) {
    for (const row of rows) {
      counts.add(reader, row, undefined, (record) =>
        projection.carriesThreats ? threats.carried(record) : record,
      );
    }
  }
}
