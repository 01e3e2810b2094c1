/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  /** Its type, as the database writes it. */
  readonly type: string;
}

/** A query, and the values of its placeholders in their order. Values are never part of the text. */
export interface TableQuery {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** How far a query is. */
export interface TableProgress {
  readonly rows: number;
  /** Undefined where the database does not say. */
  readonly bytes?: number | undefined;
  /** How many rows there are; undefined where the database does not say. */
  readonly of?: number | undefined;
}

/** The values of a row, in the order in which they were asked for. */
export type TableRow = readonly unknown[];

/** A source whose files are found. */
export type OpenedSource =
  | Exclude<TableSource, { readonly kind: 'parquet' }>
  | { readonly kind: 'parquet'; readonly files: readonly string[] };

/** A table in a database that answers queries. It is only read. Failures are InputErrors. */
export interface SqlTable {
  readonly kind: 'sql';
  readonly dialect: 'duckdb' | 'clickhouse';
  readonly source: OpenedSource;
  columns(): Promise<readonly TableColumn[]>;
  /** Runs a query and returns its rows in batches. All values are texts, numbers or null. */
  rows(query: TableQuery): AsyncIterable<readonly TableRow[]>;
  close(): Promise<void>;
}

/** Files with columns, read without a database. Failures are InputErrors. */
export interface PlainTable {
  readonly kind: 'plain';
  columns(): Promise<readonly TableColumn[]>;
  /** Returns all rows in batches, with the values of these columns. */
  rows(columns: readonly string[]): AsyncIterable<readonly TableRow[]>;
  close(): Promise<void>;
}

/** A place of records that is not a log file. */
export type TableSource =
  | {
      readonly kind: 'parquet';
      /** A file, or a glob; see `glob.ts`. */
      readonly pattern: string;
    }
  | { readonly kind: 'duckdb'; readonly file: string; readonly table: string }
  | {
      readonly kind: 'clickhouse';
      /** `http://host:8123`: the interface for HTTP. */
      readonly url: string;
      readonly database: string;
      readonly table: string;
    };

/** How to open a table. */
export interface OpenTableOptions {
  /** The name of the source in messages. */
  readonly name: string;
  readonly credentials?: { readonly user: string; readonly password: string } | undefined;
  readonly onProgress?: ((progress: TableProgress) => void) | undefined;
}

/** Opens tables. @throws InputError when a table cannot be opened, or what reads it is not installed */
export type OpenTable = (source: TableSource, options: OpenTableOptions) => Promise<SqlTable | PlainTable>;
