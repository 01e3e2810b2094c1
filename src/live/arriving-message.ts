import { bodyBudget } from './body-budget.ts';
import { MessageBound } from './message-bound.ts';

/** The body of one response, within the bounds of a message and of the budget of this process. */
export class ArrivingMessage {
  readonly #isStream: boolean;
  readonly #refuse: (what: string) => Error;
  readonly #bound: MessageBound;
  readonly #share = bodyBudget.open();
  #parts: Uint8Array[] = [];
  #events = 0;

  /** @param refuse makes the error for a message that is too long, or has too many values */
  constructor(isStream: boolean, refuse: (what: string) => Error) {
    this.#isStream = isStream;
    this.#refuse = refuse;
    this.#bound = new MessageBound(isStream);
  }

  /**
   * Takes bytes, when there is room for them. Returns those that may be passed on: of a stream, only up to where an event
   * has ended. The parser of the SDK joins the parts of a line each time it gets one, which needs many times its memory.
   */
  async take(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    const bound = this.#bound;
    const what = bound.take(bytes);
    if (what !== undefined) throw this.#refuse(what);
    if (bound.length === 0) this.#share.release();
    else await this.#share.hold(bound.length);
    if (!this.#isStream) return bytes;
    this.#parts.push(bytes);
    if (bound.events === this.#events) return undefined;
    this.#events = bound.events;
    return this.#joined();
  }

  /** Returns what was not passed on, at the end of the body. Undefined if there is nothing. */
  rest(): Uint8Array | undefined {
    this.#share.release();
    return this.#parts.length === 0 ? undefined : this.#joined();
  }

  /** Gives up the message. */
  drop(): void {
    this.#share.release();
    this.#parts = [];
  }

  #joined(): Uint8Array {
    const parts = this.#parts;
    this.#parts = [];
    return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
  }
}
