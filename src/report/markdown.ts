import { escapeForTerminal } from '../text/escape-terminal.ts';

/** Text without characters that have a meaning in Markdown or HTML inside a code span or a table. */
const PLAIN = /^[^&<>|`*~[\]\\@#$]*$/;

/** Those characters, `_` at the edge of a word, and the characters that turn a bare URL into a link. */
const SPECIAL = /[&<>|`*~[\]\\@#$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\/)|(?<=www)\./gi;

/**
 * Formats text from an input as code, where GitHub does not turn it into links, mentions or references. Plain text
 * becomes a code span. In other text, each special character becomes a character reference, because programs disagree
 * about pipes and backslashes in code spans.
 */
export function code(text: string): string {
  const line = escapeForTerminal(text);
  if (line.trim() === '') return '';
  if (PLAIN.test(line)) return `\`${line}\``;
  return `<code>${line.replace(SPECIAL, (char) => `&#${char.charCodeAt(0)};`)}</code>`;
}

/** Formats a table. The cells must already be Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
