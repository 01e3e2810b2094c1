import type { SqlTable } from '../../../table-port.ts';
import { CLICKHOUSE } from './clickhouse-dialect.ts';
import type { Dialect } from './dialect.ts';
import { DUCKDB } from './duckdb-dialect.ts';

const DIALECTS = { duckdb: DUCKDB, clickhouse: CLICKHOUSE } as const satisfies Record<
  SqlTable['dialect'],
  Dialect
>;

/** Returns how a database writes queries. */
export function dialectOf(name: SqlTable['dialect']): Dialect {
  return DIALECTS[name];
}

/** Whether the columns of a type can have times. */
export function hasMoments({ isText, milliseconds }: Dialect, type: string): boolean {
  return isText(type) || milliseconds('', type) !== undefined;
}
