import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Address } from '../mcp/address.ts';
import { aborted } from './aborted.ts';
import { close, listen } from './listen.ts';
import { isLocalRequest } from './local-request.ts';
import { readWhole } from './read-whole.ts';

/** A whole request to a server of this program. */
export interface WholeRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array | 'too-long';
  /** Whether it was sent to this machine, by no page or by a page of this very server. */
  readonly isOurs: boolean;
}

/** A whole answer. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where to listen, and what to do with requests. */
export interface RequestServer {
  readonly address: Address;
  readonly mostBytes: number;
  /** Ends the server. */
  readonly signal: AbortSignal;
  /** Called with the origin of its URLs, once it listens. */
  readonly onReady: (origin: string) => void;
  /** Never rejects. */
  readonly answer: (request: WholeRequest) => Promise<WholeAnswer>;
}

/**
 * Answers requests over HTTP on loopback, each as a whole, until the signal is aborted.
 * @throws InputError when the address cannot be used
 */
export async function serveRequests({
  address,
  mostBytes,
  signal,
  onReady,
  answer,
}: RequestServer): Promise<void> {
  const server = createServer(async (incoming, outgoing) => {
    outgoing.on('error', () => {});
    const body = await readWhole(incoming, mostBytes);
    // the client has gone
    if (body === undefined) return;
    const { method = 'GET', url = '/', headers } = incoming;
    send(await answer({ method, url, headers, body, isOurs: isOurs(incoming) }), body, outgoing);
  });
  onReady(await listen(server, address));
  await aborted(signal);
  await close(server);
}

/** Returns a secret that cannot be guessed, as text that fits into a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function send(
  { status, headers, body }: WholeAnswer,
  received: Uint8Array | 'too-long',
  outgoing: ServerResponse,
) {
  // the rest of the body is only dropped, however long it is: the end of the connection ends it
  const closing = received === 'too-long' ? { connection: 'close' } : {};
  const length = status === 204 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  outgoing.writeHead(status, { ...headers, ...length, ...closing });
  outgoing.end(body);
}

/** A page of another server on this machine is a stranger, too. */
function isOurs(incoming: IncomingMessage): boolean {
  const { host, origin, 'sec-fetch-site': site } = incoming.headers;
  if (!isLocalRequest(incoming) || (origin !== undefined && origin !== `http://${host}`)) return false;
  return site === undefined || site === 'same-origin' || site === 'none';
}
