import { replaceUnsafeInLines } from '../escape-terminal.ts';

/** A document as JSON. What could harm a terminal is written as an escape: the value stays the same. */
export function toJson(document: unknown): string {
  // JSON escapes line breaks inside of strings: those in the text are its layout, and stay. Million-line reports
  // are common enough that a replacement of each of them by itself would take half of the memory of a run
  return `${replaceUnsafeInLines(JSON.stringify(document, null, 2), utf16Escapes)}\n`;
}

function utf16Escapes(char: string): string {
  let escapes = '';
  for (let at = 0; at < char.length; at++) {
    escapes += `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escapes;
}
