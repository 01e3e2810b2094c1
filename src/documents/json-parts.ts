import { JsonScanner } from './json-scan.ts';

/** A part of a text: from an index up to another one. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns where the values of the members of an object are in its JSON text, so that they can be passed on as they were
 * written. Undefined if the text is no acceptable JSON: see {@link JsonScanner}.
 */
export function membersOf(text: string): ReadonlyMap<string, TextPart> | undefined {
  const members = new Map<string, TextPart>();
  const scanner = new JsonScanner('nearest', (key, start, end) => members.set(key, { start, end }));
  return scanner.scan(text) ? undefined : members;
}

/** Returns where the elements of a list are in its JSON text. The caller has made sure that the text is a list. */
export function elementsOf(text: string): TextPart[] {
  const elements: TextPart[] = [];
  let start = text.indexOf('[') + 1;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = endOfString(text, at);
    else if (char === '[' || char === '{') depth++;
    else if (depth > 0 && (char === ']' || char === '}')) depth--;
    else if (depth === 0 && (char === ',' || char === ']')) {
      const part = trimmed(text, start, at);
      if (part.end > part.start) elements.push(part);
      start = at + 1;
      if (char === ']') break;
    }
  }
  return elements;
}

/** Returns the index of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

const BLANKS = ' \t\r\n';

function trimmed(text: string, from: number, to: number): TextPart {
  let [start, end] = [from, to];
  while (start < end && BLANKS.includes(text.charAt(start))) start++;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end--;
  return { start, end };
}
