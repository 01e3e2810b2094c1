import type { Target } from '../mcp/target.ts';
import { isObject } from '../values/own-property.ts';
import { Child, type ChildEnd } from './child.ts';
import { EventFrames } from './event-frames.ts';
import { LONGEST_FRAME } from './frame-lines.ts';
import { LineSplitter } from './line-splitter.ts';
import { hasTooManyValues, LONGEST_MESSAGE } from './message-bound.ts';
import { isTooDeep } from './nesting.ts';
import { fetchWithoutRedirects } from './redirect.ts';

type Message = Readonly<Record<string, unknown>>;

/** A connection that sends messages as they are, and returns those of the server in their order. */
export interface RawWire {
  send(message: Message): void;
  /** Returns the next message, or why there is none. */
  receive(): Promise<Message | 'timeout' | 'closed'>;
  /** Why the server could not be talked to at all. Undefined while it can. */
  readonly why: string | undefined;
  /** Ends the connection, and every process of the server. Never rejects. */
  close(): Promise<void>;
}

/**
 * Opens a connection without the handshake of a protocol: the caller sends that too.
 * @param timeout how long {@link RawWire.receive} waits, in milliseconds
 */
export function openRawWire(target: Target, timeout: number, signal: AbortSignal): RawWire {
  const inbox = new Inbox(timeout, signal);
  return target.kind === 'stdio' ? stdioWire(target, inbox) : httpWire(target, inbox);
}

/** Messages that have arrived and were not taken yet. */
class Inbox {
  readonly #messages: { readonly message: Message; readonly length: number }[] = [];
  /** How many characters the messages had. */
  #length = 0;
  readonly #timeout: number;
  readonly #signal: AbortSignal;
  #isClosed = false;
  #wake = () => {};

  constructor(timeout: number, signal: AbortSignal) {
    this.#timeout = timeout;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  /** Takes a message. One that would need too much memory closes the inbox, and so do too many that no one takes. */
  add(text: string): void {
    if (this.#isClosed) return;
    if (this.#length + text.length > LONGEST_MESSAGE || hasTooManyValues(text)) {
      this.close();
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return;
    }
    const messages = [value].flat().filter((each) => isObject(each) && !isTooDeep(each)) as Message[];
    for (const message of messages) this.#take(message, text.length / messages.length);
    this.#wake();
  }

  #take(message: Message, length: number): void {
    this.#messages.push({ message, length });
    this.#length += length;
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  async receive(): Promise<Message | 'timeout' | 'closed'> {
    const deadline = performance.now() + this.#timeout;
    while (true) {
      this.#signal.throwIfAborted();
      const next = this.#messages.shift();
      if (next) {
        this.#length -= next.length;
        return next.message;
      }
      if (this.#isClosed) return 'closed';
      const left = deadline - performance.now();
      if (left <= 0) return 'timeout';
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

function stdioWire(target: Extract<Target, { kind: 'stdio' }>, inbox: Inbox): RawWire {
  const lines = new LineSplitter(
    LONGEST_MESSAGE,
    (line) => inbox.add(line),
    () => inbox.close(),
  );
  const child = new Child(target, (text) => lines.push(text));
  void child.ended.then(() => inbox.close());
  return {
    send: (message) => child.write(`${JSON.stringify(message)}\n`),
    receive: () => inbox.receive(),
    get why() {
      return child.end && wordsOf(child.end);
    },
    close: () => child.stop(),
  };
}

function wordsOf(end: ChildEnd): string {
  if (end.kind === 'exited') return `ended with code ${end.code} before it answered`;
  if (end.kind === 'killed') return `was ended by ${end.signal} before it answered`;
  return `cannot be started: ${end.error.code === 'ENOENT' ? 'there is no such program' : end.error.message}`;
}

/** Members of `_meta` and headers of the protocol without a handshake. */
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const SESSION = 'mcp-session-id';

function httpWire({ url, headers }: Extract<Target, { kind: 'http' }>, inbox: Inbox): RawWire {
  const ending = new AbortController();
  let session: string | undefined;
  let version: string | undefined;
  let why: string | undefined;
  // each message after the one before has arrived: a server may not know a session yet
  let last = Promise.resolve();
  const post = async (message: Message) => {
    const response = await fetchWithoutRedirects(url, {
      method: 'POST',
      headers: { ...headers, ...headersFor(message, session, version) },
      body: JSON.stringify(message),
      signal: ending.signal,
    });
    session ??= response.headers.get(SESSION) ?? undefined;
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
    const reading = take(response, isStream, (text) => {
      version ??= negotiated(text);
      inbox.add(text);
    }).catch(() => {});
    // the answer may need another message first
    if (!isStream) await reading;
  };
  return {
    send(message) {
      last = last
        .then(() => post(message))
        .catch((error: Error) => {
          why = `cannot be reached: ${(error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message}`;
          inbox.close();
        });
    },
    receive: () => inbox.receive(),
    get why() {
      return why;
    },
    async close() {
      ending.abort();
      await last;
      if (session === undefined) return;
      const bye = {
        method: 'DELETE',
        headers: { ...headers, [SESSION]: session },
        signal: AbortSignal.timeout(500),
      };
      await fetchWithoutRedirects(url, bye).catch(() => {});
    },
  };
}

async function take(response: Response, isStream: boolean, onText: (text: string) => void): Promise<void> {
  const events = new EventFrames(onText, () => {});
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += isStream ? 0 : part.length;
    if (length > LONGEST_FRAME) return;
    if (isStream) events.push(Buffer.from(part));
    else parts.push(Buffer.from(part));
  }
  if (!isStream) onText(Buffer.concat(parts).toString('utf8'));
}

/** The revision that the answer to `initialize` names, which later requests repeat. */
function negotiated(text: string): string | undefined {
  const [, version] = /"protocolVersion"\s*:\s*"([\w.-]{1,40})"/.exec(text) ?? [];
  return version;
}

function headersFor(message: Message, session: string | undefined, version: string | undefined) {
  const params = isObject(message.params) ? message.params : {};
  const meta = isObject(params._meta) ? params._meta : {};
  const own = typeof meta[VERSION] === 'string' ? meta[VERSION] : undefined;
  const name = [params.name, params.uri].find((each) => typeof each === 'string');
  const isPlain = typeof name === 'string' && /^[\x20-\x7e]*$/.test(name);
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...((own ?? version) !== undefined && { 'mcp-protocol-version': own ?? version }),
    ...(session !== undefined && { [SESSION]: session }),
    ...(own !== undefined && typeof message.method === 'string' && { 'mcp-method': message.method }),
    ...(own !== undefined && isPlain && { 'mcp-name': name }),
  } as Record<string, string>;
}
