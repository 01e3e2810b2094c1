import type { Tape } from '../../artifacts/tape/model.ts';
import { toCanonicalJson } from '../../documents/canonical-json.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND } from '../../mcp/error-codes.ts';
import { clip } from '../../text/clip.ts';
import { isObject } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';
import { type Aside, exchangesOf, type RecordedExchange, type Sent, textOfSent } from './exchanges.ts';
import { introductionOf } from './introduction.ts';
import { errorText, idKey, kindOf, type Message, noMessageText, objectIn } from './message.ts';
import { isShallow, type Redactor } from './redactor.ts';
import { forRequest, withId } from './with-id.ts';

/** Takes what is answered to a message of the client. */
export interface Outlet {
  /** A notification or a request of the server. */
  aside(text: string): void;
  /** The answer. Nothing follows it. @param recorded absent for what is not on the tape */
  answer(text: string, recorded: Sent | undefined): void;
  /** The client has cancelled the request: no answer follows. */
  drop(): void;
}

/** The exchanges of a tape, by what identifies a message. Shared by all sessions. */
export class Recorded {
  readonly #redactor: Redactor;
  readonly #byKey = new Map<string, RecordedExchange[]>();
  readonly #methods = new Map<string, RecordedExchange>();
  readonly #introductions: readonly RecordedExchange[] | undefined;

  /** The answer to `server/discover`, for a tape that has none. */
  readonly introduction: Message | undefined;

