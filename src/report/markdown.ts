import { escapeForTerminal } from '../escape-terminal.ts';

/**
 * Text from an input as a code span, outside of tables. In a code span there are no links, mentions, HTML or
 * emphasis, so that nothing needs to be escaped but what would end it.
 */
export function codeSpan(text: string): string {
  const line = escapeForTerminal(text);
  if (line === '') return '';
  let longest = 0;
  for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const padding = /^[ `]|[ `]$/.test(line) ? ' ' : '';
  return fence + padding + line + padding + fence;
}

/**
 * A code span in the cell of a table. Cells are split before code spans are read, so a pipe needs its
 * backslash here too; backslashes before it are doubled, or the last of them would itself be escaped.
 */
export function codeCell(text: string): string {
  return codeSpan(text).replace(/\\+\|?|\|/g, (run) =>
    run.endsWith('|') ? `${run.slice(0, -1).repeat(2)}\\|` : run,
  );
}

/** A table; the cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
