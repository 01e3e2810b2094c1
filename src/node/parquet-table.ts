import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { InputError, messageOf } from '../errors.ts';
import type { OpenTableOptions, PlainTable, TableColumn, TableRow } from '../table-port.ts';

/** The part of hyparquet that is used. */
type Hyparquet = Pick<
  typeof import('hyparquet'),
  'asyncBufferFromFile' | 'parquetMetadataAsync' | 'parquetReadObjects' | 'parquetSchema'
>;

interface ParquetFile {
  readonly path: string;
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
}

/**
 * Opens Parquet files without a database: every row is read, one group of rows at a time.
 * @param pattern a path whose last part may have stars
 * @throws InputError when a file cannot be read
 */
export async function openParquet(
  hyparquet: Hyparquet,
  pattern: string,
  { name, onProgress }: OpenTableOptions,
): Promise<PlainTable> {
  const paths = filesOf(pattern);
  if (paths.length === 0) throw new InputError({ file: name, message: 'no files match the pattern' });
  const files: ParquetFile[] = [];
  for (const path of paths) {
    files.push(
      await explained(path, async () => {
        const file = await hyparquet.asyncBufferFromFile(path);
        return { path, file, metadata: await hyparquet.parquetMetadataAsync(file) };
      }),
    );
  }
  const of = files.reduce((sum, { metadata }) => sum + Number(metadata.num_rows), 0);
  return {
    kind: 'plain',
    columns: async () => columnsOf(hyparquet, files),
    close: async () => {},
    async *rows(columns) {
      let rows = 0;
      for (const { path, file, metadata } of files) {
        let rowStart = 0;
        for (const group of metadata.row_groups) {
          const rowEnd = rowStart + Number(group.num_rows);
          const found = await explained(path, () =>
            hyparquet.parquetReadObjects({ file, metadata, columns: [...columns], rowStart, rowEnd }),
          );
          yield found.map((row): TableRow => columns.map((column) => row[column]));
          rows += found.length;
          rowStart = rowEnd;
          onProgress?.({ rows, of });
        }
      }
    },
  };
}

/** Returns the columns that all files have. */
function columnsOf(hyparquet: Hyparquet, files: readonly ParquetFile[]): readonly TableColumn[] {
  const [first = [], ...others] = files.map(({ metadata }) =>
    hyparquet
      .parquetSchema(metadata)
      .children.map(({ element: { name, type } }) => ({ name, type: type ?? 'GROUP' })),
  );
  return first.filter(({ name }) => others.every((columns) => columns.some((each) => each.name === name)));
}

function filesOf(pattern: string): readonly string[] {
  const { readdirSync } = process.getBuiltinModule('node:fs');
  const { basename, dirname, join } = process.getBuiltinModule('node:path');
  if (!pattern.includes('*')) return [pattern];
  const folder = dirname(pattern);
  if (folder.includes('*')) {
    throw new InputError({
      message: `${pattern} has a star in the name of a folder, which hyparquet does not support`,
      help: 'run `npm install @duckdb/node-api` where mcptest is installed',
    });
  }
  const parts = basename(pattern).split('*');
  const [start = '', end = ''] = [parts[0], parts.at(-1)];
  if (parts.length !== 2) {
    throw new InputError({
      message: `${pattern} has more than one star`,
      help: 'use one star, such as logs/*.parquet',
    });
  }
  const isWanted = (name: string) =>
    name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
  try {
    return readdirSync(folder)
      .filter(isWanted)
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    throw new InputError({ file: folder, message: `cannot be read: ${messageOf(error)}` });
  }
}

async function explained<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const message = messageOf(error);
    const isPacked = /unsupported compression/i.test(message);
    throw new InputError({
      file,
      message: `cannot be read: ${message}`,
      ...(isPacked && { help: 'run `npm install @duckdb/node-api`, which reads it' }),
    });
  }
}
