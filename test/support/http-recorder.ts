import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that has arrived. */
export interface RecordedCall {
  readonly name: string;
  /** The time of arrival, in milliseconds of a monotonic clock. */
  readonly at: number;
}

export interface HttpRecorder {
  readonly url: string;
  readonly calls: readonly RecordedCall[];
  readonly headers: IncomingMessage['headers'];
  close(): Promise<void>;
}

/**
 * An MCP server over HTTP, on loopback, that records the calls it gets.
 * @param redirect the method to answer with a redirect to another path of the server, and how
 */
export async function startHttpRecorder(
  tools: readonly object[],
  refuse?: number,
  redirect?: { readonly method: string; readonly status: number },
): Promise<HttpRecorder> {
  const calls: RecordedCall[] = [];
  let headers: IncomingMessage['headers'] = {};
  const server = createServer(async (request, response) => {
    const at = performance.now();
    let body = '';
    for await (const chunk of request) body += chunk;
    if (refuse !== undefined) return response.writeHead(refuse).end();
    if (request.method !== 'POST') return response.writeHead(405).end();
    headers = request.headers;
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return response.writeHead(202).end();
    if (method === 'tools/call') calls.push({ name: params.name, at });
    if (redirect && method === redirect.method && request.url !== '/elsewhere?key=secret') {
      return response.writeHead(redirect.status, { location: '/elsewhere?key=secret' }).end();
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params, tools) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    get headers() {
      return headers;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(method: string, params: { protocolVersion?: string }, tools: readonly object[]) {
  switch (method) {
    case 'initialize': {
      const { protocolVersion } = params;
      const serverInfo = { name: 'recorder', version: '1.0.0' };
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
    }
    case 'tools/list':
      return { result: { tools } };
    case 'tools/call':
      return { result: { content: [{ type: 'text', text: 'done' }] } };
    default:
      return { error: { code: -32601, message: 'method not found' } };
  }
}
