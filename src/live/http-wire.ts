import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { META } from '../mcp/meta-keys.ts';
import { connectionHeaders, requestHeaders, SESSION_HEADER } from '../mcp/standard-headers.ts';
import type { Target } from '../mcp/target.ts';
import { isObject } from '../values/own-property.ts';
import { EventFrames } from './event-frames.ts';
import type { Inbox } from './inbox.ts';
import { LONGEST_MESSAGE } from './message-bound.ts';
import type { Message, RawWire } from './raw-wire.ts';
import { readWhole } from './read-whole.ts';
import { fetchWithoutRedirects } from './redirect.ts';

/** How long a server may take to end a session, in milliseconds. */
const LAST_WORDS = 500;

/** A connection to a server over streamable HTTP. */
export class HttpWire implements RawWire {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #inbox: Inbox;
  readonly #ending = new AbortController();
  #session: string | undefined;
  #version: string | undefined;
  #why: string | undefined;
  /** Each message is sent after the one before has arrived: a server may not know a session yet. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ url, headers }: Extract<Target, { kind: 'http' }>, inbox: Inbox) {
    this.#url = url;
    this.#headers = headers;
    this.#inbox = inbox;
  }

  get why(): string | undefined {
    return this.#why;
  }

  send(message: Message, mirrored?: Readonly<Record<string, string>>): void {
    this.#last = this.#last
      .then(() => this.#post(message, mirrored))
      .catch((error: Error) => {
        this.#why = `cannot be reached: ${(error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message}`;
        this.#inbox.close();
      });
  }

  begin(): void {
    this.#inbox.begin();
  }

  receive(): ReturnType<RawWire['receive']> {
    return this.#inbox.receive();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#last;
    if (this.#session === undefined) return;
    const headers = { ...this.#headers, [SESSION_HEADER]: this.#session };
    const signal = AbortSignal.timeout(LAST_WORDS);
    await fetchWithoutRedirects(this.#url, { method: 'DELETE', headers, signal }).catch(() => {});
  }

  async #post(message: Message, mirrored?: Readonly<Record<string, string>>): Promise<void> {
    const response = await this.#fetch('POST', message, mirrored);
    const isStream = isOfEvents(response);
    const reading = this.#read(response, isStream);
    // the answer may need another message first
    if (!isStream) await reading;
    // not waited for: some servers send no headers before the first event
    if (message.method === 'notifications/initialized') void this.#listen().catch(() => {});
  }

  /** Opens the stream for what belongs to no request. A server may have none. */
  async #listen(): Promise<void> {
    const response = await this.#fetch('GET', {});
    if (response.ok && isOfEvents(response)) void this.#read(response, true);
    else await response.body?.cancel();
  }

  async #fetch(
    method: 'POST' | 'GET',
    message: Message,
    mirrored: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const response = await fetchWithoutRedirects(this.#url, {
      method,
      headers: { ...this.#headers, ...headersFor(message, this.#session, this.#version, mirrored) },
      ...(method === 'POST' && { body: JSON.stringify(message) }),
      signal: this.#ending.signal,
    });
    this.#session ??= response.headers.get(SESSION_HEADER) ?? undefined;
    return response;
  }

  /** Reads the messages of a response. One that breaks off has none any more. */
  async #read(response: Response, isStream: boolean): Promise<void> {
    if (response.body === null) return;
    const source = Readable.fromWeb(response.body as ReadableStream);
    const take = (bytes: Uint8Array) => {
      this.#version ??= negotiated(bytes);
      this.#inbox.add(bytes);
    };
    if (isStream) {
      const events = new EventFrames(take);
      try {
        for await (const bytes of source) events.push(bytes);
      } catch (error) {
        if (error instanceof RangeError) this.#inbox.close();
      }
      return;
    }
    const whole = await readWhole(source, LONGEST_MESSAGE);
    if (whole === 'too-long') this.#inbox.close();
    else if (whole !== undefined) take(whole);
  }
}

function isOfEvents({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('text/event-stream') === true;
}

/** The revision that the answer to `initialize` names, which later requests repeat. */
function negotiated(message: Uint8Array): string | undefined {
  const text = Buffer.from(message).toString();
  const [, version] = /"protocolVersion"\s*:\s*"([\w.-]{1,40})"/.exec(text) ?? [];
  return version;
}

function headersFor(
  message: Message,
  session: string | undefined,
  version: string | undefined,
  mirrored: Readonly<Record<string, string>>,
): Record<string, string> {
  const params = isObject(message.params) ? message.params : {};
  const meta = isObject(params._meta) ? params._meta : {};
  const stated = meta[META.version];
  // a request that names its own revision is one of the protocol without a handshake
  const own = typeof stated === 'string' ? stated : undefined;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...connectionHeaders(own ?? version, session),
    ...(own !== undefined && { ...requestHeaders(message.method, params), ...mirrored }),
  };
}
