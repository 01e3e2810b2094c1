import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Address } from '../mcp/address.ts';
import { aborted } from './aborted.ts';
import { EventFrames } from './event-frames.ts';
import { OF_CONNECTION, withoutConnection } from './forwarded-headers.ts';
import { LONGEST_FRAME } from './frame-lines.ts';
import { close, listen } from './listen.ts';
import { isLocalRequest } from './local-request.ts';
import { bytesHaveTooManyValues, TOO_LONG_TO_RECORD, TOO_MANY_TO_RECORD } from './message-bound.ts';
import type { RecordingEnd } from './record-stdio.ts';

/** What passes between a client and a server over HTTP. */
export interface PassedHttp {
  readonly dir: 'to_server' | 'to_client';
  readonly t: number;
  /** The number of the exchange. */
  readonly stream: number;
  readonly bytes: Uint8Array | null;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A proxy in front of a server over HTTP, and what it tells its caller. */
export interface HttpRecording {
  readonly url: string;
  /** Added to every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly address: Address;
  /** Ends the recording. */
  readonly signal: AbortSignal;
  /** Called with the URL to which clients connect. */
  readonly onReady: (url: string) => void;
  /** Called with each message, and with the headers of requests and responses. */
  readonly onPassed: (passed: PassedHttp) => void;
  /** Called when something passes that cannot be recorded. */
  readonly onFault: (message: string) => void;
}

/** Headers that are not written down: they differ each time, or describe the connection. */
const NOT_RECORDED = new Set([...OF_CONNECTION, 'host', 'date', 'content-length', 'accept-encoding']);

/**
 * Listens on loopback and passes requests on to a server, and its responses back, as they arrive. Messages of the endpoint
 * are recorded; other paths, such as those for a login, only pass. Ends when the signal is aborted, or the server can no
 * longer be reached.
 * @throws InputError when the address cannot be used
 */
export async function recordHttp(recording: HttpRecording): Promise<RecordingEnd> {
  const { url, address, signal, onReady } = recording;
  const proxy = new RecordingProxy(recording);
  const server = createServer((incoming, outgoing) => proxy.pass(incoming, outgoing));
  const origin = await listen(server, address);
  onReady(origin + new URL(url).pathname);
  const why = await Promise.race([aborted(signal), proxy.lost]);
  const t = proxy.stop();
  await close(server);
  return why === undefined ? { by: 'user', t } : { by: 'server', t, why };
}

class RecordingProxy {
  readonly #recording: HttpRecording;
  readonly #target: URL;
  readonly #start = performance.now();
  #streams = 0;
  #isOver = false;
  #lose: (why: string) => void = () => {};
  /** Resolves with the reason when the server can no longer be reached. */
  readonly lost = new Promise<string>((resolve) => {
    this.#lose = resolve;
  });

  constructor(recording: HttpRecording) {
    this.#recording = recording;
    this.#target = new URL(recording.url);
  }

  /** Records nothing more, and returns the time. */
  stop(): number {
    this.#isOver = true;
    return this.#now();
  }

  pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (!isLocalRequest(incoming)) {
      outgoing.writeHead(403).end();
      return;
    }
    const path = incoming.url ?? '/';
    const isEndpoint = path.split('?')[0] === this.#target.pathname;
    const stream = isEndpoint ? this.#streams++ : undefined;
    const to = isEndpoint ? this.#target : new URL(path.replace(/^\/+/, '/'), this.#target.origin);
    const send = to.protocol === 'https:' ? httpsRequest : httpRequest;
    const upstream = send(to, { method: incoming.method, headers: this.#forwarded(incoming, isEndpoint) });
    outgoing.once('close', () => upstream.destroy());
    upstream.on('error', (error: NodeJS.ErrnoException) => this.#fail(error.code ?? error.message, outgoing));
    upstream.on('response', (response) => this.#back(response, outgoing, stream, incoming.method));
    const body = new Body();
    incoming.on('data', (bytes: Buffer) => {
      body.add(bytes);
      if (!upstream.write(bytes)) incoming.pause();
    });
    upstream.on('drain', () => incoming.resume());
    incoming.once('end', () => {
      const headers = { ':method': incoming.method ?? 'GET', ...recorded(incoming) };
      this.#record('to_server', stream, body, headers);
      upstream.end();
    });
  }

  #forwarded({ headers }: IncomingMessage, isEndpoint: boolean): Record<string, string | string[]> {
    // compressed answers could not be looked through for secrets
    const kept = { ...withoutConnection(headers), 'accept-encoding': 'identity', host: this.#target.host };
    if (!isEndpoint) return kept;
    const own = Object.entries(this.#recording.headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...kept, ...Object.fromEntries(own) };
  }

  #back(
    response: IncomingMessage,
    outgoing: ServerResponse,
    stream: number | undefined,
    method = 'GET',
  ): void {
    const { statusCode = 502, headers } = response;
    outgoing.writeHead(statusCode, withoutConnection(headers)).flushHeaders();
    const seen = { ':status': String(statusCode), ...recorded(response) };
    const isStream = headers['content-type']?.includes('text/event-stream') === true;
    const body = new Body();
    const events = new EventFrames(
      (data) => this.#record('to_client', stream, new Body(Buffer.from(data))),
      () => this.#recording.onFault(TOO_LONG_TO_RECORD),
    );
    if (isStream) this.#record('to_client', stream, body, seen);
    response.on('data', (bytes: Buffer) => {
      if (headers['content-encoding'] && stream !== undefined) {
        this.#recording.onFault('the server compresses its answers, which cannot be searched for secrets');
      }
      if (isStream) events.push(bytes);
      else body.add(bytes);
      if (!outgoing.write(bytes)) response.pause();
    });
    outgoing.on('drain', () => response.resume());
    response.once('end', () => {
      if (!isStream) this.#record('to_client', stream, body, seen);
      outgoing.end();
    });
    response.once('close', () => {
      if (response.complete) return;
      const isGone = outgoing.destroyed;
      outgoing.destroy();
      // a client may leave, and a stream of notifications may end: an answer may not
      if (!isGone && method === 'POST') this.#lose('it ended in the middle of an answer');
    });
    response.on('error', () => {});
  }

  #fail(why: string, outgoing: ServerResponse): void {
    if (outgoing.destroyed) return;
    if (!outgoing.headersSent) outgoing.writeHead(502).end();
    this.#lose(why === 'ECONNREFUSED' ? 'nothing listens at its address' : why);
  }

  #record(
    dir: PassedHttp['dir'],
    stream: number | undefined,
    body: Body,
    headers?: Record<string, string>,
  ): void {
    if (stream === undefined || this.#isOver) return;
    const { onFault, onPassed } = this.#recording;
    const { isTooLong, bytes } = body;
    if (isTooLong) onFault(TOO_LONG_TO_RECORD);
    else if (bytes !== null && bytesHaveTooManyValues(bytes)) onFault(TOO_MANY_TO_RECORD);
    else onPassed({ dir, t: this.#now(), stream, bytes, headers });
  }

  #now(): number {
    return Math.round(performance.now() - this.#start);
  }
}

/** The body of a request or a response, as far as it can be recorded. */
class Body {
  #parts: Buffer[] = [];
  #length = 0;

  constructor(bytes?: Buffer) {
    if (bytes) this.add(bytes);
  }

  get isTooLong(): boolean {
    return this.#length > LONGEST_FRAME;
  }

  /** Null when there are none. */
  get bytes(): Uint8Array | null {
    return this.#length === 0 ? null : Buffer.concat(this.#parts);
  }

  add(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.isTooLong) this.#parts = [];
    else this.#parts.push(bytes);
  }
}

function recorded({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !NOT_RECORDED.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(', ')]));
}
