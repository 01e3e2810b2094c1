import type { ValuePath } from '../diagnostic.ts';
import { clip } from '../text/clip.ts';
import { trailingZeros, withoutTrailingZeros } from '../text/trailing-zeros.ts';
import { saysNumber } from '../values/written-number.ts';
import { MAX_DEPTH } from './source-document.ts';

/** Why and where a text is not acceptable JSON. */
export interface JsonFault {
  readonly offset: number;
  readonly message: string;
  /** The message without any part of the text, for values that may contain secrets. */
  readonly discreet: string;
  readonly help?: string;
  readonly path: ValuePath;
}

/**
 * How to treat a whole number that no double represents, such as 2^53 + 1: read it as its nearest neighbour, or
 * report a fault. Code that compares the arguments of calls must not confuse two account numbers. `unjudged` takes every
 * number, even one beyond a double, for those who only ask whether a text contradicts itself.
 */
export type WholeNumbers = 'nearest' | 'exact' | 'unjudged';

/**
 * Checks a whole JSON text in one pass without building anything: grammar (RFC 8259), duplicate keys, depth, numbers
 * beyond a double. Returns the first fault, or undefined.
 *
 * Reports are long lists of records with their keys in the same order, so duplicate keys are found without a set per
 * object: see {@link Shape}. Callers that need the value too use `readJson`, which takes less time.
 */
export function scanJson(text: string, wholeNumbers: WholeNumbers = 'nearest'): JsonFault | undefined {
  return new JsonScanner(wholeNumbers).scan(text);
}

/**
 * A node in the tree of key sequences seen so far. The path from the root spells the keys of an object in order, and
 * no key occurs twice on a path, so an object that follows a known path has no duplicate. `next` guesses that an
 * object continues like the previous one.
 */
interface Shape {
  readonly key: string;
  readonly parent: Shape | undefined;
  /** The number of keys on the path from the root; the root has no key. */
  readonly depth: number;
  /** The text of the key when it was last written, from after the comma up to and including the colon. */
  written: string;
  /** The last child taken. */
  next: Shape | undefined;
  children: Map<string, Shape> | undefined;
  /** The root for objects that are values of this key. */
  inside: Shape | undefined;
}

/** Longer objects, and all objects once the tree is full, keep a set of their keys. */
const LONGEST_SHAPE = 48;
const MOST_SHAPES = 20_000;
const LONGEST_KEY = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const DIGIT_0 = 0x30;
const SMALL_E = 0x65;
/** The bit that distinguishes lower case from upper case. */
const LOWER_CASE = 0x20;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

class Fault extends Error {
  readonly offset: number;
  readonly help: string | undefined;
  readonly discreet: string;

  constructor(offset: number, message: string, help?: string, discreet = message) {
    super(message);
    this.offset = offset;
    this.help = help;
    this.discreet = discreet;
  }
}

/** Called with the key of a member, and the start and end of its value in the text. */
export type OnMember = (key: string, start: number, end: number) => void;

/**
 * A scanner for many texts, one after the other. It remembers the order of keys from one text to the next, and
 * nothing else. Its memory is bounded, whatever the input.
 */
export class JsonScanner {
  #text = '';
  readonly #wholeNumbers: WholeNumbers;
  /** The roots for objects in lists or at the top, by level: objects on the same level are alike. */
  readonly #roots: Shape[] = [];
  #shapes = 0;
  #at = 0;
  /** One entry a level: the shape of an open object, or the index of the current element of an open list. */
  readonly #open: (Shape | number)[] = [];
  /** The keys of those open objects that outgrew the shapes, by level. */
  readonly #keys = new Map<number, Set<string>>();

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
    this.#keys.clear();
    try {
      this.#scanDocument();
      return undefined;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { offset, message, discreet, help } = error;
      return { offset, message, discreet, path: this.#path(), ...(help && { help }) };
    }
  }

