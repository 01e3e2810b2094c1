import { INVALID_REQUEST, PARSE_ERROR } from '../../mcp/error-codes.ts';
import { isObject } from '../../values/own-property.ts';
import type { Sent } from './exchanges.ts';
import { decoded } from './frame.ts';
import { errorText, kindOf, type Message, noMessageText } from './message.ts';
import type { Outlet, Replay } from './replay.ts';

/** What a text from a client was read as. */
export type ClientText =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'batch'; readonly messages: readonly Message[] }
  | { readonly kind: 'broken'; readonly error: string };

/** Reads what a client sent: a message, or a batch of the revision 2025-03-26. */
export function readClientText(bytes: Uint8Array): ClientText {
  const text = decoded(bytes);
  if (text === undefined) return { kind: 'broken', error: errorText(null, PARSE_ERROR, 'this is not UTF-8') };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'broken', error: errorText(null, PARSE_ERROR, 'this is not JSON') };
  }
  if (isObject(value) && kindOf(value) !== 'other') return { kind: 'message', message: value };
  if (!Array.isArray(value) || value.length === 0) return { kind: 'broken', error: noMessageText(value) };
  // each of them is answered on its own, so what is not even an object stands for one that is no message
  return { kind: 'batch', messages: value.map((each) => (isObject(each) ? each : {})) };
}

/** Answers what a client sent from a tape. A batch is answered by a batch, in the recorded order. */
export function answerClientText(read: ClientText, replay: Replay, outlet: Outlet): void {
  if (read.kind === 'broken') outlet.answer(read.error, undefined);
  else if (read.kind === 'message') replay.take(read.message, outlet);
  else {
    const batch = new Batch(read.messages.filter(isAnswered).length, outlet);
    for (const message of read.messages) replay.take(message, batch);
  }
}

/** Returns the answer to a text that is too long to be read, or has too many values. */
export function refusalText(why: string): string {
  return errorText(null, INVALID_REQUEST, why);
}

/** Whether a message gets an answer: a request, or what is no message. */
export function isAnswered(message: Message): boolean {
  const kind = kindOf(message);
  return kind === 'request' || kind === 'other';
}

/** Collects the answers to the requests of a batch, and sends them when all are there. */
class Batch implements Outlet {
  readonly #outlet: Outlet;
  readonly #answers: { readonly text: string; readonly recorded: Sent | undefined }[] = [];
  #left: number;

  constructor(requests: number, outlet: Outlet) {
    this.#left = requests;
    this.#outlet = outlet;
  }

  aside(text: string): void {
    this.#outlet.aside(text);
  }

  answer(text: string, recorded: Sent | undefined): void {
    this.#answers.push({ text, recorded });
    this.#settle();
  }

  drop(): void {
    this.#settle();
  }

  #settle(): void {
    this.#left -= 1;
    if (this.#left > 0) return;
    if (this.#answers.length === 0) {
      this.#outlet.drop();
      return;
    }
    const inOrder = this.#answers.toSorted((a, b) => placeOf(a.recorded) - placeOf(b.recorded));
    this.#outlet.answer(`[${inOrder.map(({ text }) => text).join(',')}]`, inOrder[0]?.recorded);
  }
}

/** Where an answer is on its tape. The rows count first, and then the places in a batch. */
function placeOf(recorded: Sent | undefined): number {
  return recorded ? recorded.at + recorded.index / (recorded.index + 1) : Number.POSITIVE_INFINITY;
}
