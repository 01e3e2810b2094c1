import { escapeJson } from '../text/escape-terminal.ts';

/** A document as JSON. What could harm a terminal is written as an escape: the value stays the same. */
export function toJson(document: unknown): string {
  // the last line break is added first: added to a text that was searched it would make a second copy, of hundreds of
  // megabytes at worst
  return escapeJson(`${JSON.stringify(document, null, 2)}\n`);
}

/** A document as one line of JSON Lines. */
export function toJsonLine(document: unknown): string {
  return escapeJson(`${JSON.stringify(document)}\n`);
}
