import { replaceUnsafe } from '../escape-terminal.ts';

/** A document as JSON. What could harm a terminal is written as an escape: the value stays the same. */
export function toJson(document: unknown): string {
  // the line breaks of the layout are the only control characters outside of strings
  const safe = replaceUnsafe(JSON.stringify(document, null, 2), (char) =>
    char === '\n' ? char : utf16Escapes(char),
  );
  return `${safe}\n`;
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
