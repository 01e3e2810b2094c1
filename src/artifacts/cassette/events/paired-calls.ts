import type { ValuePath } from '../../../diagnostic.ts';
import type { RecordedCall } from '../model.ts';
import type { EventReader, ForeignCall } from './event-reader.ts';
import type { MetResult } from './turn-builder.ts';

/**
 * Gives results to calls in a format whose ids can be relied on. A result may come before its call. One whose call is not
 * recorded is noted: a call was made of which nothing else is known.
 */
export class PairedCalls {
  readonly #events: EventReader;
  /** How many calls with an id wait for their result. */
  readonly #waiting = new Map<string, number>();
  /** Results whose call has not come yet. */
  readonly #early = new Map<string, MetResult>();
  /** The calls without an id that wait. */
  #nameless = 0;

  constructor(events: EventReader) {
    this.#events = events;
  }

  /** Whether a call with this id was met. */
  has(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** Whether a call with this id waits for its result. */
  waits(id: string): boolean {
    return (this.#waiting.get(id) ?? 0) > 0;
  }

  call(call: ForeignCall, path: ValuePath): RecordedCall {
    const recorded = this.#events.call(call, path);
    const { id } = call;
    if (id === undefined) {
      this.#nameless++;
      return recorded;
    }
    this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1);
    const early = this.#early.get(id);
    this.#early.delete(id);
    if (early) this.#answer(early, undefined);
    return recorded;
  }

  /** @param path undefined when the ledger knows the result already */
  result(met: MetResult, path: ValuePath | undefined): void {
    const { id } = met;
    if (id !== undefined && this.waits(id)) this.#answer(met, path);
    else if (id !== undefined && this.has(id)) {
      this.#events.lookInto(met.result);
      if (path) this.#events.leaveOut(path, 'further results of a call', 'a call has one result');
    } else if (this.#nameless > 0) {
      this.#nameless--;
      this.#events.result({ ...met, id: undefined }, path);
    } else {
      this.#events.lookInto(met.result);
      if (path)
        this.#events.leaveOut(path, 'results that come before their calls', 'they are read with them');
      // of the result of a call that worked, only that it worked is kept
      this.#early.set(id ?? `#${this.#early.size}`, met.is_error ? met : { ...met, result: undefined });
    }
  }

  #answer(met: MetResult, path: ValuePath | undefined): void {
    if (met.id !== undefined) this.#waiting.set(met.id, (this.#waiting.get(met.id) ?? 1) - 1);
    this.#events.result(met, path);
  }

  /** Notes the results whose call never came. */
  noteLost(): void {
    for (const id of this.#early.keys()) {
      this.#events.unread(id.startsWith('#') ? 'a result without an id' : id, 'lost-call');
    }
  }
}