  constructor(tape: Tape, redactor: Redactor) {
    this.#redactor = redactor;
    const exchanges = exchangesOf(tape);
    this.introduction = introductionOf(tape.header, exchanges);
    for (const exchange of exchanges) {
      const { message } = exchange.request;
      const key = this.#keyOf(message);
      this.#methods.set(
        scalarText(message.method),
        this.#methods.get(scalarText(message.method)) ?? exchange,
      );
      if (key === undefined) continue;
      const list = this.#byKey.get(key);
      if (list) list.push(exchange);
      else this.#byKey.set(key, [exchange]);
    }
    const first = this.#methods.get('initialize');
    this.#introductions = first && [first];
  }

  /** Method and parameters, without `_meta` and in their redacted form. Undefined if they nest too deep to be compared. */
  #keyOf({ method, params }: Message): string | undefined {
    const { _meta, ...rest } = isObject(params) ? params : { params };
    const compared = this.#comparable(rest);
    return compared === undefined ? undefined : `${scalarText(method)} ${compared}`;
  }

  /** Whether an answer of the client is the recorded one. */
  isSameAnswer(now: Message, then: Message): boolean {
    const [a, b] = [now, then].map(({ result, error }) => this.#comparable({ result, error }));
    return a !== undefined && a === b;
  }

  /** The exchanges of a message, in their order. Equal messages get the same list. */
  find(message: Message): readonly RecordedExchange[] | undefined {
    const key = this.#keyOf(message);
    const found = key === undefined ? undefined : this.#byKey.get(key);
    // another client introduces itself in another way, and the server answers the same
    return found ?? (message.method === 'initialize' ? this.#introductions : undefined);
  }

  hasMethod(method: unknown): boolean {
    return this.#methods.has(scalarText(method));
  }

  #comparable(value: unknown): string | undefined {
    return isShallow(value) ? toCanonicalJson(this.#redactor.value(value)) : undefined;
  }
}

/** A request that waits until the client has answered a request of the server. */
interface Waiting {
  readonly exchange: RecordedExchange;
  readonly now: Message;
  readonly outlet: Outlet;
  /** What is left to send, beginning after the request of the server. */
  readonly rest: readonly Aside[];
  readonly asked: Aside;
}

/** The most requests that wait for the client. */
const MOST_WAITING = 1000;

/**
 * Answers the messages of one client as they were answered on a tape: at once, without a clock. Equal requests get the
 * recorded answers in their order, and then the last one again.
 * Spec (suites and recording): "`mcptest record` and `serve`"
 */
export class Replay {
  readonly #recorded: Recorded;
  readonly #push: (text: string) => void;
  /** How often each list was used. What is not on the tape is not kept: a client could send it without an end. */
  readonly #turns = new Map<readonly RecordedExchange[], number>();
  readonly #waiting = new Map<string, Waiting>();

  /** @param push takes what the server sent when no request was open */
  constructor(recorded: Recorded, push: (text: string) => void) {
    this.#recorded = recorded;
    this.#push = push;
  }

  /** Takes a message of the client. */
  take(message: Message, outlet: Outlet): void {
    const kind = kindOf(message);
    if (kind === 'request') this.#request(message, outlet);
    else if (kind === 'notification') this.#notification(message);
    else if (kind === 'response') this.#response(message);
    else outlet.answer(noMessageText(message), undefined);
  }

  #request(message: Message, outlet: Outlet): void {
    const exchange = this.#next(message);
    const own = exchange ? undefined : this.#ownAnswer(message.method);
    if (exchange) this.#play(exchange, message, outlet, exchange.before);
    else if (own) outlet.answer(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: own }), undefined);
    else this.#refuse(message, outlet);
  }

  /** What is about the connection, which a client may ask whenever it likes. */
  #ownAnswer(method: unknown): Message | undefined {
    if (method === 'ping') return {};
    return method === 'server/discover' ? this.#recorded.introduction : undefined;
  }

  #refuse(message: Message, outlet: Outlet): void {
    const what = nameOf(message);
    if (this.#recorded.hasMethod(message.method)) {
      fail(outlet, message.id, INVALID_PARAMS, `the tape has no ${what} with these parameters`);
    } else fail(outlet, message.id, METHOD_NOT_FOUND, `the tape has no ${what}`);
  }

  #next(message: Message): RecordedExchange | undefined {
    const list = this.#recorded.find(message);
    if (!list) return undefined;
    const turn = this.#turns.get(list) ?? 0;
    this.#turns.set(list, turn + 1);
    return list[Math.min(turn, list.length - 1)];
  }

  #play(exchange: RecordedExchange, now: Message, outlet: Outlet, asides: readonly Aside[]): void {
    for (const [index, aside] of asides.entries()) {
      const { message } = aside.sent;
      if (kindOf(message) === 'request' && aside.answer) {
        // the same exchange may be played twice at once
        const id = this.#waiting.has(idKey(message.id))
          ? `${scalarText(message.id)}-${idKey(now.id)}`
          : message.id;
        this.#wait(id, { exchange, now, outlet, rest: asides.slice(index + 1), asked: aside });
        outlet.aside(withId(aside.sent, id));
        return;
      }
      const text = forRequest(aside, exchange, now);
      if (text !== undefined) outlet.aside(text);
    }
    const { answer, after } = exchange;
    if (answer) outlet.answer(withId(answer, now.id), answer);
    // a request for notifications is not answered while they come
    else if (now.method !== 'subscriptions/listen') {
      fail(
        outlet,
        now.id,
        INTERNAL_ERROR,
        `the server never answered this ${nameOf(now)} when it was recorded`,
      );
    }
    for (const aside of after) this.#push(textOfSent(aside.sent));
  }

  /** The oldest request is given up when too many wait: its client may have gone. */
  #wait(id: unknown, waiting: Waiting): void {
    const [oldest] = this.#waiting.size < MOST_WAITING ? [] : this.#waiting;
    if (oldest) {
      const [key, { now, outlet }] = oldest;
      this.#waiting.delete(key);
      fail(outlet, now.id, INTERNAL_ERROR, 'too many requests wait for an answer of the client');
    }
    this.#waiting.set(idKey(id), waiting);
  }

  #notification(message: Message): void {
    if (message.method === 'notifications/cancelled') this.#cancel(objectIn(message, 'params').requestId);
    const exchange = this.#next(message);
    for (const { sent } of exchange?.after ?? []) this.#push(textOfSent(sent));
  }

  /** A request that waits for the client is forgotten. Others were answered already. */
  #cancel(id: unknown): void {
    for (const [key, { now, outlet }] of this.#waiting) {
      if (idKey(now.id) !== idKey(id)) continue;
      this.#waiting.delete(key);
      outlet.drop();
    }
  }

  #response(message: Message): void {
    const key = idKey(message.id);
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (!waiting?.asked.answer) return;
    const { exchange, now, outlet, rest, asked } = waiting;
    if (this.#recorded.isSameAnswer(message, waiting.asked.answer.message))
      this.#play(exchange, now, outlet, rest);
    else {
      const method = scalarText(asked.sent.message.method);
      fail(
        outlet,
        now.id,
        INVALID_PARAMS,
        `the tape has another answer of the client to \`${clip(method)}\``,
      );
    }
  }
}

function fail(outlet: Outlet, id: unknown, code: number, message: string): void {
  outlet.answer(errorText(id, code, message), undefined);
}

/** Names a request in a message: `tools/call` of `add`. */
function nameOf({ method, params }: Message): string {
  const { name, uri } = isObject(params) ? params : {};
  const what = typeof name === 'string' ? name : uri;
  return `\`${clip(scalarText(method))}\`${typeof what === 'string' ? ` of \`${clip(what)}\`` : ''}`;
}
