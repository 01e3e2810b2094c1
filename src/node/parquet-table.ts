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
 * @throws InputError when a file cannot be read
 */
export async function openParquet(
  hyparquet: Hyparquet,
  paths: readonly string[],
  { onProgress }: Pick<OpenTableOptions, 'onProgress'>,
): Promise<PlainTable> {
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
        const has = new Set(columnsIn(hyparquet, metadata).map(({ name }) => name));
        const present = columns.filter((column) => has.has(column));
        for (const group of metadata.row_groups) {
          const rowEnd = rowStart + Number(group.num_rows);
          const found = await explained(path, () =>
            hyparquet.parquetReadObjects({ file, metadata, columns: present, rowStart, rowEnd }),
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

/** Returns the columns of all files: where a file lacks one, its rows lack the value. */
function columnsOf(hyparquet: Hyparquet, files: readonly ParquetFile[]): readonly TableColumn[] {
  const columns = files.flatMap(({ metadata }) => columnsIn(hyparquet, metadata));
  return [...new Map(columns.map((column) => [column.name, column])).values()];
}

function columnsIn(hyparquet: Hyparquet, metadata: FileMetaData): readonly TableColumn[] {
  return hyparquet
    .parquetSchema(metadata)
    .children.map(({ element: { name, type } }) => ({ name, type: type ?? 'GROUP' }));
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
      ...(isPacked && { help: 'npm install @duckdb/node-api, which reads it' }),
    });
  }
}
