import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Address } from '../mcp/address.ts';
import type { HttpAsk, HttpReply, Unreadable } from '../mcp/http-reply.ts';
import { aborted } from './aborted.ts';
import { close, listen } from './listen.ts';
import { isLocalRequest } from './local-request.ts';
import { hasTooManyValues, LONGEST_MESSAGE, TOO_LONG_TO_READ, TOO_MANY_TO_READ } from './message-bound.ts';
import { readWhole } from './read-whole.ts';

/** The path of the endpoint. */
const ENDPOINT = '/mcp';

/**
 * Serves an endpoint over HTTP on loopback until the signal is aborted.
 * @throws InputError when the address cannot be used
 */
export async function servePosts(
  address: Address,
  signal: AbortSignal,
  onReady: (url: string) => void,
  answer: (ask: HttpAsk, reply: HttpReply) => void,
): Promise<void> {
  const server = createServer((incoming, outgoing) => void take(incoming, outgoing, answer));
  const origin = await listen(server, address);
  onReady(origin + ENDPOINT);
  await aborted(signal);
  await close(server);
}

async function take(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (ask: HttpAsk, reply: HttpReply) => void,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = incoming;
  const reply = new Reply(outgoing);
  if (!isLocalRequest(incoming)) return reply.whole(403, '');
  if (url.split('?')[0] !== ENDPOINT) return reply.whole(404, '');
  const body = await readWhole(incoming, LONGEST_MESSAGE);
  // otherwise the client has gone
  if (body !== undefined) answer({ method, headers, body: readable(body) }, reply);
}

function readable(body: Buffer | 'too-long'): Buffer | Unreadable {
  if (body === 'too-long') return { why: TOO_LONG_TO_READ };
  return hasTooManyValues(body) ? { why: TOO_MANY_TO_READ } : body;
}

class Reply implements HttpReply {
  readonly #outgoing: ServerResponse;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
    outgoing.on('error', () => {});
  }

  get isOpen(): boolean {
    const { headersSent, writableEnded, destroyed } = this.#outgoing;
    return headersSent && !writableEnded && !destroyed;
  }

  whole(status: number, text: string, headers: Readonly<Record<string, string>> = {}): void {
    if (this.#outgoing.headersSent) return;
    this.#outgoing.writeHead(status, {
      ...(text !== '' && { 'content-type': 'application/json' }),
      ...headers,
    });
    this.#outgoing.end(text);
  }

  open(headers: Readonly<Record<string, string>> = {}): void {
    if (this.#outgoing.headersSent) return;
    this.#outgoing.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      ...headers,
    });
    this.#outgoing.flushHeaders();
  }

  event(text: string): void {
    if (!this.isOpen) return;
    const data = text.split(/\r\n|[\r\n]/).map((line) => `data: ${line}\n`);
    this.#outgoing.write(`event: message\n${data.join('')}\n`);
  }

  end(): void {
    this.#outgoing.end();
  }
}
