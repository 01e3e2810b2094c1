import { escapeJson } from '../text/escape-terminal.ts';

/**
 * A value as canonical JSON in a layout for people: keys in the order of RFC 8785 (by UTF-16 code unit), numbers as
 * it writes them, two spaces a level, one line break at the end. Equal values give equal bytes, whatever the order
 * in which their keys came. What could harm a terminal is written as an escape.
 * @param value plain data, as `JSON.parse` gives it; a key whose value is undefined is left out
 */
export function toCanonicalJson(value: unknown): string {
  return `${escapeJson(write(value, '\n'))}\n`;
}

/** @param lineBreak the line break, and the indent of the line on which the value begins */
function write(value: unknown, lineBreak: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${lineBreak}  `;
  const isList = Array.isArray(value);
  // written by hand: an object of JavaScript puts keys that are whole numbers first, whatever one sorts
  const members = isList
    ? value.map((item) => write(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, member]) => `${JSON.stringify(key)}: ${write(member, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return members.length === 0
    ? `${open}${close}`
    : `${open}${inner}${members.join(`,${inner}`)}${lineBreak}${close}`;
}
