import { elementsOf } from '../../../../documents/json-parts.ts';
import { messageOf } from '../../../../errors.ts';
import { INVALID_REQUEST } from '../../../../mcp/error-codes.ts';
import { isObject } from '../../../../values/own-property.ts';
import { readClientLine } from './client-line.ts';
import type { ClientMessage, ToolRequest } from './client-message.ts';
import { type DenyAs, deniedAnswer, errorAnswer } from './denied-answer.ts';
import type { CallJudge, Fate, HeldFate } from './fate.ts';
import { keyOfId, writtenId } from './message-id.ts';
import { withoutTools } from './tool-list.ts';

/** What leads out of the gate; a line has no line end. */
export interface GateWires {
  toServer(line: string | Uint8Array): void;
  toClient(line: string | Uint8Array): void;
}

/** How a gate answers. */
export interface GateSettings {
  readonly denyAs: DenyAs;
  /** Whether a list of tools shows those that are always denied. */
  readonly showDenied: boolean;
}

/** Part of a batch that waits for the answers of the server, so that all of them are sent together. */
interface OpenBatch {
  readonly ids: Set<string>;
  readonly answers: readonly string[];
}

const PASS: Fate = { kind: 'pass' };

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
  /** The requests that the server has not answered, and whether each asks for the list of tools. */
  readonly #open = new Map<string, boolean>();
  #batches: OpenBatch[] = [];

  constructor(judge: CallJudge, wires: GateWires, settings: GateSettings) {
    this.#judge = judge;
    this.#wires = wires;
    this.#settings = settings;
  }

  /** Whether the client waits for an answer. */
  get isAwaited(): boolean {
    return this.#open.size > 0 || this.#held.size > 0;
  }

  /** Takes a line of the client. */
  fromClient(bytes: Uint8Array): void {
    const line = readClientLine(bytes);
    if (line.kind === 'blank') this.#wires.toServer(bytes);
    else if (line.kind === 'refused') this.#wires.toClient(errorAnswer(line));
    else if (line.kind === 'message') this.#take(line.message, bytes);
    else this.#takeBatch(line.messages, bytes);
  }

  /** Answers a line of the client that is too long to be read. */
  refuseTooLong(): void {
    this.#wires.toClient(
      errorAnswer({ id: undefined, code: INVALID_REQUEST, message: 'the message is too long' }),
    );
  }

  /** Takes a line of the server. */
  fromServer(bytes: Uint8Array): void {
    this.#wires.toClient(this.#open.size === 0 ? bytes : this.#answered(bytes));
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
      if (fate.kind === 'pass') this.#pass([message], bytes);
      const answer = this.#answerTo(message, fate);
      if (answer !== undefined) this.#wires.toClient(answer);
    };
    const outcome = this.#fateOf(message);
    if ('fate' in outcome) this.#wait(message, outcome, settle);
    else settle(outcome);
  }

  #takeBatch(messages: readonly ClientMessage[], bytes: Uint8Array): void {
    const asked = messages.filter((message) => !(message.kind === 'other' && this.#withdraws(message)));
    const outcomes = asked.map((message) => this.#fateOf(message));
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
    const answers = messages.flatMap((message, index) => this.#answerTo(message, fates[index] as Fate) ?? []);
    const ids = new Set(passing.flatMap((message) => requestKey(message) ?? []));
    if (passing.length > 0) {
      const isWhole = !isCut && passing.length === messages.length;
      const texts = passing.map((message) => ('text' in message ? message.text : ''));
      this.#pass(passing, isWhole ? bytes : `[${texts.join(',')}]`);
    }
    if (answers.length === 0) return;
    if (ids.size === 0) this.#wires.toClient(`[${answers.join(',')}]`);
    else this.#batches.push({ ids, answers });
  }

  #fateOf(message: ClientMessage): Fate | HeldFate {
    if (message.kind === 'refused') return { kind: 'denied', words: message.message };
    if (message.kind !== 'call') return PASS;
    try {
      return this.#judge.judge(message);
    } catch (error) {
      const words = `denied, since the call cannot be decided: a fault of mcptest: ${messageOf(error)}; do not retry`;
      return { kind: 'denied', words };
    }
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

  #pass(messages: readonly ClientMessage[], line: string | Uint8Array): void {
    for (const message of messages) {
      const key = requestKey(message);
      if (key !== undefined) this.#open.set(key, message.kind === 'other' && message.isList);
      // the server need not answer what was cancelled
      if (message.kind === 'other' && message.cancels !== undefined)
        this.#open.delete(keyOfId(message.cancels));
    }
    this.#wires.toServer(line);
  }

  #answerTo(message: ClientMessage, fate: Fate): string | undefined {
    if (fate.kind !== 'denied') return undefined;
    if (message.kind === 'refused') return errorAnswer(message);
    // nobody waits for the answer to a notification
    if (message.kind !== 'call' || message.id === undefined) return undefined;
    return deniedAnswer(message, fate.words, this.#settings.denyAs);
  }

  /** Returns what the client gets of a line of the server. */
  #answered(bytes: Uint8Array): string | Uint8Array {
    const text = new TextDecoder().decode(bytes);
    const value = parsed(text);
    if (!Array.isArray(value)) return isObject(value) ? this.#filtered(text, value, bytes) : bytes;
    const parts = elementsOf(text).map(({ start, end }) => text.slice(start, end));
    const shown = parts.map((part, index) => this.#filtered(part, value[index], part));
    const ids = parts.flatMap((part, index) => responseKey(part, value[index]) ?? []);
    const batch = this.#batches.find((each) => ids.some((id) => each.ids.has(id)));
    this.#batches = this.#batches.filter((each) => each !== batch);
    const isSame = !batch && shown.every((part, index) => part === parts[index]);
    return isSame ? bytes : `[${[...shown, ...(batch?.answers ?? [])].join(',')}]`;
  }

  #filtered<T extends string | Uint8Array>(text: string, value: unknown, written: T): string | T {
    const key = responseKey(text, value);
    const isList = key === undefined ? undefined : this.#open.get(key);
    if (key === undefined || isList === undefined) return written;
    this.#open.delete(key);
    if (typeof written !== 'string') this.#settleAlone(key);
    if (!isList || this.#settings.showDenied) return written;
    const shown = withoutTools(text, (tool) => this.#judge.deniesAlways(tool));
    return shown === text ? written : shown;
  }

  /** Sends the answers of a batch to which the server replies one by one. */
  #settleAlone(key: string): void {
    for (const { ids, answers } of this.#batches) {
      if (!ids.delete(key) || ids.size > 0) continue;
      for (const answer of answers) this.#wires.toClient(answer);
    }
    this.#batches = this.#batches.filter(({ ids }) => ids.size > 0);
  }
}

function requestKey(message: ClientMessage | ToolRequest): string | undefined {
  return message.kind === 'refused' || message.id === undefined ? undefined : keyOfId(message.id);
}

/** Returns the key of the request that a message answers. */
function responseKey(text: string, value: unknown): string | undefined {
  if (!isObject(value) || Object.hasOwn(value, 'method')) return undefined;
  const { id } = value;
  if (typeof id === 'string' || Number.isSafeInteger(id)) return keyOfId(JSON.stringify(id));
  const written = typeof id === 'number' ? writtenId(text) : undefined;
  return written && keyOfId(written);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
