/** Splits text that arrives in pieces into lines, without their line ends. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  readonly #longest: number;
  #parts: string[] = [];
  #length = 0;

  /** @param longest the most characters of a line; a longer line, and everything after it, is dropped */
  constructor(longest: number, onLine: (line: string) => void, onTooLong: () => void) {
    this.#longest = longest;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(text: string): void {
    const [first = '', ...rest] = text.split('\n');
    this.#add(first);
    for (const part of rest) {
      this.#finish();
      this.#add(part);
    }
  }

  #add(part: string): void {
    if (this.#length > this.#longest) return;
    this.#length += part.length;
    if (this.#length > this.#longest) {
      this.#parts = [];
      this.#onTooLong();
    } else if (part !== '') this.#parts.push(part);
  }

  #finish(): void {
    if (this.#length > this.#longest) return;
    const line = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
