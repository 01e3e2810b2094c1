import type { ValuePath } from '../diagnostic.ts';
import { clip } from '../text/clip.ts';
import { Fault, type JsonFault } from './json-fault.ts';
import { beginsNumber, endOfNumber, type WholeNumbers } from './json-number.ts';
import { endOfString, endOfUncheckedString, keyIn } from './json-string.ts';
import { KeyShapes, looseShape, type Shape } from './key-shapes.ts';
import { MAX_DEPTH } from './source-document.ts';

/**
 * Checks a whole JSON text in one pass without building anything: grammar (RFC 8259), duplicate keys, depth, numbers
 * beyond a double. Returns the first fault, or undefined.
 *
 * Reports are long lists of records with their keys in the same order, so duplicate keys are found without a set per
 * object: see {@link KeyShapes}. Callers that need the value too use `readJson`, which takes less time.
 */
export function scanJson(text: string, wholeNumbers: WholeNumbers = 'nearest'): JsonFault | undefined {
  return new JsonScanner(wholeNumbers).scan(text);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Called with the key of a member, and the start and end of its value in the text. */
export type OnMember = (key: string, start: number, end: number) => void;

/**
 * A scanner for many texts, one after the other. It remembers the order of keys from one text to the next, and
 * nothing else. Its memory is bounded, whatever the input.
 */
export class JsonScanner {
  #text = '';
  readonly #wholeNumbers: WholeNumbers;
  readonly #shapes = new KeyShapes();
  #at = 0;
  /** One entry a level: the shape of an open object, or the index of the current element of an open list. */
  readonly #open: (Shape | number)[] = [];
  readonly #strings: 'checked' | 'skipped';
  readonly #onMember: OnMember | undefined;
  /** The start of the current member of the outermost object. */
  #memberStart = 0;

  /**
   * @param onMember called for each member of the outermost object, so callers can parse only the members they need
   * @param strings whether what is between quotes is checked. If not, the caller must parse the text too: `JSON.parse`
   *   rejects control characters and wrong escapes
   */
  constructor(
    wholeNumbers: WholeNumbers = 'nearest',
    onMember?: OnMember,
    strings: 'checked' | 'skipped' = 'checked',
  ) {
    this.#wholeNumbers = wholeNumbers;
    this.#onMember = onMember;
    this.#strings = strings;
  }

  /** Returns the first fault of a text, or undefined. See {@link scanJson}. */
  scan(text: string): JsonFault | undefined {
    this.#text = text;
    this.#at = 0;
    // a fault leaves objects open
    this.#open.length = 0;
    this.#shapes.reset();
    try {
      this.#scanDocument();
      return undefined;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return error.at(this.#path());
    }
  }

  #scanDocument(): void {
    this.#skipSpace();
    if (this.#at === this.#text.length) throw new Fault(0, 'the file is empty');
    do this.#scanOpening();
    while (this.#scanClosings());
    this.#skipSpace();
    if (this.#at < this.#text.length)
      throw new Fault(this.#at, `expected the end of the file, found ${this.#found()}`);
  }

  /** Scans from the first character of a value to its end, or to the first value inside it. */
  #scanOpening(): void {
    const open = this.#open;
    for (;;) {
      const char = this.#skipSpace();
      if (open.length === 1) this.#memberStart = this.#at;
      if (char === QUOTE) this.#takeString();
      else if (char === OPEN_OBJECT) {
        this.#enter(this.#shapes.rootAt(open.length, open.at(-1)));
        if (!this.#closesAtOnce(CLOSE_OBJECT)) {
          this.#scanKey();
          continue;
        }
      } else if (char === OPEN_LIST) {
        this.#enter(0);
        if (!this.#closesAtOnce(CLOSE_LIST)) continue;
      } else if (beginsNumber(char)) {
        this.#at = endOfNumber(this.#text, this.#at, this.#wholeNumbers);
      } else if (!this.#takeWord('true') && !this.#takeWord('false') && !this.#takeWord('null')) {
        const afterComma = open.length > 0 && (char === CLOSE_LIST || char === CLOSE_OBJECT);
        throw new Fault(
          this.#at,
          `expected a value, found ${this.#found()}`,
          afterComma ? 'remove the comma before it' : undefined,
        );
      }
      return;
    }
  }

  /** Scans what follows a value, and closes what ends here. Returns false at the end of the document. */
  #scanClosings(): boolean {
    const open = this.#open;
    while (open.length > 0) {
      const end = this.#at;
      const char = this.#skipSpace();
      const top = open[open.length - 1] as Shape | number;
      if (open.length === 1 && this.#onMember && typeof top === 'object') {
        this.#onMember(top.key, this.#memberStart, end);
      }
      const isList = typeof top === 'number';
      if (char === COMMA) {
        this.#at++;
        if (isList) open[open.length - 1] = top + 1;
        else this.#scanKey();
        return true;
      }
      if (char !== (isList ? CLOSE_LIST : CLOSE_OBJECT)) {
        throw new Fault(this.#at, `expected \`,\` or \`${isList ? ']' : '}'}\`, found ${this.#found()}`);
      }
      this.#at++;
      this.#leave();
    }
    return false;
  }

  #enter(entry: Shape | number): void {
    if (this.#open.length === MAX_DEPTH) throw new Fault(this.#at, `nested deeper than ${MAX_DEPTH} levels`);
    this.#open.push(entry);
    this.#at++;
  }

  #leave(): void {
    this.#open.pop();
    this.#shapes.leave(this.#open.length);
  }

  #closesAtOnce(close: number): boolean {
    if (this.#skipSpace() !== close) return false;
    this.#at++;
    this.#leave();
    return true;
  }

  /** Scans a key and its colon. */
  #scanKey(): void {
    const top = this.#open.length - 1;
    const current = this.#open[top] as Shape;
    const start = this.#at;
    const { next } = current;
    if (next && this.#standsHere(next.written)) {
      this.#open[top] = next;
      return;
    }
    this.#skipSpace();
    this.#scanOtherKey(current, top);
    if (this.#skipSpace() !== COLON) throw new Fault(this.#at, `expected \`:\`, found ${this.#found()}`);
    this.#at++;
    this.#shapes.expect(current, this.#open[top] as Shape, this.#text.slice(start, this.#at));
  }

  /** Skips a text if it is here. Comparing texts of this length is faster than calling the built-in. */
  #standsHere(written: string): boolean {
    const text = this.#text;
    const start = this.#at;
    const { length } = written;
    for (let index = 0; index < length; index++) {
      if (text.charCodeAt(start + index) !== written.charCodeAt(index)) return false;
    }
    this.#at = start + length;
    return true;
  }

  #scanOtherKey(current: Shape, top: number): void {
    const start = this.#at;
    if (this.#text.charCodeAt(start) !== QUOTE) {
      const trailing = this.#text.charCodeAt(start) === CLOSE_OBJECT;
      throw new Fault(
        start,
        `expected a key in double quotes, found ${this.#found()}`,
        trailing ? 'remove the comma before it' : undefined,
      );
    }
    this.#takeString();
    const written = this.#text.slice(start, this.#at);
    const key = keyIn(written, start);

    const next = this.#shapes.next(current, top, key);
    this.#open[top] = next ?? looseShape(key);
    if (next) return;
    const message = `the key \`${clip(key)}\` occurs twice in one object`;
    throw new Fault(start, message, undefined, 'a key occurs twice in one object');
  }

  #takeString(): void {
    const end = this.#strings === 'skipped' ? endOfUncheckedString : endOfString;
    this.#at = end(this.#text, this.#at);
  }

  #takeWord(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  /** Moves to the next character that is not white space, and returns its code; -1 at the end. */
  #skipSpace(): number {
    const text = this.#text;
    let at = this.#at;
    // reading beyond the end would turn every code into a double
    while (at < text.length) {
      const char = text.charCodeAt(at);
      if (char > 0x20 || !(char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09)) {
        this.#at = at;
        return char;
      }
      at++;
    }
    this.#at = at;
    return -1;
  }

  #found(): string {
    const char = this.#text.codePointAt(this.#at);
    return char === undefined ? 'the end of the file' : `\`${String.fromCodePoint(char)}\``;
  }

  #path(): ValuePath {
    const opened = this.#open.filter((entry) => typeof entry === 'number' || entry.depth > 0);
    return opened.map((entry) => (typeof entry === 'number' ? entry : entry.key));
  }
}
