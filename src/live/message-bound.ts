/** The longest message that is read, in bytes, over HTTP after decompression. */
export const LONGEST_MESSAGE = 16 * 1024 * 1024;

/** The most values of one message: objects, arrays and what is in them. More need many times the memory of their text. */
export const MOST_VALUES = 250_000;

/** Words for a message that has too many values. */
export const TOO_MANY_VALUES = `with more than ${MOST_VALUES} values`;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE, LF, CR] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b, 0x0a, 0x0d];

/** Why a message that is too long cannot be recorded. */
export const TOO_LONG_TO_RECORD = 'a message is too long to be searched for secrets';

/** Why a message with too many values cannot be recorded. */
export const TOO_MANY_TO_RECORD = `a message ${TOO_MANY_VALUES} cannot be searched for secrets`;

/** Why a message that is too long is not read. */
export const TOO_LONG_TO_READ = `a message longer than ${LONGEST_MESSAGE} bytes is not read`;

/** Why a message with too many values is not read. */
export const TOO_MANY_TO_READ = `a message ${TOO_MANY_VALUES} is not read`;

/** Whether a JSON text has more than {@link MOST_VALUES} values. What is in its strings does not count. */
export function hasTooManyValues(bytes: Uint8Array): boolean {
  if (bytes.length <= MOST_VALUES) return false;
  const bound = new MessageBound(false);
  bound.take(bytes);
  return bound.values > MOST_VALUES;
}

/** Measures the messages of a body: one, or the events of a stream, which empty lines end. */
export class MessageBound {
  readonly #isStream: boolean;
  #length = 0;
  #lineLength = 0;
  #wasCr = false;
  #isString = false;
  #isEscaped = false;
  /** How many values the message has so far. */
  values = 0;
  /** How many events are complete. */
  events = 0;

  constructor(isStream: boolean) {
    this.#isStream = isStream;
  }

  /** How many bytes the message has so far. */
  get length(): number {
    return this.#length;
  }

  /** Takes the next bytes, and returns what is wrong with the message so far: "longer than 9 bytes". */
  take(bytes: Uint8Array): string | undefined {
    let start = 0;
    for (let end = lineEnd(bytes, 0); end !== -1; end = lineEnd(bytes, start)) {
      this.#add(bytes.subarray(start, end));
      const what = this.#excess();
      if (what !== undefined) return what;
      this.#endLine(bytes[end] === CR);
      start = end + 1;
    }
    this.#add(bytes.subarray(start));
    return this.#excess();
  }

  #excess(): string | undefined {
    if (this.#length > LONGEST_MESSAGE) return `longer than ${LONGEST_MESSAGE} bytes`;
    return this.values > MOST_VALUES ? TOO_MANY_VALUES : undefined;
  }

  /** Counts the values in a part of a line. Each value opens a list or an object, is the first in one, or follows a comma. */
  #add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#wasCr = false;
    this.#length += part.length;
    this.#lineLength += part.length;
    let [isString, isEscaped, values] = [this.#isString, this.#isEscaped, 0];
    for (let at = 0; at < part.length; at++) {
      const byte = part[at];
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isString = !isString;
      else if (isString) isEscaped = byte === BACKSLASH;
      else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
    }
    [this.#isString, this.#isEscaped] = [isString, isEscaped];
    this.values += values;
  }

  #endLine(isCr: boolean): void {
    this.#length += 1;
    // no string goes on in the next line: a quote in another field of an event opens none
    [this.#isString, this.#isEscaped] = [false, false];
    const isSecond = !isCr && this.#wasCr;
    this.#wasCr = isCr;
    if (isSecond) return;
    if (this.#isStream && this.#lineLength === 0) {
      [this.#length, this.values] = [0, 0];
      this.events += 1;
    }
    this.#lineLength = 0;
  }
}

/** Returns where the next line feed or carriage return is, or -1. */
function lineEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at] === LF || bytes[at] === CR) return at;
  return -1;
}
