import { isObject, valueAt } from '../../../values/own-property.ts';
import type { EventReader } from './event-reader.ts';
import { Ledger } from './ledger.ts';

/** Keys under which a call, or the event of one, keeps the id of the call. */
const ID_KEYS = ['call_id', 'callId', 'tool_use_id', 'toolUseId', 'toolUseID', 'tool_call_id', 'toolCallId'];

/**
 * Looks for calls in parts of a recording that hold none of their own, such as settings and copies of messages. What looks
 * like a call there is noted at the end, unless a call with its id was read.
 *
 * Spec (recordings): "One rule against silent loss".
 */
export class HiddenCalls {
  readonly #events: EventReader;
  readonly #isRead: (id: string) => boolean;
  readonly #ledger = new Ledger();
  /** Calls with an id, which may be read later, and what holds each. */
  readonly #waiting = new Map<string, string>();

  /** @param isRead whether a call with an id was read; asked at the end */
  constructor(events: EventReader, isRead: (id: string) => boolean) {
    this.#events = events;
    this.#isRead = isRead;
  }

  /** Looks into a part. @param what a noun phrase for the part: `rows of type system` */
  look(part: unknown, what: string): void {
    this.#ledger.begin(part);
    for (const path of this.#ledger.unread()) {
      // an event may have the id, and the call inside it the name
      const around = path.map((_, depth) => valueAt(part, path.slice(0, depth)));
      const id = [valueAt(part, path), ...around.reverse()].map(idOf).find((each) => each !== undefined);
      if (id === undefined) this.#events.unread(what);
      else this.await(id, what);
    }
  }

  /** Notes that a part tells of a call with an id, which may be read before it or after it. */
  await(id: string, what: string): void {
    this.#waiting.set(id, what);
  }

  /** Notes the calls that were not read. */
  finish(): void {
    for (const [id, what] of this.#waiting) if (!this.#isRead(id)) this.#events.unread(what);
  }
}

function idOf(value: unknown, depth: number): string | undefined {
  if (!isObject(value)) return undefined;
  // only the call itself may name it `id`: around it that is another's
  const keys = depth === 0 ? [...ID_KEYS, 'id'] : ID_KEYS;
  return keys.map((key) => value[key]).find((each) => typeof each === 'string' && each !== '') as
    | string
    | undefined;
}
