import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { InputError, messageOf } from '../errors.ts';
import type {
  OpenTableOptions,
  SqlTable,
  TableColumn,
  TableQuery,
  TableRow,
  TableSource,
} from '../table-port.ts';
import { clip } from '../text/clip.ts';
import { isObject } from '../values/own-property.ts';
import { scalarText } from '../values/scalar-text.ts';
import { beginningOf, linesOf, objectIn } from './clickhouse-answer.ts';
import { encoded, escaped } from './clickhouse-request.ts';
import { wordsOfCode } from './words-of-code.ts';

type Server = Extract<TableSource, { kind: 'clickhouse' }>;

/** Each line of an answer is a row, how far the query is, or why it failed. */
const FORMAT = 'JSONEachRowWithProgress';

/** What keeps an answer whole: a profile may have ClickHouse leave out rows, or groups, without an error. */
const WHOLE = {
  result_overflow_mode: 'throw',
  read_overflow_mode: 'throw',
  read_overflow_mode_leaf: 'throw',
  group_by_overflow_mode: 'throw',
  sort_overflow_mode: 'throw',
  timeout_overflow_mode: 'throw',
} as const;

/**
 * What a query may not do, what ends it when nobody waits any more, and what keeps its answer whole and in our format. A user
 * whose profile is read-only already may not change settings: then it is only checked that none cuts answers.
 */
const SETTINGS = {
  readonly: '1',
  cancel_http_readonly_queries_on_client_close: '1',
  extremes: '0',
  limit: '0',
  offset: '0',
  ...WHOLE,
} as const;

/** The code of ClickHouse for what a read-only user may not do. */
const READONLY = /^Code: 164\b/;

/** The codes of certificates that no authority vouches for which Node knows. */
const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Opens a table of ClickHouse over HTTP. Queries are read-only, and values are passed apart from the text of a query.
 * Credentials are sent in headers. Spec (scale): "Where logs outgrow one machine".
 */
export function openClickHouse(server: Server, options: OpenTableOptions): SqlTable {
  const client = new ClickHouseClient(server, options);
  return {
    kind: 'sql',
    dialect: 'clickhouse',
    source: server,
    columns: async () => {
      const columns: TableColumn[] = [];
      const text =
        'SELECT name AS c1, type AS c2 FROM system.columns WHERE database = {p1:String} AND table = {p2:String} ORDER BY position';
      for await (const rows of client.rows({ text, values: [server.database, server.table] })) {
        for (const [name, type] of rows) columns.push({ name: scalarText(name), type: scalarText(type) });
      }
      if (columns.length > 0) return columns;
      throw new InputError({
        file: options.name,
        message: `there is no table ${clip(server.table)} in the database ${clip(server.database)}, or the user may not read it`,
      });
    },
    rows: (query) => client.rows(query),
    close: async () => {},
  };
}

class ClickHouseClient {
  readonly #server: Server;
  readonly #options: OpenTableOptions;
  #isKnownWhole = false;

  constructor(server: Server, options: OpenTableOptions) {
    this.#server = server;
    this.#options = options;
  }

  async *rows(query: TableQuery): AsyncIterable<readonly TableRow[]> {
    for await (const lines of this.#lines(query)) {
      const rows: TableRow[] = [];
      for (const line of lines) {
        const row = this.#read(line);
        if (row) rows.push(row);
      }
      if (rows.length > 0) yield rows;
    }
  }

