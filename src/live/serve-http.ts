import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  legacyStatelessFallback,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { InputError } from '../errors.ts';
import type { ProtocolChoice } from '../mcp/protocol.ts';
import type { ServedServer } from '../mcp/served.ts';
import { aborted } from './aborted.ts';
import { close } from './listen.ts';
import { onlyEra, serverFactory } from './sdk-server.ts';

/** Only loopback, because the server does not authenticate its clients. */
const HOST = '127.0.0.1';

/** The path of the streamable HTTP endpoint. */
const ENDPOINT = '/mcp';

/** Where to serve a server, and the callbacks. */
export interface ServeHttpOptions {
  /** Pass 0 for any free port. */
  readonly port: number;
  /** Stops the server. */
  readonly signal: AbortSignal;
  /** Called with the server's URL once it is listening. */
  readonly onReady: (url: string) => void;
  /** The protocol that it speaks. `both` is every revision. */
  readonly protocol: ProtocolChoice | 'both';
  /** Called with the message of each error. */
  readonly onFault: (message: string) => void;
}

/**
 * Serves a server over streamable HTTP on loopback until the signal is aborted.
 * @throws InputError when the port cannot be used
 */
export async function serveOnHttp(served: ServedServer, options: ServeHttpOptions): Promise<void> {
  const { port, signal, onReady, onFault, protocol } = options;
  const handler = handlerFor(served, protocol, ({ message }) => onFault(message));
  const server = createServer((request, response) => {
    answer(request, response, handler.fetch).catch((error: Error) => {
      onFault(error.message);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portFault(port, error)));
    server.listen(port, HOST, resolve);
  });
  onReady(`http://${HOST}:${(server.address() as AddressInfo).port}${ENDPOINT}`);
  await aborted(signal);
  await handler.close();
  await close(server);
}

interface Handler {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

function handlerFor(
  served: ServedServer,
  protocol: ProtocolChoice | 'both',
  onerror: (error: Error) => void,
): Handler {
  const make = serverFactory(served, protocol);
  const era = onlyEra(protocol);
  if (era === 'legacy') return { fetch: legacyStatelessFallback(make, onerror), close: async () => {} };
  return createMcpHandler(make, { onerror, legacy: era === 'modern' ? 'reject' : 'stateless' });
}

function portFault(port: number, { code, message }: NodeJS.ErrnoException): InputError {
  if (code === 'EADDRINUSE') {
    return new InputError({
      message: `port ${port} is in use`,
      help: 'pass another --port, or --port 0 for any free port',
    });
  }
  if (code === 'EACCES') {
    return new InputError({
      message: `you have no permission to use port ${port}`,
      help: 'pass another --port, or --port 0 for any free port',
    });
  }
  return new InputError({ message: `port ${port} cannot be used: ${message}` });
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  serve: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  const unfit = unfitness(incoming);
  if (unfit !== undefined) {
    outgoing.writeHead(unfit).end();
    return;
  }
  outgoing.once('close', () => gone.abort());
  const request = toRequest(incoming, gone.signal);
  // a page in a browser can reach loopback through its own host name; then `Host` or `Origin` contains that name
  const refusal =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  const isEndpoint = new URL(request.url).pathname === ENDPOINT;
  const response = refusal ?? (isEndpoint ? await serve(request) : new Response('', { status: 404 }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  for await (const chunk of response.body) {
    if (gone.signal.aborted) break;
    outgoing.write(chunk);
  }
  outgoing.end();
}

/** Returns the status for a request that `Request` cannot represent: a forbidden method, or a path such as `//`. */
function unfitness({ method = 'GET', url = '/' }: IncomingMessage): 405 | 400 | undefined {
  if (FORBIDDEN_METHODS.has(method)) return 405;
  return URL.canParse(url, `http://${HOST}`) ? undefined : 400;
}

const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) all.append(name, each);
  }
  return new Request(new URL(url, `http://${HOST}`), {
    method,
    headers: all,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  });
}
