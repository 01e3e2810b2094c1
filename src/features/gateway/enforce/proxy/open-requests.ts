import { elementsOf } from '../../../../documents/json-parts.ts';
import { isObject } from '../../../../values/own-property.ts';
import type { ClientMessage } from './client-message.ts';
import type { Fate } from './fate.ts';
import { keyOfId, writtenId } from './message-id.ts';

type OnQuestion = Extract<Fate, { kind: 'pass' }>['onQuestion'];

/** A request that the server has not answered. */
interface OpenRequest {
  /** Whether it asks for the list of tools. */
  readonly isList: boolean;
  readonly onQuestion: OnQuestion;
}

/** Part of a batch that waits for the answers of the server, so that all of them are sent together. */
interface OpenBatch {
  readonly ids: Set<string>;
  readonly answers: readonly string[];
}

/** What the client gets of a line of the server, and lines that it gets before. */
export interface Answered {
  readonly line: string | Uint8Array;
  readonly before: readonly string[];
}

const NOTHING: readonly string[] = [];

/** The requests that have passed and that the server has not answered yet: they tell what its answers are. */
export class OpenRequests {
  readonly #shown: (list: string) => string;
  readonly #open = new Map<string, OpenRequest>();
  #batches: OpenBatch[] = [];

  /** @param shown returns what the client sees of an answer to `tools/list` */
  constructor(shown: (list: string) => string) {
    this.#shown = shown;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Whether the client may get something else than the server sends. */
  get mayChange(): boolean {
    return (
      this.#batches.length > 0 ||
      [...this.#open.values()].some(({ isList, onQuestion }) => isList || onQuestion !== undefined)
    );
  }

  /** Takes a message of the client with its fate. Of those that pass, the server will answer the requests. */
  add(message: ClientMessage, fate: Fate): void {
    if (fate.kind !== 'pass') return;
    const key = requestKey(message);
    if (key !== undefined) {
      const isList = message.kind === 'other' && message.isList;
      this.#open.set(key, { isList, onQuestion: fate.onQuestion });
    }
    // the server need not answer what was cancelled
    if (message.kind === 'other' && message.cancels !== undefined)
      this.#open.delete(keyOfId(message.cancels));
  }

  /** Keeps answers of ours until the server has answered the rest of their batch. */
  keep(ids: Set<string>, answers: readonly string[]): void {
    this.#batches.push({ ids, answers });
  }

  /** Returns what the client gets of a line of the server. */
  answered(bytes: Uint8Array): Answered {
    if (this.#open.size === 0) return { line: bytes, before: NOTHING };
    const text = new TextDecoder().decode(bytes);
    const value = parsed(text);
    if (isObject(value)) return this.#answer(text, value, bytes);
    return { line: Array.isArray(value) ? this.#batch(text, value, bytes) : bytes, before: NOTHING };
  }

  #answer(text: string, value: object, bytes: Uint8Array): Answered {
    const key = responseKey(text, value);
    const line = this.#filtered(text, value, bytes, key);
    return { line, before: key === undefined ? NOTHING : this.#settleAlone(key) };
  }

  #batch(text: string, value: readonly unknown[], bytes: Uint8Array): string | Uint8Array {
    const parts = elementsOf(text).map(({ start, end }) => text.slice(start, end));
    const keys = parts.map((part, index) => responseKey(part, value[index]));
    const shown = parts.map((part, index) => this.#filtered(part, value[index], part, keys[index]));
    const batch = this.#batches.find((each) => keys.some((key) => key !== undefined && each.ids.has(key)));
    this.#batches = this.#batches.filter((each) => each !== batch);
    const isSame = !batch && shown.every((part, index) => part === parts[index]);
    return isSame ? bytes : `[${[...shown, ...(batch?.answers ?? [])].join(',')}]`;
  }

  #filtered<T extends string | Uint8Array>(
    text: string,
    value: unknown,
    written: T,
    key: string | undefined,
  ): string | T {
    const open = key === undefined ? undefined : this.#open.get(key);
    if (key === undefined || open === undefined) return written;
    this.#open.delete(key);
    if (open.onQuestion) noteQuestion(value, open.onQuestion);
    if (!open.isList) return written;
    const shown = this.#shown(text);
    return shown === text ? written : shown;
  }

  /** Returns the answers of a batch to which the server has replied one by one. */
  #settleAlone(key: string): readonly string[] {
    if (this.#batches.length === 0) return NOTHING;
    for (const { ids } of this.#batches) ids.delete(key);
    const done = this.#batches.filter(({ ids }) => ids.size === 0);
    this.#batches = this.#batches.filter(({ ids }) => ids.size > 0);
    return done.flatMap(({ answers }) => answers);
  }
}

/** Returns the key of a request; undefined for a message that nobody answers. */
export function requestKey(message: ClientMessage): string | undefined {
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

/** Tells whoever let a call through that the server asks something before it goes on. */
function noteQuestion(value: unknown, onQuestion: NonNullable<OnQuestion>): void {
  const result = isObject(value) ? value.result : undefined;
  if (!isObject(result) || result.resultType !== 'input_required') return;
  onQuestion(typeof result.requestState === 'string' ? result.requestState : undefined);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
