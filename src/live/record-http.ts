import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Writable } from 'node:stream';
import type { Address } from '../mcp/address.ts';
import type { Passed } from '../mcp/passed.ts';
import { present } from '../values/own-property.ts';
import { aborted } from './aborted.ts';
import { OF_CONNECTION, withoutConnection } from './forwarded-headers.ts';
import { close, listen } from './listen.ts';
import { isLocalRequest } from './local-request.ts';
import { passOn } from './pass-on.ts';
import type { RecordingEnd } from './record-stdio.ts';
import { RecordedBody } from './recorded-body.ts';

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
  readonly onPassed: (passed: Passed) => void;
  /** Called when something passes that cannot be recorded. */
  readonly onFault: (message: string) => void;
}

/** What a row of a tape says besides its message. Requests of other paths than the endpoint have no stream. */
type Row = Pick<Passed, 'dir' | 'headers'> & { readonly stream: number | undefined };

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
  const server = createServer((incoming, outgoing) => {
    proxy.pass(incoming, outgoing).catch((error) => proxy.refuse(error, outgoing));
  });
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

  async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.on('error', () => {});
    const path = incoming.url ?? '/';
    if (!isLocalRequest(incoming)) return void outgoing.writeHead(403).end();
    // a whole URL would lead to another server, with the headers for this one
    if (!path.startsWith('/')) return void outgoing.writeHead(400).end();
    const isEndpoint = path.split('?')[0] === this.#target.pathname;
    const stream = isEndpoint ? this.#streams++ : undefined;
    const upstream = this.#open(incoming, isEndpoint ? undefined : path);
    outgoing.once('close', () => upstream.destroy());
    upstream.on('error', (error: NodeJS.ErrnoException) => this.#fail(error.code ?? error.message, outgoing));
    upstream.on('response', (response) => {
      this.#back(response, outgoing, stream, incoming.method).catch((error) => this.refuse(error, outgoing));
    });
    const headers = { ':method': incoming.method ?? 'GET', ...recorded(incoming) };
    const body = this.#bodyOf({ dir: 'to_server', stream, headers }, false);
    if (await passRecorded(incoming, upstream, body)) upstream.end();
  }

  /** Answers in place of the server when HTTP cannot carry what passes, such as an answer with the status 99. */
  refuse({ message }: Error, outgoing: ServerResponse): void {
    this.#recording.onFault(`a request or its answer cannot be passed on: ${message}`);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  }

  /** Begins a request to the server. @param path absent for the endpoint */
  #open(incoming: IncomingMessage, path: string | undefined): ClientRequest {
    const { protocol, origin } = this.#target;
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = this.#forwarded(incoming, path === undefined);
    return send(path === undefined ? this.#target : new URL(origin), {
      method: incoming.method,
      headers,
      ...present({ path }),
    });
  }

  #forwarded({ headers }: IncomingMessage, isEndpoint: boolean): Record<string, string | string[]> {
    // compressed answers could not be looked through for secrets
    const kept = { ...withoutConnection(headers), 'accept-encoding': 'identity', host: this.#target.host };
    if (!isEndpoint) return kept;
    const own = Object.entries(this.#recording.headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...kept, ...Object.fromEntries(own) };
  }

  async #back(
    response: IncomingMessage,
    outgoing: ServerResponse,
    stream: number | undefined,
    method = 'GET',
  ): Promise<void> {
    const { statusCode = 502, headers } = response;
    outgoing.writeHead(statusCode, withoutConnection(headers)).flushHeaders();
    if (headers['content-encoding'] && stream !== undefined) {
      this.#recording.onFault('the server compresses its answers, which cannot be searched for secrets');
    }
    const seen = { ':status': String(statusCode), ...recorded(response) };
    const isStream = headers['content-type']?.includes('text/event-stream') === true;
    const row = { dir: 'to_client', stream } as const;
    if (isStream) this.#record({ ...row, headers: seen }, null);
    const body = this.#bodyOf(isStream ? row : { ...row, headers: seen }, isStream);
    if (await passRecorded(response, outgoing, body)) {
      outgoing.end();
      return;
    }
    const isGone = outgoing.destroyed;
    outgoing.destroy();
    // a client may leave, and a stream of notifications may end: an answer may not
    if (!isGone && method === 'POST') this.#lose('it ended in the middle of an answer');
  }

  #fail(why: string, outgoing: ServerResponse): void {
    if (outgoing.destroyed) return;
    if (!outgoing.headersSent) outgoing.writeHead(502).end();
    this.#lose(why === 'ECONNREFUSED' ? 'nothing listens at its address' : why);
  }

  #bodyOf(row: Row, isStream: boolean): RecordedBody | undefined {
    if (row.stream === undefined) return undefined;
    return new RecordedBody({
      isStream,
      onMessage: (bytes) => this.#record(row, bytes),
      onFault: (message) => this.#recording.onFault(message),
    });
  }

  #record({ dir, stream, headers }: Row, bytes: Uint8Array | null): void {
    if (stream === undefined || this.#isOver) return;
    this.#recording.onPassed({ dir, t: this.#now(), stream, bytes, headers });
  }

  #now(): number {
    return Math.round(performance.now() - this.#start);
  }
}

/** Passes a body on and records it. Returns whether it came to its end. */
async function passRecorded(
  source: IncomingMessage,
  target: Writable,
  body: RecordedBody | undefined,
): Promise<boolean> {
  const taking = async (bytes: Buffer) => {
    await body?.take(bytes);
    return bytes;
  };
  // when one of the two has gone, the other one learns of it from the caller
  const isWhole = await passOn(source, target, taking).catch(() => false);
  if (isWhole) body?.end();
  else body?.drop();
  return isWhole;
}

function recorded({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !NOT_RECORDED.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(', ')]));
}
