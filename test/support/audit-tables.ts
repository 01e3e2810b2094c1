import { DuckDBInstance } from '@duckdb/node-api';
import { auditRecordColumns } from './audit-columns.ts';

/**
 * Writes records, as they are written in a log, into a table of a new DuckDB file.
 * @param padding the number of {@link paddingOf} to add
 */
export async function writeDuckDb(path: string, records: readonly object[], padding = 0): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  const columns = auditRecordColumns('duckdb');
  await connection.run(
    `CREATE TABLE audit (${columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')})`,
  );
  const rows = records.map((record) => columns.map(({ read }) => read(record as Record<string, unknown>)));
  const values = columns.map(({ type }, index) => `r[${index + 1}]::${type}`).join(', ');
  await connection.run(
    `INSERT INTO audit SELECT ${values} FROM (SELECT unnest($1::JSON::VARCHAR[][]) AS r)`,
    [JSON.stringify(rows)],
  );
  await connection.run(
    `INSERT INTO audit ("at", tool, decision) SELECT make_timestamp((${PADDING_START} + i) * 1000), 'padding', 'allow' FROM range(${padding}) AS t(i)`,
  );
  connection.closeSync();
  instance.closeSync();
}

const PADDING_START = Date.UTC(2026, 1, 1);

/** Returns records that every rule set allows, so that a log with a few unreadable lines is read. */
export function paddingOf(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    at: new Date(PADDING_START + index).toISOString(),
    tool: 'padding',
    decision: 'allow',
  }));
}

/** Writes the same into a new table of ClickHouse. */
export function writeClickHouse(
  run: (statement: string) => unknown,
  table: string,
  records: readonly object[],
  padding = 0,
): void {
  const columns = auditRecordColumns('clickhouse');
  run(
    `CREATE TABLE ${table} (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')}) ENGINE = MergeTree ORDER BY at`,
  );
  const rows = records.map((record) =>
    JSON.stringify(
      Object.fromEntries(columns.map(({ name, read }) => [name, read(record as Record<string, unknown>)])),
    ),
  );
  run(
    `INSERT INTO ${table} SETTINGS date_time_input_format = 'best_effort' FORMAT JSONEachRow\n${rows.join('\n')}`,
  );
  run(
    `INSERT INTO ${table} (at, tool, decision) SELECT fromUnixTimestamp64Milli(toInt64(${PADDING_START} + number), 'UTC'), 'padding', 'allow' FROM numbers(${padding})`,
  );
}
