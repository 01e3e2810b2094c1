import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestOverHttp,
} from 'node:http';
import { request as requestOverHttps } from 'node:https';
import type { Heard, HttpHeard, Peer, Sent, Trouble } from '../mcp/peer.ts';
import type { Target } from '../mcp/target.ts';
import { EventFrames } from './event-frames.ts';
import { LONGEST_MESSAGE } from './message-bound.ts';
import { UnreadMessages } from './unread-messages.ts';
import { wordsOfCode } from './words-of-code.ts';

/** A server at a URL, to which anything can be sent. Each message is a request of its own; nothing is redirected. */
export class HttpPeer implements Peer {
  readonly transport = 'http';
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeout: number;
  readonly #signal: AbortSignal;
  #trouble: Trouble | undefined;

  constructor({ url, headers }: Extract<Target, { kind: 'http' }>, timeout: number, signal: AbortSignal) {
    this.#url = new URL(url);
    this.#headers = headers;
    this.#timeout = timeout;
    this.#signal = signal;
  }

  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  async send({ body, method = 'POST', headers = {}, until }: Sent): Promise<Heard> {
    const options: RequestOptions = {
      method,
      headers: {
        accept: 'application/json, text/event-stream',
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...this.#headers,
        ...headers,
      },
    };
    const heard = await new Promise<Heard>((resolve) => {
      const outgoing = this.#open(options);
      // a header that the server gave may be one that cannot be sent
      if (!outgoing) return resolve({ messages: [], noise: [], end: 'closed' });
      const listening = new Listening(until, (end) => {
        clearTimeout(timer);
        this.#signal.removeEventListener('abort', stop);
        outgoing.destroy();
        resolve(listening.heard(end));
      });
      const stop = () => listening.end('closed');
      const timer = setTimeout(() => listening.end('silent'), this.#timeout);
      this.#signal.addEventListener('abort', stop, { once: true });
      outgoing.on('response', (incoming) => listening.take(incoming));
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const cause = wordsOfCode(error.code) ?? error.code ?? error.message;
        if (!listening.isAnswered) this.#trouble = { why: `cannot be reached: ${cause}` };
        stop();
      });
      outgoing.end(body);
    });
    this.#signal.throwIfAborted();
    return heard;
  }

  #open(options: RequestOptions): ClientRequest | undefined {
    const send = this.#url.protocol === 'https:' ? requestOverHttps : requestOverHttp;
    try {
      return send(this.#url, options);
    } catch {
      return undefined;
    }
  }

  end(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Reads one answer until what is waited for came, or the answer ends. */
class Listening {
  readonly #unread = new UnreadMessages();
  readonly #until: Sent['until'];
  readonly #finish: (end: Heard['end']) => void;
  #http: HttpHeard | undefined;
  #isOver = false;

  constructor(until: Sent['until'], finish: (end: Heard['end']) => void) {
    this.#until = until;
    this.#finish = finish;
  }

  /** Whether there was an answer, or nothing more is listened to. */
  get isAnswered(): boolean {
    return this.#isOver || this.#http !== undefined;
  }

  end(how: Heard['end']): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#finish(how);
  }

  heard(end: Heard['end']): Heard {
    return { ...this.#unread.take(), end, http: this.#http };
  }

  take(incoming: IncomingMessage): void {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    );
    const status = incoming.statusCode ?? 0;
    this.#http = { status, headers, hasBody: false };
    const isStream = headers['content-type']?.includes('text/event-stream') === true;
    // a stream that belongs to no request may stay open for good, and says all that is asked for by its head
    if (isStream && !this.#until) {
      this.end('answered');
      return;
    }
    const events = new EventFrames((bytes) => this.#add(bytes));
    const parts: Buffer[] = [];
    let length = 0;
    incoming.on('data', (part: Buffer) => {
      this.#http = { status, headers, hasBody: true };
      length += isStream ? 0 : part.length;
      if (length > LONGEST_MESSAGE) return this.end('closed');
      if (!isStream) parts.push(part);
      else this.#push(events, part);
    });
    incoming.on('error', () => this.end('closed'));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      if (body.toString().trim() !== '') this.#add(body);
      this.end(isStream ? 'closed' : 'answered');
    });
  }

  #push(events: EventFrames, part: Buffer): void {
    try {
      events.push(part);
    } catch {
      // an event that is too long to be read
      this.end('closed');
    }
  }

  #add(bytes: Uint8Array): void {
    if (this.#isOver) return;
    const kept = this.#unread.add(bytes);
    if (kept === 'too much') this.end('closed');
    else if (kept !== 'noise' && this.#until?.(kept.message)) this.end('answered');
  }
}
