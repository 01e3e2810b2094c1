import { StringDecoder } from 'node:string_decoder';
import { LONGEST_FRAME } from './frame-lines.ts';
import { LineSplitter } from './line-splitter.ts';

/** Returns the data of the events in a stream of bytes, such as a response of the type `text/event-stream`. */
export class EventFrames {
  readonly #decoder = new StringDecoder('utf8');
  readonly #lines: LineSplitter;
  readonly #onData: (data: string) => void;
  readonly #onTooLong: () => void;
  #data: string[] = [];
  #length = 0;

  /** @param onTooLong called when an event is longer than {@link LONGEST_FRAME} */
  constructor(onData: (data: string) => void, onTooLong: () => void) {
    this.#onData = onData;
    this.#onTooLong = onTooLong;
    this.#lines = new LineSplitter(LONGEST_FRAME, (line) => this.#take(line), onTooLong);
  }

  push(bytes: Buffer): void {
    this.#lines.push(this.#decoder.write(bytes));
  }

  #take(line: string): void {
    if (line !== '') {
      if (line.startsWith('data:')) this.#add(line.slice('data:'.length).replace(/^ /, ''));
      return;
    }
    const data = this.#data.join('\n');
    const isTooLong = this.#length > LONGEST_FRAME;
    this.#data = [];
    this.#length = 0;
    // an event without data only says where a stream may be opened again
    if (data !== '' && !isTooLong) this.#onData(data);
  }

  #add(data: string): void {
    if (this.#length > LONGEST_FRAME) return;
    this.#length += data.length;
    if (this.#length > LONGEST_FRAME) {
      this.#data = [];
      this.#onTooLong();
    } else this.#data.push(data);
  }
}
