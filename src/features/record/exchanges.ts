import type { FrameRow, Tape } from '../../artifacts/tape/model.ts';
import { META } from '../../mcp/meta-keys.ts';
import { SESSION_HEADER } from '../../mcp/standard-headers.ts';
import { messagesIn, textOf } from './frame.ts';
import { idKey, kindOf, type Message, objectIn } from './message.ts';

/** A message that a side sent, as it was sent. */
export interface Sent {
  readonly message: Message;
  /** The text of the message, if it was a frame of its own: exactly what was sent. */
  readonly text: string | undefined;
  readonly row: FrameRow;
  /** The position of the row on the tape, from 0, and of the message in a batch. */
  readonly at: number;
  readonly index: number;
  readonly isBatch: boolean;
}

/** Returns the text of a message: exactly what was sent, if it was a frame of its own. */
export function textOfSent({ text, message }: Sent): string {
  return text ?? JSON.stringify(message);
}

/** A message of the server that is no answer. */
export interface Aside {
  readonly sent: Sent;
  /** What the client answered to a request of the server. */
  answer?: Sent;
}

/** A message of the client, and everything that the server sent because of it. */
export interface RecordedExchange {
  readonly request: Sent;
  readonly kind: 'request' | 'notification';
  /** What came before the answer, in its order. */
  readonly before: Aside[];
  answer?: Sent;
  /** What came after the answer, or after a notification, before the client sent anything else. */
  readonly after: Aside[];
}

/**
 * Returns what was recorded as exchanges, in the order in which the client sent its messages. An answer belongs to the
 * request with its id in the same direction, however late it comes. Anything else that the server sends belongs to the
 * request that it names by a progress token or a subscription, else to the request of its stream; on stdio, where all share
 * one stream, to the last request without an answer, else to the last message of the client.
 */
export function exchangesOf({ frames }: Tape): readonly RecordedExchange[] {
  const pairing = new Pairing();
  for (const [at, row] of frames.entries()) pairing.take(row, at);
  return pairing.exchanges;
}

/** An exchange in its session, and whether its request waits for an answer. */
interface Open {
  readonly session: string;
  readonly exchange: RecordedExchange;
  isOpen: boolean;
}

/** A stream, and what the client sent in it, oldest first. */
interface Stream {
  session: string;
  readonly sent: Open[];
}

class Pairing {
  readonly exchanges: RecordedExchange[] = [];
  readonly #streams = new Map<number, Stream>();
  /** The last message of the client in each session. */
  readonly #last = new Map<string, Open>();
  /** Requests that wait for an answer: by stream and id, by session and id, and by session and progress token. */
  readonly #asked = new OldestFirst<Open>();
  /** Requests of the server that the client has not answered, by session and id. */
  readonly #askedClient = new Map<string, Aside>();

  take(row: FrameRow, at: number): void {
    const messages = messagesIn(row);
    const isBatch = Array.isArray(row.frame) || messages.length > 1;
    const text = isBatch ? undefined : textOf(row);
    const stream = this.#streamOf(row);
    for (const [index, message] of messages.entries()) {
      const sent = { message, text, row, at, index, isBatch };
      if (row.dir === 'to_server') this.#fromClient(sent, stream);
      else this.#fromServer(sent, stream);
    }
  }

  #streamOf({ stream, headers }: FrameRow): Stream {
    const named = headers?.[SESSION_HEADER];
    const known = this.#streams.get(stream);
    if (!known) {
      const opened: Stream = { session: named ?? '', sent: [] };
      this.#streams.set(stream, opened);
      return opened;
    }
    // the answer to the first request of a session names it
    const first = known.sent.at(-1);
    if (named !== undefined && known.session === '') {
      known.session = named;
      if (first) this.#last.set(named, first);
    }
    return known;
  }

  #fromClient(sent: Sent, stream: Stream): void {
    const { message, row } = sent;
    const kind = kindOf(message);
    if (kind === 'response') {
      const key = stream.session + idKey(message.id);
      const aside = this.#askedClient.get(key);
      if (aside) aside.answer = sent;
      this.#askedClient.delete(key);
    } else if (kind === 'request' || kind === 'notification') {
      const exchange: RecordedExchange = { request: sent, kind, before: [], after: [] };
      const open = { session: stream.session, exchange, isOpen: kind === 'request' };
      this.exchanges.push(exchange);
      stream.sent.push(open);
      this.#last.set(stream.session, open);
      if (!open.isOpen) return;
      this.#asked.add(`stream ${row.stream} ${idKey(message.id)}`, open);
      this.#asked.add(`id ${stream.session} ${idKey(message.id)}`, open);
      const token = progressTokenOf(message);
      if (token !== undefined) this.#asked.add(`token ${stream.session} ${idKey(token)}`, open);
    }
  }

  #fromServer(sent: Sent, stream: Stream): void {
    const { message, row } = sent;
    const kind = kindOf(message);
    if (kind === 'response') {
      const key = idKey(message.id);
      // streams come first: without sessions, the ids of several clients may be the same
      const asked =
        this.#asked.first(`stream ${row.stream} ${key}`) ?? this.#asked.first(`id ${stream.session} ${key}`);
      if (!asked) return;
      asked.exchange.answer = sent;
      asked.isOpen = false;
    } else if (kind !== 'other') {
      const aside: Aside = { sent };
      if (kind === 'request') this.#askedClient.set(stream.session + idKey(message.id), aside);
      const cause = this.#named(message, stream.session) ?? this.#lastIn(stream);
      if (cause) (cause.isOpen ? cause.exchange.before : cause.exchange.after).push(aside);
    }
  }

  /** The request that a message names by a subscription or a progress token. */
  #named(message: Message, session: string): Open | undefined {
    const params = objectIn(message, 'params');
    const subscription = objectIn(params, '_meta')[META.subscription];
    if (subscription !== undefined) return this.#asked.first(`id ${session} ${idKey(subscription)}`);
    if (message.method !== 'notifications/progress') return undefined;
    return this.#asked.first(`token ${session} ${idKey(params.progressToken)}`);
  }

  /** The last request of a stream that waits for an answer, else what the client sent last. */
  #lastIn({ sent, session }: Stream): Open | undefined {
    while (sent.at(-1)?.isOpen === false) sent.pop();
    return sent.at(-1) ?? this.#last.get(session);
  }
}

/** Open requests under keys. Those that were answered are dropped when they are met. */
class OldestFirst<T extends { readonly isOpen: boolean }> {
  readonly #lists = new Map<string, T[]>();

  add(key: string, value: T): void {
    const list = this.#lists.get(key);
    if (list) list.push(value);
    else this.#lists.set(key, [value]);
  }

  first(key: string): T | undefined {
    const list = this.#lists.get(key) ?? [];
    while (list.length > 0 && !list[0]?.isOpen) list.shift();
    return list[0];
  }
}

/** Returns the token with which a request asks for its progress. */
export function progressTokenOf(request: Message): unknown {
  return objectIn(objectIn(request, 'params'), '_meta').progressToken;
}
