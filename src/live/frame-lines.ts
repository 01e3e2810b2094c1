import { LONGEST_MESSAGE } from './message-bound.ts';

/** What counts as a line: a message, or everything between two line ends, blank lines and carriage returns included. */
type LineForm = 'message' | 'raw';

const LF = 0x0a;

/** Splits bytes that arrive in pieces into lines, without their line ends. The bytes stay as they are. */
export class FrameLines {
  readonly #onLine: (line: Uint8Array) => void;
  readonly #onTooLong: () => void;
  readonly #form: LineForm;
  #parts: Uint8Array[] = [];
  #length = 0;

  /** @param onTooLong called once for each line that is longer than {@link LONGEST_MESSAGE}, instead of `onLine` */
  constructor(onLine: (line: Uint8Array) => void, onTooLong: () => void, form: LineForm = 'message') {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
    this.#form = form;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      this.#add(bytes.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    this.#add(bytes.subarray(start));
  }

  /** Takes what is left without a line end when the stream is over. */
  end(): void {
    if (this.#length > 0) this.#finish();
  }

  #add(part: Uint8Array): void {
    if (part.length === 0 || this.#length > LONGEST_MESSAGE) return;
    this.#length += part.length;
    if (this.#length > LONGEST_MESSAGE) {
      this.#parts = [];
      this.#onTooLong();
    } else this.#parts.push(part);
  }

  #finish(): void {
    const [isTooLong, parts] = [this.#length > LONGEST_MESSAGE, this.#parts];
    this.#parts = [];
    this.#length = 0;
    if (isTooLong) return;
    const line = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
    if (this.#form === 'raw') {
      this.#onLine(line);
      return;
    }
    // a line end of Windows, and blank lines, are no messages
    const text = line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
    if (text.some((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0d)) this.#onLine(text);
  }
}
