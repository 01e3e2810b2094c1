import type { ComparedEntry, ModelComparison } from '../../features/compat/compare.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { shellCommand } from '../shell-command.ts';
import { alignColumns, toLine } from '../table.ts';
import { CLASS_TONES, entryCells, facts, headline, noiseRows, remarks } from './words.ts';

/** Cases that pass are counted, not listed, beyond this number. */
const MOST_PASSING = 20;

/** Formats a comparison for people: the verdict, the noise, the cases with the flips first, and which runs to read. */
export function formatComparison(comparison: ModelComparison, palette: Palette): string {
  const { word, rest } = headline(comparison);
  const passing = comparison.entries.filter(({ classification }) => classification === 'PASS').length;
  const hidden = Math.max(0, passing - MOST_PASSING);
  const shown =
    hidden > 0 ? comparison.entries.slice(0, comparison.entries.length - hidden) : comparison.entries;
  return `${[
    `${palette[CLASS_TONES[word]](palette.bold(word))}  ${rest}`,
    '',
    ...alignColumns(facts(comparison).map(([label, text]) => [label, escapeForTerminal(text)])).map(toLine),
    '',
    ...entryLines(shown, palette),
    ...(hidden > 0 ? [`  ${plural(hidden, 'more case')} that pass`] : []),
    '',
    ...alignColumns(noiseRows(comparison)).map(toLine),
    ...reading(comparison.entries, palette),
  ].join('\n')}\n`;
}

function entryLines(entries: readonly ComparedEntry[], palette: Palette): string[] {
  const head = ['class', 'case', 'held', 'p', 'changed'];
  const rows = alignColumns([head, ...entries.map((entry) => entryCells(entry).map(escapeForTerminal))]);
  return rows.flatMap(([first = '', ...cells], index) => {
    const entry = entries[index - 1];
    if (!entry) return [palette.quiet(toLine([first, ...cells]))];
    return [
      toLine([palette[CLASS_TONES[entry.classification]](first), ...cells]),
      ...remarks(entry).map((remark) => `         ${escapeLine(remark)}`),
    ];
  });
}

/** The commands that show the runs in which the weightiest change can be seen. */
function reading(entries: readonly ComparedEntry[], { note }: Palette): string[] {
  const read = entries.find((entry) => entry.read)?.read;
  if (!read) return [];
  return [
    '',
    `${note('read')}: the runs that differ most`,
    ...[read.baseline, read.candidate].map(
      (reference) => `  ${shellCommand(['mcptest', 'cassette', 'show', reference])}`,
    ),
  ];
}
