import type { Assume } from '../../../artifacts/audit-log/log-reading.ts';
import type { AuditRecord } from '../../../artifacts/audit-log/model.ts';
import { InputError } from '../../../errors.ts';
import type { PlainTable, SqlTable } from '../../../table-port.ts';
import { clip, quote } from '../../../text/clip.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import type { CaseCounter, TableReading, TimeRange } from '../backtest/backtest.ts';
import { CarriedThreats } from '../backtest/carried-threats.ts';
import type { RuleSetFile } from '../rules/model.ts';
import { Answers } from './answers.ts';
import { type ColumnMap, columnsOf, type FieldColumns } from './column-map-file.ts';
import { dialectOf, hasMoments } from './dialects.ts';
import { FIELD_NAMES, FIELDS } from './fields.ts';
import { projectionOf } from './projection.ts';
import { SourceQueries } from './source-query.ts';
import { TableCounts } from './table-reading.ts';

/** The records of a table to read, and for which rule sets. */
export interface TableTask {
  /** The name of the source in the report. */
  readonly name: string;
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

/** Returns the queries for the records of a table. @throws InputError when a column has no times, or no texts, where it must */
export function queriesFor(
  { dialect, source }: Pick<SqlTable, 'dialect' | 'source'>,
  columns: FieldColumns,
  { name, rules, range }: TableTask,
): SourceQueries {
  const written = dialectOf(dialect);
  const at = columns.at;
  if (at && !hasMoments(written, at.type)) {
    throw new InputError({
      file: name,
      message: `the column ${quote(clip(at.name))} must hold times, but its type is ${clip(at.type)}`,
      help: 'use a column of timestamps, or of strings such as 2026-06-01T12:00:00Z; convert other types in a view',
    });
  }
  for (const field of FIELD_NAMES) {
    const column = columns[field];
    if (FIELDS[field] !== 'text' || !column || !written.isNested(column.type)) continue;
    throw new InputError({
      file: name,
      message: `the column ${quote(clip(column.name))} has no texts: its type is ${clip(column.type, 120)}`,
      help: `make a view in which the ${field} is a text`,
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
  const answers = new Answers(task.name);
  const { outside, faultsOutside, ...bounds } = await boundsOf(table, queries, answers);
  counts.addOutside(outside, faultsOutside);
  const stream = queries.stream();
  if (stream) {
    const threats = new CarriedThreats();
    const reader = counts.readerOf([...stream.fields, 'id']);
    for await (const rows of table.rows(stream)) {
      for (const row of rows) {
        const fields = row.slice(0, stream.fields.length);
        const [written, id, least] = row.slice(stream.fields.length);
        const time = answers.time(least);
        counts.add(reader, [...fields, idOf(id)], time ?? written, (record) => {
          if (time === undefined) throw outOfOrder(task.name, written);
          return threats.carried(record);
        });
      }
    }
  }
  const groups = queries.groups(bounds);
  const reader = counts.readerOf([...groups.fields, 'id']);
  for await (const rows of table.rows(groups)) {
    for (const [alike, id, least, times] of rows) {
      const time = answers.time(least);
      const fields = () => answers.list(alike, groups.fields.length + 1);
      counts.addCounted(reader, {
        case: scalarText(alike),
        row: () => [...fields().slice(0, groups.fields.length), idOf(id)],
        at: time ?? fields()[groups.fields.length],
        times: answers.count(times),
      });
    }
  }
  if (counts.rows >= bounds.records) return;
  throw new InputError({
    file: task.name,
    message: `the database counted ${bounds.records} rows, but its answers stand for ${counts.rows}`,
    help: 'a setting or a policy of the database may cut answers: use a user without one',
  });
}

function idOf(value: unknown): unknown {
  return value === '' ? null : value;
}

/** A record whose time no query knows cannot be put in order. */
function outOfOrder(file: string, at: unknown): InputError {
  return new InputError({
    file,
    message: `has a record of ${clip(scalarText(at))}, a time that the database cannot put in order, and a rule on \`mlThreatClass\` needs the order`,
    help: 'make a view with timestamps',
  });
}

/** Asks for the range of the times, on which local times depend, and for the number of records. */
export async function boundsOf(table: SqlTable, queries: SourceQueries, answers: Answers) {
  for await (const [row] of table.rows(queries.bounds())) {
    if (!row) continue;
    const [first, last, records, outside, faultsOutside] = row;
    return {
      first: answers.time(first),
      last: answers.time(last),
      records: answers.count(records ?? 0),
      outside: answers.count(outside ?? 0),
      faultsOutside: answers.count(faultsOutside ?? 0),
    };
  }
  throw answers.unusable('no row');
}

/** Reads every row of files that no database reads. */
async function readAll(
  table: PlainTable,
  columns: FieldColumns,
  task: TableTask,
  counts: TableCounts,
): Promise<void> {
  const projection = projectionOf(...task.rules);
  const fields = FIELD_NAMES.filter((field) => columns[field] !== undefined);
  const reader = counts.readerOf(fields);
  const threats = new CarriedThreats();
  const names = fields.map((field) => columns[field]?.name as string);
  let last = Number.NEGATIVE_INFINITY;
  const inOrder = (record: AuditRecord) => {
    const { at = Number.NaN } = record;
    if (!(at >= last)) throw notSorted(task.name);
    last = at;
    return threats.carried(record);
  };
  for await (const rows of table.rows(names)) {
    for (const row of rows) {
      counts.add(reader, row, undefined, projection.carriesThreats ? inOrder : undefined);
    }
  }
}

function notSorted(file: string): InputError {
  return new InputError({
    file,
    message: 'has records that are not in the order of time, and a rule on `mlThreatClass` needs the order',
    help: 'npm install @duckdb/node-api where mcptest is installed, which sorts them',
  });
}
