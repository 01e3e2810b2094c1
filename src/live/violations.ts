import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/client';
import type { ClientAbilities } from '../mcp/exchange.ts';
import { clip } from '../text/clip.ts';

/** How many violations are kept with their words. */
const MOST = 5;

/** The ability that a client must declare before a server may ask something of it. */
const NEEDED: Readonly<Record<string, keyof ClientAbilities>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
};

/**
 * Watches one connection for messages that a server must not send, and that a client drops without a word: answers that
 * nothing waits for, and requests for what the client does not offer.
 * Spec (suites and recording): "Three things must be right"
 */
export class Violations {
  count = 0;
  /** The first ones, as predicates: "answers request 3 twice". */
  readonly lines: string[] = [];
  readonly #abilities: ClientAbilities;
  readonly #requests = new Map<RequestId, 'open' | 'answered' | 'given-up'>();

  constructor(abilities: ClientAbilities) {
    this.#abilities = abilities;
  }

  /** Takes a message of the client. */
  sent(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.#requests.set(message.id, 'open');
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.giveUp(message.params?.requestId as RequestId | undefined);
    }
  }

  /** Notes that nothing waits any more for the answer to a request, which may still come. */
  giveUp(id: RequestId | undefined): void {
    if (id !== undefined && this.#requests.get(id) === 'open') this.#requests.set(id, 'given-up');
  }

  /** Takes a message of the server. */
  received(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.#asked(message.method);
    else if (!('method' in message) && message.id !== undefined) this.#answered(message.id);
  }

  add(words: string): void {
    this.count += 1;
    if (this.lines.length < MOST && !this.lines.includes(words)) this.lines.push(words);
  }

  #asked(method: string): void {
    if (method === 'ping') return;
    const needed = Object.hasOwn(NEEDED, method) ? NEEDED[method] : undefined;
    if (needed !== undefined && this.#abilities[needed] !== undefined) return;
    this.add(`asks \`${clip(method, 100)}\`, which the client does not offer`);
  }

  #answered(id: RequestId): void {
    const state = this.#requests.get(id);
    const shown = clip(JSON.stringify(id), 100);
    if (state === undefined) this.add(`answers request ${shown}, which was not sent`);
    else if (state === 'answered') this.add(`answers request ${shown} twice`);
    else this.#requests.set(id, 'answered');
  }
}
