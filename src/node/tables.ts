import { InputError } from '../errors.ts';
import type { OpenTable } from '../table-port.ts';
import { openDuckDb } from './duckdb-table.ts';
import { openParquet } from './parquet-table.ts';

/**
 * Returns what opens tables in files. DuckDB and the reader of Parquet files are loaded only then, from the packages that are
 * installed next to this one.
 * @param program a file from which packages are looked for
 */
export function tables(program: string): OpenTable {
  const load = process.getBuiltinModule('node:module').createRequire(program);
  return async (source, options) => {
    if (source.kind === 'clickhouse') throw new TypeError('a server is not a file');
    const duckdb = optional<typeof import('@duckdb/node-api')>(load, '@duckdb/node-api');
    if (duckdb) return openDuckDb(duckdb, source, options);
    const hyparquet = optional<typeof import('hyparquet')>(load, 'hyparquet');
    if (source.kind === 'parquet' && hyparquet) return openParquet(hyparquet, source.pattern, options);
    throw new InputError({
      message: `${options.name} cannot be read: the package @duckdb/node-api is not installed`,
      help:
        source.kind === 'parquet'
          ? 'run `npm install @duckdb/node-api` where mcptest is installed, or install hyparquet, which is smaller and slower'
          : 'run `npm install @duckdb/node-api` where mcptest is installed',
    });
  };
}

function optional<T>(load: NodeJS.Require, name: string): T | undefined {
  try {
    return load(name) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
