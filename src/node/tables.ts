import { InputError } from '../errors.ts';
import type { OpenTable, TableSource } from '../table-port.ts';
import { type LocalSource, openDuckDb } from './duckdb-table.ts';
import { parquetFiles } from './parquet-files.ts';
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
    if (duckdb) return openDuckDb(duckdb, found(source, options.name), options);
    const hyparquet = optional<typeof import('hyparquet')>(load, 'hyparquet');
    if (source.kind === 'parquet' && hyparquet)
      return openParquet(hyparquet, parquetFiles(source.pattern, options.name), options);
    throw new InputError({
      message: `${options.name} cannot be read: the package @duckdb/node-api is not installed`,
      help:
        source.kind === 'parquet'
          ? 'run `npm install @duckdb/node-api` where mcptest is installed, or install hyparquet, which is smaller and slower'
          : 'run `npm install @duckdb/node-api` where mcptest is installed',
    });
  };
}

/** Finds the files of a source. @throws InputError when there is none */
function found(source: Exclude<TableSource, { kind: 'clickhouse' }>, name: string): LocalSource {
  if (source.kind === 'parquet') return { kind: 'parquet', files: parquetFiles(source.pattern, name) };
  if (process.getBuiltinModule('node:fs').existsSync(source.file)) return source;
  throw new InputError({ file: name, message: 'there is no such file' });
}

function optional<T>(load: NodeJS.Require, name: string): T | undefined {
  try {
    return load(name) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
