import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Address } from '../mcp/address.ts';
import { SESSION_HEADER } from '../mcp/standard-headers.ts';
import { aborted } from './aborted.ts';
import type { ReadMessage } from './event-rewriter.ts';
import { withoutConnection } from './forwarded-headers.ts';
import { close, listen } from './listen.ts';
import { isLocalRequest, isMeantFor } from './local-request.ts';
import { LONGEST_MESSAGE } from './message-bound.ts';
import { passAnswer, UnreadableAnswer } from './proxied-answer.ts';
import { readWhole } from './read-whole.ts';

/** What becomes of a POST: it is answered here, or passed on. */
export type PostFate =
  /** An answer in JSON; undefined if nobody waits for one. */
  | { readonly kind: 'answer'; readonly text: string | undefined }
  | {
      readonly kind: 'forward';
      readonly body: string | Uint8Array;
      /** Returns what the client gets of a message of the server; absent if everything passes as it is. */
      readonly read?: ReadMessage;
      /** Messages to be added to the answer of the server. */
      readonly answers: readonly string[];
      /** Returns the answer if there is none of the server, and why; undefined if nobody waits for one. */
      readonly failed: (why: string) => string | undefined;
    };

/** Who sends a POST, and what its headers say of its body. */
export interface PostSender {
  readonly method: string | undefined;
  readonly name: string | undefined;
  /** What tells clients apart. */
  readonly client: string;
  readonly ip: string | undefined;
  /** Aborted when the client no longer waits. */
  readonly gone: AbortSignal;
}

/** Decides what becomes of requests. Its methods never throw or reject. */
export interface RequestGate {
  post(body: Uint8Array, sender: PostSender): Promise<PostFate>;
  /** Answers a POST whose body cannot be read. */
  refuse(why: string): PostFate;
  /** Returns what a client gets of a message on a stream that belongs to no request. */
  streamed(...message: Parameters<ReadMessage>): ReturnType<ReadMessage>;
}

/** A proxy in front of a server over HTTP. */
export interface HttpProxy {
  readonly url: string;
  /** Added to every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly address: Address;
  /** Whether other machines may use the proxy. */
  readonly allowRemote: boolean;
  /** Ends the proxy. */
  readonly signal: AbortSignal;
  /** Called with the URL to which clients connect. */
  readonly onReady: (url: string) => void;
  /** Called with what is wrong with the server, for the user. */
  readonly onFault: (message: string) => void;
  readonly gate: RequestGate;
}

/**
 * Listens, and passes requests to its root on to the URL of a server as the gate decides, until the signal is aborted. No other
 * path leads to the server, so that none leads around the gate. Spec (enforcement): "Proxy".
 * @throws InputError when the address cannot be used
 */
export async function proxyHttp(proxy: HttpProxy): Promise<void> {
  const gated = new GatedServer(proxy);
  const server = createServer((incoming, outgoing) => void gated.take(incoming, outgoing));
  const origin = await listen(server, proxy.address);
  proxy.onReady(origin);
  await aborted(proxy.signal);
  await close(server);
}

/** The methods of the protocol, and that with which a page asks whether it may use them. */
const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS'];

