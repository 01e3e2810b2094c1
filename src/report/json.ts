import { escapeJson } from '../escape-terminal.ts';

/** A document as JSON. What could harm a terminal is written as an escape: the value stays the same. */
export function toJson(document: unknown): string {
  return `${escapeJson(JSON.stringify(document, null, 2))}\n`;
}
