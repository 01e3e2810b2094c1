import { LONGEST_MESSAGE } from './message-bound.ts';

/** Returns what the client gets of a message of the server, and messages that it gets before. */
export type ReadMessage = (message: Uint8Array) => {
  readonly line: string | Uint8Array;
  readonly before: readonly string[];
};

/** A byte order mark, a character a byte. */
const MARK = '\xef\xbb\xbf';

/**
 * Rewrites a stream of events while it passes: each event leaves as soon as it is whole, byte for byte unless its data
 * changes. Its texts have a character for each byte, so that bytes which are no text stay what they are.
 */
export class EventRewriter {
  readonly #read: ReadMessage;
  /** A carriage return at the end of what came: the second half of its line end may still come. */
  #held = '';
  /** The parts of the line that has not ended. */
  #parts: string[] = [];
  /** The lines of the event so far, with their ends. */
  #lines: string[] = [];
  /** How long the event is so far, in bytes. */
  #length = 0;
  #isFirst = true;

  constructor(read: ReadMessage) {
    this.#read = read;
  }

  /** Returns what is to be sent. @throws RangeError when an event is too long to be read */
  push(bytes: Buffer): Buffer {
    const text = this.#held + bytes.toString('latin1');
    const cut = text.endsWith('\r') ? text.length - 1 : text.length;
    this.#held = text.slice(cut);
    let [sent, from] = ['', 0];
    for (const { index, 0: end } of text.slice(0, cut).matchAll(/\r\n|\n|\r/g)) {
      this.#add(text.slice(from, index));
      sent += this.#endLine(end);
      from = index + end.length;
    }
    this.#add(text.slice(from, cut));
    return Buffer.from(sent, 'latin1');
  }

  /** Returns what is left when the stream is over: an event that was not finished, which readers drop. */
  end(): Buffer {
    return Buffer.from([...this.#lines, ...this.#parts, this.#held].join(''), 'latin1');
  }

  #add(part: string): void {
    this.#length += part.length;
    if (this.#length > LONGEST_MESSAGE) throw new RangeError('the event is too long');
    if (part !== '') this.#parts.push(part);
  }

  #endLine(end: string): string {
    const line = this.#parts.join('');
    this.#parts = [];
    this.#lines.push(line + end);
    this.#length += end.length;
    if (line !== '') return '';
    const lines = this.#lines;
    this.#lines = [];
    this.#length = 0;
    return this.#event(lines);
  }

  #event(lines: readonly string[]): string {
    // a byte order mark before the first event is no part of it
    const mark = this.#isFirst && lines[0]?.startsWith(MARK) ? MARK : '';
    this.#isFirst = false;
    const fields = [lines[0]?.slice(mark.length) ?? '', ...lines.slice(1)];
    const data = fields.flatMap((line) => dataIn(line) ?? []).join('\n');
    if (data === '') return lines.join('');
    const written = Buffer.from(data, 'latin1');
    const { line, before } = this.#read(written);
    const own = before.map((each) => `event: message\ndata: ${inBytes(each)}\n\n`).join('');
    if (line === written) return mark + own + fields.join('');
    const rest = fields.filter((each) => dataIn(each) === undefined).join('');
    return `${mark}${own}data: ${inBytes(line)}\n${rest}`;
  }
}

/** Returns a text with a character for each byte. */
function inBytes(line: string | Uint8Array): string {
  return Buffer.from(line as string).toString('latin1');
}

/** Returns the data in a line with its end. */
function dataIn(line: string): string | undefined {
  if (!line.startsWith('data:')) return undefined;
  const value = line.slice(line.charAt(5) === ' ' ? 6 : 5);
  return value.endsWith('\r\n') ? value.slice(0, -2) : value.slice(0, -1);
}
