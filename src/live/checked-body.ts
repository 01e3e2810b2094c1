import { EventRewriter } from './event-rewriter.ts';
import { faultOfFlaw } from './lost-answer.ts';
import { flawOf, type OnFlaw } from './message-flaw.ts';

/** The bytes of a body on their way to the SDK. */
export interface CheckedBody {
  /** Takes bytes, and returns those that may be passed on. */
  take(bytes: Uint8Array): Uint8Array;
  /** Returns what is left at the end of the body. @throws when the body must not be believed */
  end(): Uint8Array;
}

const NOTHING = new Uint8Array();

/** Takes the events that must not be believed out of a stream, and tells of each. */
export class CheckedEvents implements CheckedBody {
  readonly #events: EventRewriter;

  constructor(onFlaw: OnFlaw) {
    this.#events = new EventRewriter((message) => {
      const flaw = flawOf(message);
      if (flaw) onFlaw(flaw);
      // an event without data is none
      return { line: flaw ? '' : message, before: [] };
    });
  }

  take(bytes: Uint8Array): Uint8Array {
    return this.#events.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  end(): Uint8Array {
    return this.#events.end();
  }
}

/** Breaks a JSON document off at its end, if it must not be believed. */
export class CheckedDocument implements CheckedBody {
  readonly #parts: Uint8Array[] = [];

  take(bytes: Uint8Array): Uint8Array {
    this.#parts.push(bytes);
    return bytes;
  }

  end(): Uint8Array {
    const flaw = flawOf(Buffer.concat(this.#parts));
    if (flaw) throw new Error(faultOfFlaw(flaw).message);
    return NOTHING;
  }
}
