import type { Position, ValuePath } from '../diagnostic.ts';

/** Where a member of an object begins: its key and its value. For an element of a list, both are the element. */
interface Member {
  readonly key: number;
  readonly value: number;
}

/** An object or list that has been walked up to an offset. */
interface Walked {
  readonly isObject: boolean;
  readonly members: Map<string | number, Member>;
  /** Where the next member begins, after blanks. */
  next: number;
}

/**
 * Finds paths in a JSON text. It walks each object and list once, as far as it must: a rule set asks for the line of each
 * of its thousands of rules. The text must have passed the scan.
 */
export class JsonPlaces {
  readonly #text: string;
  readonly #walked = new Map<number, Walked>();
  #lineStarts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the position of a value, or of its key; that of the nearest parent for a value that is missing. */
  find(path: ValuePath, at: 'key' | 'value' = 'value'): Position {
    let offset = skipSpace(this.#text, 0);
    let keyOffset = offset;
    for (const segment of path) {
      const member = this.#member(offset, segment);
      if (!member) break;
      [keyOffset, offset] = [member.key, member.value];
    }
    return this.#position(at === 'key' ? keyOffset : offset);
  }

  #member(start: number, segment: string | number): Member | undefined {
    const isObject = this.#text[start] === '{';
    if (isObject !== (typeof segment === 'string') || (!isObject && this.#text[start] !== '['))
      return undefined;
    let walked = this.#walked.get(start);
    if (!walked) {
      walked = { isObject, members: new Map(), next: skipSpace(this.#text, start + 1) };
      this.#walked.set(start, walked);
    }
    return walked.members.get(segment) ?? this.#walkTo(segment, walked);
  }

  #walkTo(segment: string | number, walked: Walked): Member | undefined {
    const text = this.#text;
    while (walked.next < text.length && text[walked.next] !== '}' && text[walked.next] !== ']') {
      const key = walked.next;
      let value = key;
      let name: string | number = walked.members.size;
      if (walked.isObject) {
        const end = endOfString(text, key);
        name = JSON.parse(text.slice(key, end)) as string;
        value = skipSpace(text, skipSpace(text, end) + 1);
      }
      const member = { key, value };
      walked.members.set(name, member);
      const end = skipSpace(text, endOfValue(text, value));
      walked.next = text[end] === ',' ? skipSpace(text, end + 1) : end;
      if (name === segment) return member;
    }
    return undefined;
  }

  #position(offset: number): Position {
    this.#lineStarts ??= lineStartsOf(this.#text);
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 };
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

// these three functions need not check for faults

function skipSpace(text: string, at: number): number {
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++;
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"') at = endOfString(text, at) - 1;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']' || char === ',') {
      if (depth === 0) return at;
      if (char !== ',') depth--;
    }
  }
  return text.length;
}
