import type { DuckDBConnection } from '@duckdb/node-api';
import { InputError, messageOf } from '../errors.ts';
import type {
  OpenedSource,
  OpenTableOptions,
  SqlTable,
  TableColumn,
  TableQuery,
  TableRow,
} from '../table-port.ts';
import { literalPath, localPath, readParquet } from '../text/duckdb-files.ts';
import { scalarText } from '../values/scalar-text.ts';
import { beforeTheEnd } from './last-acts.ts';

/** A table in files of this machine. */
export type LocalSource = Extract<OpenedSource, { kind: 'duckdb' | 'parquet' }>;

/** How often progress is looked at, in milliseconds. */
const INTERVAL = 500;

/**
 * Opens a table of a DuckDB file, or Parquet files, in a DuckDB of this process. A file is opened for reading only. Groups
 * that do not fit into memory go to a folder of our own, which is removed.
 * @throws InputError when it cannot be opened
 */
export async function openDuckDb(
  { DuckDBInstance }: typeof import('@duckdb/node-api'),
  source: LocalSource,
  options: OpenTableOptions,
): Promise<SqlTable> {
  const { name } = options;
  const { mkdtempSync, rmSync } = process.getBuiltinModule('node:fs');
  const { join } = process.getBuiltinModule('node:path');
  const { tmpdir } = process.getBuiltinModule('node:os');
  const spill = mkdtempSync(join(tmpdir(), 'mcptest-'));
  const remove = () => rmSync(spill, { recursive: true, force: true });
  const callOff = beforeTheEnd(remove);
  const close = async () => {
    callOff();
    remove();
  };
  try {
    const instance = await DuckDBInstance.create(
      source.kind === 'duckdb' ? localPath(source.file) : ':memory:',
      {
        ...(source.kind === 'duckdb' && { access_mode: 'READ_ONLY' }),
        temp_directory: spill,
        memory_limit: `${memoryLimit()}MiB`,
        autoinstall_known_extensions: 'false',
      },
    );
    const connection = await instance.connect();
    // a table of a stranger's file cannot reach other files: a view in it might
    if (source.kind === 'duckdb') await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    return new DuckDbTable(connection, source, options, async () => {
      connection.closeSync();
      instance.closeSync();
      await close();
    });
  } catch (error) {
    await close();
    throw failure(name, error);
  }
}

class DuckDbTable implements SqlTable {
  readonly kind = 'sql';
  readonly dialect = 'duckdb';
  readonly close: () => Promise<void>;
  readonly #connection: DuckDBConnection;
  readonly source: LocalSource;
  readonly #options: OpenTableOptions;

  constructor(
    connection: DuckDBConnection,
    source: LocalSource,
    options: OpenTableOptions,
    close: () => Promise<void>,
  ) {
    this.#connection = connection;
    this.source = source;
    this.#options = options;
    this.close = close;
  }

  async columns(): Promise<readonly TableColumn[]> {
    const [from, values] =
      this.source.kind === 'parquet'
        ? [
            readParquet(this.source.files.map((_, index) => `$${index + 1}::VARCHAR`)),
            this.source.files.map(literalPath),
          ]
        : [quoted(this.source.table), []];
    const found: TableColumn[] = [];
    for await (const rows of this.rows({ text: `DESCRIBE SELECT * FROM ${from}`, values })) {
      for (const [name, type] of rows) found.push({ name: scalarText(name), type: scalarText(type) });
    }
    return found;
  }

  async *rows({ text, values }: TableQuery): AsyncIterable<readonly TableRow[]> {
    const bound = values.map((value) => (typeof value === 'number' ? BigInt(value) : value));
    const timer = setInterval(() => this.#tell(), INTERVAL);
    timer.unref();
    try {
      const result = await this.#connection.stream(text, bound);
      yield* result.yieldRows();
    } catch (error) {
      throw failure(this.#options.name, error);
    } finally {
      clearInterval(timer);
    }
  }

  #tell(): void {
    const { rows_processed: rows, total_rows_to_process: of } = this.#connection.progress;
    if (rows > 0n) this.#options.onProgress?.({ rows: Number(rows), of: Number(of) });
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function failure(file: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  const [message = ''] = messageOf(error).split('\n');
  const isOutside = /^Permission Error: .* disabled by configuration/.test(message);
  return new InputError({
    file,
    message: `DuckDB says: ${message}`,
    // what a file of others makes DuckDB read is not for a file to say
    ...(isOutside && {
      help: 'a view may not read other files: make a table of them, or name Parquet files with parquet:',
    }),
  });
}

/** How much memory DuckDB takes, in MiB, before it moves groups to files: the same however long the log is. */
function memoryLimit(): number {
  const { availableParallelism } = process.getBuiltinModule('node:os');
  return Math.max(1024, 128 * availableParallelism());
}
