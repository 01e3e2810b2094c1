import { isObject } from '../values/own-property.ts';
import { hasTooManyValues, LONGEST_MESSAGE } from './message-bound.ts';
import { isTooDeep } from './nesting.ts';
import type { Message } from './raw-wire.ts';
import { Wake } from './wake.ts';

/** How many times the timeout an answer may take while other messages arrive, so that a talkative server cannot go on forever. */
const MOST_TIMES = 10;

/** Messages that have arrived and were not taken yet. */
export class Inbox {
  readonly #messages: { readonly message: Message; readonly length: number }[] = [];
  /** How many bytes the messages had. */
  #length = 0;
  readonly #timeout: number;
  readonly #signal: AbortSignal;
  #latest = Number.POSITIVE_INFINITY;
  #isClosed = false;
  readonly #wake = new Wake();

  constructor(timeout: number, signal: AbortSignal) {
    this.#timeout = timeout;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake.up(), { once: true });
  }

  /** Takes a message. One that would need too much memory closes the inbox, and so do too many that no one takes. */
  add(bytes: Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#length + bytes.length > LONGEST_MESSAGE || hasTooManyValues(bytes)) {
      this.close();
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(Buffer.from(bytes).toString());
    } catch {
      return;
    }
    const messages = [value].flat().filter((each) => isObject(each) && !isTooDeep(each)) as Message[];
    for (const message of messages) this.#take(message, bytes.length / messages.length);
    this.#wake.up();
  }

  #take(message: Message, length: number): void {
    this.#messages.push({ message, length });
    this.#length += length;
  }

  close(): void {
    this.#isClosed = true;
    this.#wake.up();
  }

  /** Begins the time that an answer may take, however much else arrives meanwhile. */
  begin(): void {
    this.#latest = performance.now() + MOST_TIMES * this.#timeout;
  }

  async receive(): Promise<Message | 'timeout' | 'closed'> {
    const deadline = Math.min(performance.now() + this.#timeout, this.#latest);
    while (true) {
      this.#signal.throwIfAborted();
      const next = this.#messages.shift();
      if (next) {
        this.#length -= next.length;
        return next.message;
      }
      if (this.#isClosed) return 'closed';
      const left = deadline - performance.now();
      if (left <= 0) return 'timeout';
      await this.#wake.within(left);
    }
  }
}
