import { escapeJson } from '../text/escape-terminal.ts';

/** Writes a document as JSON. Characters that could harm a terminal are escaped: the value stays the same. */
export function toJson(document: unknown): string {
  // the last line break is added before escaping: added afterwards, it would copy the text, hundreds of megabytes at
  // worst
  return escapeJson(`${JSON.stringify(document, null, 2)}\n`);
}

/** Writes a document as one line of JSON Lines. */
export function toJsonLine(document: unknown): string {
  return escapeJson(`${JSON.stringify(document)}\n`);
}
