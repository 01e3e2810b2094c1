import { HEADER_MISMATCH, INTERNAL_ERROR, INVALID_REQUEST } from '../../../../mcp/error-codes.ts';
import { readClientLine } from './client-line.ts';
import type { ClientMessage, Refused } from './client-message.ts';
import { errorAnswer } from './denied-answer.ts';
import type { CallJudge, Fate, HeldFate } from './fate.ts';
import { answerTo, fateOf, type GateSettings, withoutDenied } from './fate-of.ts';
import { keyOfId } from './message-id.ts';
import { type Answered, OpenRequests, requestKey } from './open-requests.ts';
import { contradiction, type RoutingHeaders } from './routing-headers.ts';

/** What is known of a POST besides its body. */
export interface PostedBy extends RoutingHeaders {
  /** What tells clients apart: identifiers of requests are those of one client. */
  readonly client: string;
  readonly ip: string | undefined;
  /** Aborted when the client no longer waits for an answer. */
  readonly gone: AbortSignal;
}

/** What becomes of a POST: it is answered here, or passed on. */
export type Posted =
  /** An answer in JSON; undefined if nobody waits for one. */
  | { readonly kind: 'answer'; readonly text: string | undefined }
  | {
      readonly kind: 'forward';
      readonly body: string | Uint8Array;
      /** Returns what the client gets of a message of the server; absent if everything passes as it is. */
      readonly read?: (message: Uint8Array) => Answered;
      /** Answers of ours that no message of the server takes along. */
      readonly answers: readonly string[];
      /** Returns the answer if the server gives none, and why; undefined if nobody waits for one. */
      readonly failed: (why: string) => string | undefined;
    };

/**
 * Stands between clients and a server over HTTP: decides the body of each POST, and reads answers only where something of
 * them may change. Spec (enforcement): "Proxy".
 */
export class HttpGate {
  readonly #judge: CallJudge;
  readonly #settings: GateSettings;
  /** The held calls, by their client and identifier. */
  readonly #held = new Map<string, Set<HeldFate>>();

  constructor(judge: CallJudge, settings: GateSettings) {
    this.#judge = judge;
    this.#settings = settings;
  }

  /** Decides a POST. Never rejects. */
  async post(body: Uint8Array, by: PostedBy): Promise<Posted> {
    const line = readClientLine(body);
    if (line.kind === 'blank') return this.refuse('the request has no message');
    if (line.kind === 'refused') return this.#refused(line);
    const why = contradiction(line, by);
    if (why !== undefined) {
      const id = line.kind === 'message' ? line.message.id : undefined;
      return this.#refused({ id, code: HEADER_MISMATCH, message: why });
    }
    return line.kind === 'message'
      ? this.#decide([line.message], body, by, false)
      : this.#decide(line.messages, body, by, true);
  }

  /** Answers a request whose message cannot be read, or is not to be. */
  refuse(message: string): Posted {
    return this.#refused({ id: undefined, code: INVALID_REQUEST, message });
  }

  /** Returns what a client gets of a message on a stream that belongs to no request, which may repeat an answer. */
  streamed(message: Uint8Array): Answered {
    const text = new TextDecoder().decode(message);
    const shown = text.includes('"tools"') ? withoutDenied(text, this.#judge, this.#settings) : text;
    return { line: shown === text ? message : shown, before: [] };
  }

  /** Withdraws what is held: the proxy ends. */
  async close(): Promise<void> {
    const held = [...this.#held.values()].flatMap((each) => [...each]);
    for (const each of held) each.withdraw('gone');
    await Promise.all(held.map(({ fate }) => fate));
  }

  #refused(refused: Omit<Refused, 'kind'>): Posted {
    this.#judge.noteFault(refused.message);
    return { kind: 'answer', text: errorAnswer(refused) };
  }

  async #decide(
    sent: readonly ClientMessage[],
    body: Uint8Array,
    by: PostedBy,
    isBatch: boolean,
  ): Promise<Posted> {
    const messages = sent.filter((message) => !this.#withdraws(message, by));
    const fates = await Promise.all(messages.map((message) => this.#settled(message, by)));
    const answers = messages.flatMap((each, index) => this.#answer(each, fates[index] as Fate) ?? []);
    const passing = messages.filter((_, index) => fates[index]?.kind === 'pass');
    if (passing.length === 0 || by.gone.aborted) {
      const text = isBatch ? `[${answers.join(',')}]` : answers[0];
      return { kind: 'answer', text: answers.length === 0 ? undefined : text };
    }
    const open = new OpenRequests((list) => withoutDenied(list, this.#judge, this.#settings));
    for (const [index, message] of messages.entries()) open.add(message, fates[index] as Fate);
    const ids = new Set(passing.flatMap((message) => requestKey(message) ?? []));
    if (answers.length > 0 && ids.size > 0) open.keep(ids, answers);
    const texts = passing.map((message) => ('text' in message ? message.text : ''));
    return {
      kind: 'forward',
      body: passing.length === sent.length ? body : `[${texts.join(',')}]`,
      ...(open.mayChange && { read: (message: Uint8Array) => open.answered(message) }),
      answers: ids.size === 0 ? answers : [],
      failed: (why) => failures(passing, answers, why, isBatch),
    };
  }

  #answer(message: ClientMessage, fate: Fate): string | undefined {
    return answerTo(message, fate, this.#settings.denyAs);
  }

  async #settled(message: ClientMessage, { client, ip, gone }: PostedBy): Promise<Fate> {
    const outcome = fateOf(message, this.#judge, ip);
    if (!('fate' in outcome)) return outcome;
    const key = `${client} ${requestKey(message) ?? ''}`;
    const held = this.#held.get(key) ?? new Set();
    this.#held.set(key, held.add(outcome));
    const leave = () => outcome.withdraw('gone');
    gone.addEventListener('abort', leave, { once: true });
    if (gone.aborted) leave();
    try {
      return await outcome.fate;
    } finally {
      gone.removeEventListener('abort', leave);
      held.delete(outcome);
      if (held.size === 0) this.#held.delete(key);
    }
  }

  /** Whether a message cancels held calls of its client, of which the server knows nothing. */
  #withdraws(message: ClientMessage, { client }: PostedBy): boolean {
    if (message.kind !== 'other' || message.cancels === undefined) return false;
    const held = this.#held.get(`${client} ${keyOfId(message.cancels)}`);
    for (const each of held ?? []) each.withdraw('cancelled');
    return held !== undefined;
  }
}

/** Answers the requests of a client for which the server has no answer. */
function failures(
  messages: readonly ClientMessage[],
  answers: readonly string[],
  message: string,
  isBatch: boolean,
): string | undefined {
  const failed = messages.flatMap((each) =>
    each.kind !== 'refused' && each.id !== undefined && requestKey(each) !== undefined
      ? [errorAnswer({ id: each.id, code: INTERNAL_ERROR, message })]
      : [],
  );
  if (!isBatch) return failed[0];
  const all = [...answers, ...failed];
  return all.length === 0 ? undefined : `[${all.join(',')}]`;
}
