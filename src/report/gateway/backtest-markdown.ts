import type { BacktestReport } from '../../features/gateway/backtest/backtest-schema.ts';
import { code, markdownTable } from '../markdown.ts';
import { backtestHeadline, backtestSections, backtestSources } from './backtest-sections.ts';

/** Formats a backtest as a comment for a pull request that changes rules. All text from inputs is shown as code. */
export function formatBacktestMarkdown(report: BacktestReport): string {
  const { gate } = report;
  return [
    `## Backtest: ${backtestHeadline(report)}\n`,
    backtestSources(report)
      .map(([label, text]) => `- ${label} ${code(text)}\n`)
      .join(''),
    ...(gate ? [gateLines(gate)] : []),
    ...backtestSections(report).map(
      ({ title, head, rows }) =>
        `### ${title.charAt(0).toUpperCase()}${title.slice(1)}\n\n${markdownTable(
          head.map((cell) => cell.charAt(0).toUpperCase() + cell.slice(1)),
          rows.map((row) => row.map((cell) => (/^\d+$/.test(cell) ? cell : code(cell)))),
        )}`,
    ),
  ].join('\n');
}

function gateLines({ passed, reasons }: NonNullable<BacktestReport['gate']>): string {
  if (passed) return '**PASS**: within the limits\n';
  return reasons.map((reason) => `**FAIL**: ${code(reason)}\n`).join('\n');
}
