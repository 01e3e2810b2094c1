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

/** Whether the columns of a type have lists, objects, bytes or values of any type, and so no texts. */
export function isNested(dialect: SqlTable['dialect'], type: string): boolean {
  return dialectOf(dialect).isNested(type);
}

/** Whether the columns of a type can have times. */
export function hasMoments(dialect: SqlTable['dialect'], type: string): boolean {
  const { isText, milliseconds } = dialectOf(dialect);
  return isText(type) || milliseconds('', type) !== undefined;
}
