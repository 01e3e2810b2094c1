import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openChdb } from './chdb.ts';

/** A ClickHouse in this process, behind the part of its interface for HTTP that clients of it use. */
export interface ClickHouseBridge {
  readonly port: number;
  /** Runs statements that make tables and fill them. */
  readonly run: (statement: string) => string;
  /** The parameters of each request so far. */
  readonly requests: URLSearchParams[];
  readonly close: () => void;
}

/**
 * Starts chdb, which is ClickHouse as a library, on loopback. The profile of the user `restricted` is read-only. There can be
 * one in a process.
 */
export async function startClickHouse(password?: string): Promise<ClickHouseBridge> {
  const session = openChdb();
  const requests: URLSearchParams[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    requests.push(searchParams);
    const isRestricted = request.headers['x-clickhouse-user'] === 'restricted';
    const fail = (status: number, message: string) => response.writeHead(status).end(message);
    if (password !== undefined && request.headers['x-clickhouse-key'] !== password) {
      return fail(
        516,
        'Code: 516. DB::Exception: default: Authentication failed. (AUTHENTICATION_FAILED)\nmore',
      );
    }
    if (isRestricted && searchParams.has('readonly')) {
      return fail(
        500,
        "Code: 164. DB::Exception: Cannot modify 'readonly' setting in readonly mode. (READONLY)",
      );
    }
    const values = Object.fromEntries(
      [...searchParams].flatMap(([name, value]) =>
        name.startsWith('param_') ? [[name.slice(6), unescaped(value)]] : [],
      ),
    );
    const written = searchParams.has('query') ? `${searchParams.get('query')}\n${body}` : body;
    const settings = [...searchParams].filter(([name]) => !/^(param_.*|database|query)$/.test(name));
    if (isRestricted) settings.push(['readonly', '1']);
    const set = settings.map(([name, value]) => `${name} = ${/^\d+$/.test(value) ? value : `'${value}'`}`);
    const text =
      set.length === 0 ? written : written.replace(/ FORMAT (\w+)$/, ` SETTINGS ${set.join(', ')} FORMAT $1`);
    try {
      response.end(Object.keys(values).length === 0 ? session.query(text) : session.queryBind(text, values));
    } catch (error) {
      fail(500, (error as Error).message.replace(/^Query failed: /, ''));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    run: (statement) => session.query(statement),
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
      session.close();
    },
  };
}

/** Reads the value of a parameter as ClickHouse does, whose library takes values as they are. */
function unescaped(text: string): string {
  const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', '0': '\0', b: '\b', f: '\f' };
  return text.replace(/\\(.)/gs, (_, character: string) => escapes[character] ?? character);
}