  #scanDocument(): void {
    this.#skipSpace();
    if (this.#at === this.#text.length) throw new Fault(0, 'the file is empty');
    do this.#scanOpening();
    while (this.#scanClosings());
    this.#skipSpace();
    if (this.#at < this.#text.length) {
      throw new Fault(this.#at, `expected the end of the file, found ${this.#found()}`);
    }
  }

  /** Scans from the first character of a value to its end, or to the first value inside it. */
  #scanOpening(): void {
    const open = this.#open;
    for (;;) {
      const char = this.#skipSpace();
      if (open.length === 1) this.#memberStart = this.#at;
      if (char === QUOTE) this.#takeString();
      else if (char === OPEN_OBJECT) {
        this.#enter(this.#rootHere());
        if (!this.#closesAtOnce(CLOSE_OBJECT)) {
          this.#scanKey();
          continue;
        }
      } else if (char === OPEN_LIST) {
        this.#enter(0);
        if (!this.#closesAtOnce(CLOSE_LIST)) continue;
      } else if (char === MINUS || isDigit(char)) this.#scanNumber();
      else if (!this.#takeWord('true') && !this.#takeWord('false') && !this.#takeWord('null')) {
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
    if (this.#open.length === MAX_DEPTH) {
      throw new Fault(this.#at, `nested deeper than ${MAX_DEPTH} levels`);
    }
    this.#open.push(entry);
    this.#at++;
  }

  #rootHere(): Shape {
    const level = this.#open.length;
    const parent = this.#open[level - 1];
    if (typeof parent === 'object') {
      parent.inside ??= shape('', undefined, 0);
      return parent.inside;
    }
    const known = this.#roots[level];
    if (known) return known;
    // levels open one after the other, but those in between may be lists
    while (this.#roots.length <= level) this.#roots.push(shape('', undefined, 0));
    return this.#roots[level] as Shape;
  }

  #leave(): void {
    this.#open.pop();
    if (this.#keys.size > 0) this.#keys.delete(this.#open.length);
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
    if (this.#skipSpace() !== COLON) {
      throw new Fault(this.#at, `expected \`:\`, found ${this.#found()}`);
    }
    this.#at++;
    const child = this.#open[top] as Shape;
    if (child.parent === current) {
      const written = this.#text.slice(start, this.#at);
      if (written.length > LONGEST_KEY) return;
      if (child.written !== written) child.written = detached(written);
      current.next = child;
    }
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
    const key = written.includes('\\') ? keyIn(written, start) : written.slice(1, -1);

    const known = this.#keys.get(top);
    const isDuplicate = known ? known.has(key) : holds(current, key);
    if (known || isDuplicate) this.#open[top] = shape(key, undefined, LONGEST_SHAPE);
    if (isDuplicate) throw duplicateKey(start, key);
    if (known) known.add(key);
    else this.#follow(current, top, key);
  }

  #follow(current: Shape, top: number, key: string): void {
    let child = current.children?.get(key);
    if (!child) {
      if (current.depth >= LONGEST_SHAPE || this.#shapes >= MOST_SHAPES || key.length > LONGEST_KEY) {
        // too many keys, too long a key, or too many kinds of object: this object leaves the tree for good
        const keys = new Set([key]);
        for (let node: Shape | undefined = current; node?.parent; node = node.parent) keys.add(node.key);
        this.#keys.set(top, keys);
        this.#open[top] = shape(key, undefined, LONGEST_SHAPE);
        return;
      }
      child = shape(detached(key), current, current.depth + 1);
      this.#shapes++;
      current.children ??= new Map();
      current.children.set(child.key, child);
    }
    this.#open[top] = child;
  }

  #takeString(): void {
    if (this.#strings === 'skipped') this.#skipString();
    else this.#scanString();
  }

  #scanString(): void {
    const text = this.#text;
    let at = this.#at + 1;
    for (;;) {
      const char = text.charCodeAt(at);
      if (char === QUOTE) break;
      if (char === BACKSLASH) at = this.#endOfEscape(at);
      else if (char >= 0x20) at++;
      else if (at >= text.length) throw new Fault(text.length, 'the file ends inside a string');
      else throw new Fault(at, 'a control character inside a string', 'write it as an escape such as \\n');
    }
    this.#at = at + 1;
  }

  /** Finds the end of a string. The built-in search takes a tenth of the time of a loop over the characters. */
  #skipString(): void {
    const text = this.#text;
    for (let from = this.#at + 1; ; ) {
      const end = text.indexOf('"', from);
      if (end === -1) throw new Fault(text.length, 'the file ends inside a string');
      let slashes = end;
      while (slashes > from && text.charCodeAt(slashes - 1) === BACKSLASH) slashes--;
      from = end + 1;
      // an even number of backslashes escape each other, and not the quote
      if ((end - slashes) % 2 === 0) {
        this.#at = from;
        return;
      }
    }
  }

  #endOfEscape(at: number): number {
    const char = this.#text.charAt(at + 1);
    if (char !== '' && '"\\/bfnrt'.includes(char)) return at + 2;
    if (char === 'u' && /^[0-9a-fA-F]{4}$/.test(this.#text.slice(at + 2, at + 6))) return at + 6;
    if (at + 1 >= this.#text.length) throw new Fault(at, 'the file ends inside a string');
    throw new Fault(at, `\`\\${char}\` is not a JSON escape`);
  }

  #scanNumber(): void {
    const start = this.#at;
    const text = this.#text;
    let at = start;
    if (text.charCodeAt(at) === MINUS) at++;
    const firstDigit = at;
    at = endOfDigits(text, at);
    if (at === firstDigit || (at - firstDigit > 1 && text.charCodeAt(firstDigit) === DIGIT_0)) {
      throw this.#badNumber(start);
    }
    let char = text.charCodeAt(at);
    const hasFraction = char === POINT;
    if (hasFraction) {
      const fraction = ++at;
      at = endOfDigits(text, at);
      if (at === fraction) throw this.#badNumber(start);
      char = text.charCodeAt(at);
    }
    const hasExponent = (char | LOWER_CASE) === SMALL_E;
    if (hasExponent) {
      char = text.charCodeAt(++at);
      if (char === PLUS || char === MINUS) at++;
      const exponent = at;
      at = endOfDigits(text, at);
      if (at === exponent) throw this.#badNumber(start);
    }
    // no shorter number can lose precision; 2^53 + 1 has 16 digits
    const isLong = hasExponent || at - start > (hasFraction ? 16 : 15);
    if (isLong && this.#wholeNumbers !== 'unjudged') this.#checkRange(start, text.slice(start, at));
    this.#at = at;
  }

  /** Checks that a double does not change the meaning of a number by making it infinite, zero or whole. */
  #checkRange(start: number, written: string): void {
    const number = Number(written);
    // long decimals and generated identifiers: most numbers that get here
    if (number !== 0 && Number.isFinite(number) && !Number.isInteger(number)) return;
    if (number !== 0 && Number.isSafeInteger(number) && /^-?\d+$/.test(written)) return;
    if (!Number.isFinite(number)) throw numberFault(start, written, 'is too large');
    const [mantissa = ''] = written.split(/[eE]/);
    const isOther =
      this.#wholeNumbers === 'exact' && Number.isInteger(number) && !saysNumber(written, number);
    const isRounded =
      isOther || number === 0
        ? /[1-9]/.test(mantissa)
        : Number.isInteger(number) && !isWhole(mantissa, Number(written.split(/[eE]/)[1] ?? 0));
    if (isRounded) throw numberFault(start, written, 'has more digits than can be represented');
  }

  #badNumber(start: number): Fault {
    const written = /[-+.\w]*/y;
    written.lastIndex = start;
    const word = clip(written.exec(this.#text)?.[0] ?? '');
    return new Fault(start, `\`${word}\` is not a JSON number`, undefined, 'not a JSON number');
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
    return this.#open.flatMap((entry): ValuePath => {
      if (typeof entry === 'number') return [entry];
      return entry.depth === 0 ? [] : [entry.key];
    });
  }
}

function shape(key: string, parent: Shape | undefined, depth: number): Shape {
  return { key, parent, depth, written: '', next: undefined, children: undefined, inside: undefined };
}

/** Copies a slice: the slice itself would keep the whole text in memory. */
export function detached(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string;
}

/** The key that a JSON string with escapes spells. Only a string that was skipped can be wrong. */
function keyIn(written: string, start: number): string {
  try {
    return JSON.parse(written) as string;
  } catch {
    throw new Fault(start, 'a key that is not a JSON string');
  }
}

function holds(node: Shape, key: string): boolean {
  for (let at: Shape | undefined = node; at?.parent; at = at.parent) if (at.key === key) return true;
  return false;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (at < text.length && isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(char: number): boolean {
  return char >= DIGIT_0 && char <= 0x39;
}

function duplicateKey(start: number, key: string): Fault {
  const message = `the key \`${clip(key)}\` occurs twice in one object`;
  return new Fault(start, message, undefined, 'a key occurs twice in one object');
}

function numberFault(start: number, written: string, problem: string): Fault {
  return new Fault(start, `the number \`${clip(written)}\` ${problem}`, undefined, `a number ${problem}`);
}

/** Whether a decimal text times ten to the exponent is a whole number. */
function isWhole(mantissa: string, exponent: number): boolean {
  const fraction = withoutTrailingZeros(mantissa.split('.')[1] ?? '');
  if (exponent >= 0) return fraction.length <= exponent;
  const whole = mantissa.split('.')[0] ?? '';
  return fraction === '' && trailingZeros(whole) >= -exponent;
}
