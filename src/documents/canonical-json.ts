import { escapeJson } from '../text/escape-terminal.ts';

/**
 * Writes a value as canonical JSON in a readable layout: keys in the order of RFC 8785 (by UTF-16 code unit), numbers
 * as it writes them, two spaces a level, one line break at the end. Equal values give equal bytes, whatever the order
 * of their keys. Characters that could harm a terminal are escaped.
 * @param value plain data, as `JSON.parse` returns it; a key whose value is undefined is left out
 */
export function toCanonicalJson(value: unknown): string {
  return `${escapeJson(write(value, READABLE, '\n'))}\n`;
}

/**
 * Writes a value as RFC 8785 has it, for a digest: as {@link toCanonicalJson}, but without any layout and without a line
 * break at the end, and with no character escaped that JSON lets stand.
 */
export function toCompactCanonicalJson(value: unknown): string {
  return write(value, COMPACT, '');
}

/** What stands between the tokens. */
interface Layout {
  /** Added to the line break with each level. */
  readonly indent: string;
  readonly colon: string;
}

const READABLE: Layout = { indent: '  ', colon: ': ' };
const COMPACT: Layout = { indent: '', colon: ':' };

/** @param lineBreak the line break, and the indent of the line on which the value begins */
function write(value: unknown, layout: Layout, lineBreak: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${lineBreak}${layout.indent}`;
  const isList = Array.isArray(value);
  // written by hand: a JavaScript object puts integer keys first, whatever the sort order
  const members = isList
    ? value.map((item) => write(item, layout, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, member]) => `${JSON.stringify(key)}${layout.colon}${write(member, layout, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return members.length === 0
    ? `${open}${close}`
    : `${open}${inner}${members.join(`,${inner}`)}${lineBreak}${close}`;
}
