import { replaceUnsafe, replaceUnsafeInLines } from '../escape-terminal.ts';

/** A document as JSON. What could harm a terminal is written as an escape: the value stays the same. */
export function toJson(document: unknown): string {
  // JSON escapes line breaks inside of strings: those in the text are its layout, and stay. The last one is added
  // first: added to a text that was searched it would make a second copy, of hundreds of megabytes at worst
  return replaceUnsafeInLines(`${JSON.stringify(document, null, 2)}\n`, utf16Escapes);
}

/** A document as one line of JSON Lines. */
export function toJsonLine(document: unknown): string {
  return `${replaceUnsafe(JSON.stringify(document), utf16Escapes)}\n`;
}

function utf16Escapes(char: string): string {
  let escapes = '';
  for (let at = 0; at < char.length; at++) {
    escapes += `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escapes;
}