  /** Reads a line of an answer; undefined if it is not a row. */
  #read(line: string): TableRow | undefined {
    const value = objectIn(line);
    if (isObject(value?.row)) return Object.values(value.row);
    if (isObject(value?.progress)) this.#tell(value.progress);
    else if (value?.exception !== undefined) throw this.#failure(scalarText(value.exception));
    else if (!isObject(value) || !('meta' in value || 'rows_before_limit_at_least' in value)) {
      throw this.#failure(`an answer that is not ${FORMAT}: ${line}`);
    }
    return undefined;
  }

  #tell({ read_rows, read_bytes, total_rows_to_read }: Record<string, unknown>): void {
    const [rows, bytes, of] = [read_rows, read_bytes, total_rows_to_read].map((each) =>
      each === undefined ? undefined : Number(scalarText(each)),
    );
    this.#options.onProgress?.({ rows: rows ?? 0, bytes, of });
  }

  async *#lines(query: TableQuery): AsyncIterable<readonly string[]> {
    try {
      yield* linesOf(await this.#answered(query));
    } catch (error) {
      if (error instanceof InputError) throw error;
      const isCut = (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      throw this.#failure(isCut ? 'an answer that breaks off' : messageOf(error));
    }
  }

  /** Sends a query, and returns the answer to it. */
  async #answered(query: TableQuery): Promise<IncomingMessage> {
    const response = await this.#send(query, SETTINGS);
    if (response.statusCode === 200) return response;
    const fault = await beginningOf(response);
    if (!READONLY.test(fault)) throw this.#failure(fault, response.statusCode);
    await this.#refuseCuts();
    return this.#answeredAsItIs(query);
  }

  async #answeredAsItIs(query: TableQuery): Promise<IncomingMessage> {
    const response = await this.#send(query, {});
    if (response.statusCode === 200) return response;
    throw this.#failure(await beginningOf(response), response.statusCode);
  }

  /** Refuses a profile that cuts answers. @throws InputError */
  async #refuseCuts(): Promise<void> {
    if (this.#isKnownWhole) return;
    const names = Object.keys(WHOLE);
    const text = `SELECT name AS c1, value AS c2 FROM system.settings WHERE name IN (${names.map((_, index) => `{p${index + 1}:String}`).join(', ')})`;
    const response = await this.#answeredAsItIs({ text, values: names });
    for await (const lines of linesOf(response)) {
      for (const line of lines) {
        const [name = '', value = ''] = (this.#read(line) ?? []).map(scalarText);
        if (name === '' || value === WHOLE[name as keyof typeof WHOLE]) continue;
        throw new InputError({
          file: this.#options.name,
          message: `the profile of the user has ${clip(name)} = ${clip(value)}, so ClickHouse may cut answers without an error`,
          help: `use a user with ${clip(name)} = throw`,
        });
      }
    }
    this.#isKnownWhole = true;
  }

  #send({ text, values }: TableQuery, settings: Readonly<Record<string, string>>): Promise<IncomingMessage> {
    const { credentials } = this.#options;
    const url = new URL(this.#server.url);
    url.searchParams.set('database', this.#server.database);
    for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value);
    for (const [index, value] of values.entries()) {
      url.searchParams.set(`param_p${index + 1}`, typeof value === 'number' ? String(value) : escaped(value));
    }
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      ...(credentials && {
        'x-clickhouse-user': encoded(credentials.user),
        'x-clickhouse-key': encoded(credentials.password),
      }),
    };
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      // no timeout: a query may take long, and ends with its connection
      request(url, { method: 'POST', headers }, resolve)
        .on('error', (error) => reject(this.#unreachable(error)))
        .end(`${text} FORMAT ${FORMAT}`);
    });
  }

  /** No answer came. What the system says about that is not what ClickHouse says. */
  #unreachable(error: NodeJS.ErrnoException): InputError {
    const { code = '' } = error;
    const isSecure = this.#server.url.startsWith('https:');
    const isNoTls = isSecure && /wrong.version.number|packet.length.too.long/i.test(messageOf(error));
    const why = isNoTls ? 'that port does not speak TLS' : wordsOfCode(code);
    const help = isNoTls
      ? 'leave out secure=true, or name the port for TLS'
      : UNKNOWN_AUTHORITY.has(code)
        ? 'name a file with the certificate of the authority in NODE_EXTRA_CA_CERTS'
        : code === 'ECONNRESET' && !isSecure
          ? 'if the port is one for TLS, append &secure=true to the source'
          : undefined;
    return new InputError({
      file: this.#options.name,
      message: `cannot be reached: ${clip(why ?? (messageOf(error) || code), 500)}`,
      ...(help !== undefined && { help }),
    });
  }

  /** A server may say what it was sent. */
  #withoutPassword(message: string): string {
    const { password = '' } = this.#options.credentials ?? {};
    return password === '' ? message : message.replaceAll(password, '***');
  }

  #failure(message: string, status?: number): InputError {
    const what = this.#withoutPassword(message.trim().split('\n')[0] || `status ${status}`);
    const isDenied = status === 401 || status === 403 || /\bAUTHENTICATION_FAILED\b/.test(what);
    return new InputError({
      file: this.#options.name,
      message: `ClickHouse says: ${clip(what, 500)}`,
      ...(isDenied && {
        help: 'set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, or pass --credentials with a file',
      }),
    });
  }
}
