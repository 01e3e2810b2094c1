import { escapeForTerminal } from '../text/escape-terminal.ts';

/** Text without a character that Markdown or HTML give a meaning to inside of a code span or a table. */
const PLAIN = /^[^&<>|`*~[\]\\@#$]*$/;

/** Those characters, `_` at the edge of a word, and what makes a link of a bare address. */
const SPECIAL = /[&<>|`*~[\]\\@#$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\/)|(?<=www)\./gi;

/**
 * Text from an input as code: there GitHub makes no links, mentions or references of it. Plain text becomes a
 * code span; in anything else each special character becomes a reference, since programs disagree about
 * pipes and backslashes in code spans.
 */
export function code(text: string): string {
  const line = escapeForTerminal(text);
  if (line.trim() === '') return '';
  if (PLAIN.test(line)) return `\`${line}\``;
  return `<code>${line.replace(SPECIAL, (char) => `&#${char.charCodeAt(0)};`)}</code>`;
}

/** A table; the cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
