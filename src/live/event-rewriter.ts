import { StringDecoder } from 'node:string_decoder';
import { LONGEST_FRAME } from './frame-lines.ts';

/** Returns what the client gets of a message of the server, and messages that it gets before. */
export type ReadMessage = (message: Uint8Array) => {
  readonly line: string | Uint8Array;
  readonly before: readonly string[];
};

/**
 * Rewrites a stream of events while it passes: each event leaves as soon as it is whole, byte for byte unless its data
 * changes.
 */
export class EventRewriter {
  readonly #read: ReadMessage;
  readonly #decoder = new StringDecoder('utf8');
  /** What came after the last line end. */
  #rest = '';
  /** The lines of the event so far, with their ends. */
  #lines: string[] = [];
  #length = 0;

  constructor(read: ReadMessage) {
    this.#read = read;
  }

  /** Returns what is to be sent. @throws RangeError when an event is too long to be read */
  push(bytes: Buffer): string {
    const text = this.#rest + this.#decoder.write(bytes);
    // the second half of a line end may still come
    const cut = text.endsWith('\r') ? text.length - 1 : text.length;
    let [sent, from] = ['', 0];
    for (const { index, 0: end } of text.slice(0, cut).matchAll(/\r\n|\n|\r/g)) {
      sent += this.#take(text.slice(from, index), end);
      from = index + end.length;
    }
    this.#rest = text.slice(from);
    if (this.#length + this.#rest.length > LONGEST_FRAME) throw new RangeError('the event is too long');
    return sent;
  }

  /** Returns what is left when the stream is over: an event that was not finished, which readers drop. */
  end(): string {
    return this.#lines.join('') + this.#rest + this.#decoder.end();
  }

  #take(line: string, end: string): string {
    this.#lines.push(line + end);
    this.#length += line.length + end.length;
    if (line !== '') return '';
    const lines = this.#lines;
    this.#lines = [];
    this.#length = 0;
    return this.#event(lines);
  }

  #event(lines: readonly string[]): string {
    const data = lines.flatMap((line) => dataIn(line) ?? []).join('\n');
    if (data === '') return lines.join('');
    const written = Buffer.from(data);
    const { line, before } = this.#read(written);
    const own = before.map((each) => `event: message\ndata: ${each}\n\n`).join('');
    if (line === written) return own + lines.join('');
    const rest = lines.filter((each) => dataIn(each) === undefined).join('');
    const text = typeof line === 'string' ? line : Buffer.from(line).toString();
    return `${own}data: ${text}\n${rest}`;
  }
}

/** Returns the data in a line with its end. */
function dataIn(line: string): string | undefined {
  if (!line.startsWith('data:')) return undefined;
  const value = line.slice(line.charAt(5) === ' ' ? 6 : 5);
  return value.endsWith('\r\n') ? value.slice(0, -2) : value.slice(0, -1);
}
