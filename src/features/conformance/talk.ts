import { META } from '../../mcp/meta-keys.ts';
import type { Heard, Peer, Sent } from '../../mcp/peer.ts';
import type { ProtocolEra } from '../../mcp/protocol.ts';
import { connectionHeaders, requestHeaders, SESSION_HEADER } from '../../mcp/standard-headers.ts';
import { isObject, present } from '../../values/own-property.ts';
import { VERSION } from '../../version.ts';
import { type Answer, isResponse } from './answer.ts';
import type { Watch } from './watch.ts';

const CLIENT_INFO = { name: 'mcptest', version: VERSION };

/** A version that no server supports. */
export const NO_VERSION = '1999-01-01';

/** What differs from an ordinary request. */
export interface Oddity {
  readonly id?: string | number;
  /** In place of those that the request would have; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** In place of those that the request would have; undefined leaves one out. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** What is sent before the request, as lines: on stdio only. */
  readonly before?: string;
  /** Whether an error without an id is about something else. */
  readonly isExact?: boolean;
  /** Whether it asks for progress notifications, with a token of its own. */
  readonly wantsProgress?: boolean;
  /** What ends the wait besides a response. */
  readonly or?: (message: unknown) => boolean;
}

/** How often a server may be silent before nothing more is asked of it. */
const MOST_SILENCES = 5;

/** Thrown when a server was silent too often. One that has gone is heard as `closed`. */
export class NoMoreTalk extends Error {}

/** Makes requests as a client of an era makes them, and lets a watch see every answer. */
export class Talk {
  readonly peer: Peer;
  readonly era: ProtocolEra;
  readonly #watch: Watch;
  #next = 1;
  #isBegun: boolean;
  /** The version of each request: what the server named, in the legacy era. */
  version: string;
  session: string | undefined;

  constructor(peer: Peer, era: ProtocolEra, watch: Watch, version: string) {
    this.peer = peer;
    this.era = era;
    this.#watch = watch;
    this.version = version;
    this.#isBegun = era === 'modern';
  }

  /** Makes a request, and waits for its answer. @throws NoMoreTalk after too many silences */
  async ask(method: string, params: object = {}, odd: Oddity = {}): Promise<Answer> {
    const id = odd.id ?? this.#next++;
    const progressToken = odd.wantsProgress ? `mcptest-${id}` : undefined;
    const sent = this.#params(params, odd.meta, progressToken);
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: sent });
    this.#watch.ask(id, progressToken);
    const answers = (message: unknown) =>
      isResponse(message) && (odd.isExact ? message.id === id : isFor(message, id));
    const heard = await this.send({
      body: odd.before === undefined ? body : `${odd.before}\n${body}`,
      headers: present({ ...this.#headers(method, params), ...odd.headers }) as Record<string, string>,
      until: (message) => answers(message) || odd.or?.(message) === true,
    });
    const reply = heard.messages.find(answers) as Answer['reply'];
    return {
      heard,
      reply,
      result: isObject(reply?.result) ? reply.result : undefined,
      error: isObject(reply?.error) ? reply.error : undefined,
    };
  }

  /** Sends a notification. */
  notify(method: string, params: object = {}): Promise<Heard> {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      method,
      ...(this.era === 'modern' && { params: this.#params(params) }),
    });
    return this.send({ body, headers: this.#headers(method, {}) });
  }

  /** Sends anything. @throws NoMoreTalk after too many silences */
  async send(sent: Sent): Promise<Heard> {
    const heard = await this.peer.send(sent);
    this.#watch.take(heard, sent.until !== undefined);
    if (heard.end === 'silent' && ++this.#watch.silences >= MOST_SILENCES)
      throw new NoMoreTalk('the server left too many requests unanswered');
    return heard;
  }

  /** Headers of every request on the connection. */
  get standing(): Readonly<Record<string, string>> {
    return connectionHeaders(this.#isBegun ? this.version : undefined, this.session);
  }

  #headers(method: string, params: object): Readonly<Record<string, string>> {
    if (this.era === 'legacy') return this.standing;
    return { ...this.standing, ...requestHeaders(method, params as Readonly<Record<string, unknown>>) };
  }

  #params(params: object, meta: Oddity['meta'] = {}, progressToken?: string): object {
    if (this.era === 'legacy')
      return progressToken === undefined ? params : { ...params, _meta: { progressToken } };
    const _meta = {
      ...present({ progressToken }),
      [META.version]: this.version,
      [META.client]: CLIENT_INFO,
      [META.capabilities]: {},
      ...meta,
    };
    return { ...params, _meta };
  }

  /**
   * Subscribes in the modern era, waits for the first message of the subscription, and ends it. Over HTTP, the stream ends
   * with the wait.
   */
  async subscribe(notifications: object): Promise<{ answer: Answer; first: Answer['reply'] }> {
    const id = this.#next++;
    const belongs = (message: unknown) => subscriptionOf(message) === id;
    this.#watch.subscriptions.add(id);
    const answer = await this.ask('subscriptions/listen', { notifications }, { id, or: belongs });
    const first = answer.heard.messages.find(belongs) as Answer['reply'];
    if (this.peer.transport === 'stdio' && !answer.reply)
      await this.notify('notifications/cancelled', { requestId: id });
    return { answer, first };
  }

  /** Sends the handshake of the legacy era. */
  async initialize(version: string): Promise<Answer> {
    const answer = await this.ask('initialize', {
      protocolVersion: version,
      capabilities: {},
      clientInfo: CLIENT_INFO,
    });
    this.session = answer.heard.http?.headers[SESSION_HEADER];
    const named = answer.result?.protocolVersion;
    if (typeof named === 'string' && /^[\w.-]{1,40}$/.test(named)) this.version = named;
    this.#isBegun = true;
    return answer;
  }

  /**
   * Whether a server that did not answer the first request on a new connection answers no other one, either: then it has not
   * started in time, which says nothing about what it does.
   * @param method a request that the server answers
   */
  async neverStarted({ heard, reply }: Answer, method: string): Promise<boolean> {
    if (reply || heard.messages.length > 0 || heard.end !== 'silent') return false;
    const second = await this.ask(method, {}, { isExact: true });
    // a late answer to the first request: the server was slow, which says nothing either
    const isLate = second.heard.messages.some((message) => message !== second.reply && isResponse(message));
    return second.reply === undefined || isLate;
  }
}

/** Returns the id of the subscription that a message belongs to. */
function subscriptionOf(message: unknown): unknown {
  const params = isObject(message) && isObject(message.params) ? message.params : {};
  return isObject(params._meta) ? params._meta[META.subscription] : undefined;
}

/** Whether a response is for a request: its id, or none in an error that could not read it. */
function isFor(message: Readonly<Record<string, unknown>>, id: string | number): boolean {
  return message.id === id || ('error' in message && (message.id === undefined || message.id === null));
}
