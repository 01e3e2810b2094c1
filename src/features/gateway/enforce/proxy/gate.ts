import { INVALID_REQUEST } from '../../../../mcp/error-codes.ts';
import { readClientLine } from './client-line.ts';
import type { ClientMessage, Refused } from './client-message.ts';
import { errorAnswer } from './denied-answer.ts';
import type { CallJudge, Fate, HeldFate } from './fate.ts';
import { answerTo, fateOf, type GateSettings, withoutDenied } from './fate-of.ts';
import { keyOfId } from './message-id.ts';
import { OpenRequests, requestKey } from './open-requests.ts';

/** What leads out of the gate; a line has no line end. */
export interface GateWires {
  toServer(line: string | Uint8Array): void;
  toClient(line: string | Uint8Array): void;
}

/**
 * Stands between a client and a server and lets through what the judge lets through. Everything but tool calls and lists of
 * tools passes as it is. Spec (enforcement): "Proxy".
 */
export class Gate {
  readonly #judge: CallJudge;
  readonly #wires: GateWires;
  readonly #settings: GateSettings;
  /** The held calls, by the key of their identifiers. */
  readonly #held = new Map<string, HeldFate>();
  readonly #notices = new Set<HeldFate>();
  readonly #open: OpenRequests;

  constructor(judge: CallJudge, wires: GateWires, settings: GateSettings) {
    this.#judge = judge;
    this.#wires = wires;
    this.#settings = settings;
    this.#open = new OpenRequests((text) => withoutDenied(text, judge, settings));
  }

  /** Whether the client waits for an answer. */
  get isAwaited(): boolean {
    return this.#open.size > 0 || this.#held.size > 0;
  }

  /** Takes a line of the client. */
  fromClient(bytes: Uint8Array): void {
    const line = readClientLine(bytes);
    if (line.kind === 'blank') this.#wires.toServer(bytes);
    else if (line.kind === 'refused') this.#refuse(line);
    else if (line.kind === 'message') this.#take(line.message, bytes);
    else this.#takeBatch(line.messages, bytes);
  }

  /** Answers a line of the client that is too long to be read. */
  refuseTooLong(): void {
    this.#refuse({ id: undefined, code: INVALID_REQUEST, message: 'the message is too long' });
  }

  #refuse(refused: Omit<Refused, 'kind'>): void {
    this.#judge.noteFault(refused.message);
    this.#wires.toClient(errorAnswer(refused));
  }

  /** Takes a line of the server. */
  fromServer(bytes: Uint8Array): void {
    const { line, before } = this.#open.answered(bytes);
    for (const answer of before) this.#wires.toClient(answer);
    this.#wires.toClient(line);
  }

  /** Withdraws what is held: the client is gone. */
  async close(): Promise<void> {
    const held = [...this.#held.values(), ...this.#notices];
    for (const each of held) each.withdraw('gone');
    await Promise.all(held.map(({ fate }) => fate));
  }

  #take(message: ClientMessage, bytes: Uint8Array): void {
    if (message.kind === 'other' && this.#withdraws(message)) return;
    const settle = (fate: Fate) => {
      if (fate.kind === 'pass') {
        this.#open.add(message, fate);
        this.#wires.toServer(bytes);
      }
      const answer = answerTo(message, fate, this.#settings.denyAs);
      if (answer !== undefined) this.#wires.toClient(answer);
    };
    const outcome = fateOf(message, this.#judge);
    if ('fate' in outcome) this.#wait(message, outcome, settle);
    else settle(outcome);
  }

  #takeBatch(messages: readonly ClientMessage[], bytes: Uint8Array): void {
    const asked = messages.filter((message) => !(message.kind === 'other' && this.#withdraws(message)));
    const outcomes = asked.map((message) => fateOf(message, this.#judge));
    const settle = (fates: readonly Fate[]) =>
      this.#settleBatch(asked, fates, asked.length < messages.length, bytes);
    if (!outcomes.some((outcome) => 'fate' in outcome)) {
      settle(outcomes as Fate[]);
      return;
    }
    const waits = outcomes.map(
      (outcome, index) =>
        new Promise<Fate>((resolve) => {
          if ('fate' in outcome) this.#wait(asked[index] as ClientMessage, outcome, resolve);
          else resolve(outcome);
        }),
    );
    void Promise.all(waits).then(settle);
  }

  #settleBatch(
    messages: readonly ClientMessage[],
    fates: readonly Fate[],
    isCut: boolean,
    bytes: Uint8Array,
  ): void {
    const passing = messages.filter((_, index) => fates[index]?.kind === 'pass');
    const answers = messages.flatMap(
      (message, index) => answerTo(message, fates[index] as Fate, this.#settings.denyAs) ?? [],
    );
    const ids = new Set(passing.flatMap((message) => requestKey(message) ?? []));
    if (passing.length > 0) {
      const isWhole = !isCut && passing.length === messages.length;
      const texts = passing.map((message) => ('text' in message ? message.text : ''));
      for (const [index, message] of messages.entries()) this.#open.add(message, fates[index] as Fate);
      this.#wires.toServer(isWhole ? bytes : `[${texts.join(',')}]`);
    }
    if (answers.length === 0) return;
    if (ids.size === 0) this.#wires.toClient(`[${answers.join(',')}]`);
    else this.#open.keep(ids, answers);
  }

  #wait(message: ClientMessage, held: HeldFate, settle: (fate: Fate) => void): void {
    const key = requestKey(message);
    if (key === undefined) this.#notices.add(held);
    else this.#held.set(key, held);
    void held.fate.then((fate) => {
      this.#notices.delete(held);
      if (key !== undefined && this.#held.get(key) === held) this.#held.delete(key);
      settle(fate);
    });
  }

  /** Whether a message cancels a held call, of which the server knows nothing. */
  #withdraws({ cancels }: Extract<ClientMessage, { kind: 'other' }>): boolean {
    const held = cancels === undefined ? undefined : this.#held.get(keyOfId(cancels));
    held?.withdraw('cancelled');
    return held !== undefined;
  }
}
