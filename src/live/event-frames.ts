import { EventRewriter } from './event-rewriter.ts';

/** Returns the data of the events in a stream of bytes, such as a response of the type `text/event-stream`. */
export class EventFrames {
  readonly #events: EventRewriter;

  constructor(onData: (data: Uint8Array) => void) {
    this.#events = new EventRewriter((message) => {
      onData(message);
      return { line: message, before: [] };
    });
  }

  /** @throws RangeError when an event is too long to be read */
  push(bytes: Buffer): void {
    this.#events.push(bytes);
  }
}