class GatedServer {
  readonly #proxy: HttpProxy;
  readonly #target: URL;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(proxy: HttpProxy) {
    this.#proxy = proxy;
    this.#target = new URL(proxy.url);
    const own = Object.entries(proxy.headers).map(([name, value]) => [name.toLowerCase(), value]);
    this.#headers = Object.fromEntries(own);
  }

  async take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.on('error', () => {});
    incoming.on('error', () => {});
    const { method = 'GET', url = '/' } = incoming;
    const { allowRemote, address, gate } = this.#proxy;
    const isAllowed = allowRemote ? isMeantFor(incoming, address.host) : isLocalRequest(incoming);
    if (!isAllowed) refuse(outgoing, 403, 'the request is not meant for this proxy');
    else if (url.split('?')[0] !== '/') refuse(outgoing, 404, 'the server is at the path /');
    else if (!METHODS.includes(method)) refuse(outgoing, 405, `the methods are ${METHODS.join(', ')}`);
    else if (method === 'POST') await this.#post(incoming, outgoing);
    else if (method === 'GET')
      await this.#forward(incoming, outgoing, { read: (message) => gate.streamed(message) });
    else await this.#forward(incoming, outgoing, {});
  }

  async #post(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const leaving = new AbortController();
    outgoing.once('close', () => leaving.abort());
    const body = await readWhole(incoming, LONGEST_MESSAGE);
    // the client has gone
    if (body === undefined) return;
    const fate = await this.#fateOf(body, incoming, leaving.signal);
    if (fate.kind === 'forward') return this.#forward(incoming, outgoing, fate);
    answer(outgoing, fate.text, body === 'too-long');
  }

  async #fateOf(body: Buffer | 'too-long', { headers, socket }: IncomingMessage, gone: AbortSignal) {
    const { gate } = this.#proxy;
    if (body === 'too-long') return gate.refuse('the message is too long');
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding !== 'identity') return gate.refuse('the request is compressed; send it as it is');
    const { [SESSION_HEADER]: session = '', authorization = '' } = headers;
    return gate.post(body, {
      method: textOf(headers['mcp-method']),
      name: textOf(headers['mcp-name']),
      client: `${session} ${authorization}`,
      ip: socket.remoteAddress,
      gone,
    });
  }

  async #forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { body, read, answers = [], failed = () => undefined }: Partial<Extract<PostFate, { kind: 'forward' }>>,
  ): Promise<void> {
    try {
      const response = await this.#ask(incoming, outgoing, body, read !== undefined);
      refuseRedirect(response);
      await passAnswer(response, outgoing, { read, answers });
    } catch (error) {
      // the client has gone
      if (outgoing.destroyed) return;
      const why = inWords(error as NodeJS.ErrnoException);
      this.#proxy.onFault(why);
      if (outgoing.headersSent) return void outgoing.destroy();
      const text = failed(why);
      if (text === undefined) refuse(outgoing, 502, why);
      else answer(outgoing, text);
    }
  }

  /** Sends a request on, and returns the response. */
  #ask(
    { method, headers }: IncomingMessage,
    outgoing: ServerResponse,
    body: string | Uint8Array | undefined,
    isRead: boolean,
  ): Promise<IncomingMessage> {
    const send = this.#target.protocol === 'https:' ? httpsRequest : httpRequest;
    const { expect: _, 'content-length': __, ...kept } = withoutConnection(headers);
    const upstream = send(this.#target, {
      method,
      headers: {
        ...kept,
        ...this.#headers,
        ...(isRead && { 'accept-encoding': 'identity' }),
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        host: this.#target.host,
      },
    });
    outgoing.once('close', () => upstream.destroy());
    return new Promise((resolve, reject) => {
      upstream.once('response', resolve);
      upstream.on('error', reject);
      upstream.end(body);
    });
  }
}

/** A client that followed a redirect would speak to the server without the proxy. */
function refuseRedirect({ statusCode = 0, headers: { location } }: IncomingMessage): void {
  if (statusCode < 300 || statusCode > 399 || location === undefined) return;
  throw new UnreadableAnswer('the server redirects to another URL, which is not followed');
}

function inWords({ code, message, name }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return 'the server cannot be reached: nothing listens at its address';
  return name === 'Error' && code !== undefined ? `the server cannot be reached: ${code}` : message;
}

function textOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : [header].flat().join(', ');
}

function refuse(outgoing: ServerResponse, status: number, why: string): void {
  outgoing.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
    ...(status === 405 && { allow: METHODS.join(', ') }),
  });
  outgoing.end(`${why}\n`);
}

/**
 * Answers with the message of a denial, or with nothing. Clients take another status than 200 for the end of a session.
 * @param isLast whether the rest of the request is only dropped, so that the connection must end with the answer
 */
function answer(outgoing: ServerResponse, text: string | undefined, isLast = false): void {
  const closing = isLast ? { connection: 'close' } : {};
  if (text === undefined) outgoing.writeHead(202, closing).end();
  else outgoing.writeHead(200, { 'content-type': 'application/json', ...closing }).end(text);
}
