import type { BacktestReport } from '../../features/gateway/backtest/backtest-schema.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { alignColumns, toLine } from '../table.ts';
import {
  type BacktestSection,
  backtestHeadline,
  backtestSections,
  backtestSources,
} from './backtest-sections.ts';

/** Formats a backtest for people: the numbers, the flips that let more calls through, then the rest. */
export function formatBacktest(report: BacktestReport, palette: Palette): string {
  const { loosening, flipped, unknown, gate } = report;
  const tone = loosening > 0 ? 'bad' : flipped + unknown > 0 ? 'caution' : 'good';
  const sources = alignColumns(backtestSources(report).map((row) => row.map(escapeForTerminal)));
  return [
    `${palette.bold(palette[tone](backtestHeadline(report)))}\n`,
    sources.map((row) => `${palette.quiet(toLine(row))}\n`).join(''),
    ...backtestSections(report).map((section) => formatSection(section, palette)),
    ...(gate ? [formatGate(gate, palette)] : []),
  ].join('\n');
}

function formatSection({ title, head, rows, tones }: BacktestSection, palette: Palette): string {
  const [first = [], ...lines] = alignColumns([
    head,
    ...rows.map(([lead = '', ...cells]) => [escapeLine(lead), ...cells.map(escapeForTerminal)]),
  ]);
  const body = lines.map((cells, index) => {
    const tone = tones?.get(index);
    return `${tone ? palette[tone](toLine(cells)) : toLine(cells)}\n`;
  });
  return `${palette.bold(escapeForTerminal(title))}\n${palette.quiet(toLine(first))}\n${body.join('')}`;
}

function formatGate({ passed, reasons }: NonNullable<BacktestReport['gate']>, palette: Palette): string {
  if (passed) return `${palette.good('PASS')}  within the limits\n`;
  return reasons.map((reason) => `${palette.bad('FAIL')}  ${reason}\n`).join('');
}
