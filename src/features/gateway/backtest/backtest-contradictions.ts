import {
  type Contradiction,
  compareWithParts,
  nothingChecked,
} from '../../../documents/compare-with-parts.ts';
import { toCounts } from './backtest-flip-counts.ts';
import { FLIPS, type Flip } from './backtest-flips.ts';
import type { BacktestBreakdown, BacktestCounts, BacktestReport } from './backtest-schema.ts';
import { TALLIED } from './backtest-tally.ts';

/** Returns what the report of a backtest says against its own counts and records. */
export function backtestContradictions(report: BacktestReport): Contradiction[] {
  const { flips, flipped, loosening, tightening, unknown, drift, gate, byRule } = report;
  const breakdown = (name: 'byTool' | 'byAgent' | 'byDay') => {
    const following = Object.fromEntries(TALLIED.map((key) => [key, sumOf(report[name], key)]));
    return compareWithParts(report, following, `the counts in ${name}`);
  };
  const counted = FLIPS.reduce((sum, flip) => sum + drift.flips[flip], 0);
  const records = Object.values(report.lacking);
  const lacking = records.reduce((sum, each) => sum + each, 0);
  const most = records.reduce((all, each) => Math.max(all, each), report.unknownSamples.length);
  return [
    ...countContradictions(report),
    ...(['byTool', 'byAgent', 'byDay'] as const).flatMap(breakdown),
    ...(byRule
      ? compareWithParts(
          { flipped, loosening, tightening },
          {
            flipped: sumOf(byRule, 'total'),
            loosening: sumOf(byRule, 'loosening'),
            tightening: sumOf(byRule, 'tightening'),
          },
          'the counts in byRule',
        )
      : []),
    ...compareWithParts(report, { drift: { total: counted } }, 'its flips'),
    ...compareWithParts(
      report,
      {
        flips: Object.fromEntries(
          FLIPS.map((flip) => [flip, Math.max(flips[flip], samplesOf(report, flip))]),
        ) as Record<Flip, number>,
        // each of them lacks at least one attribute
        unknown: Math.min(Math.max(unknown, most), lacking),
      },
      'the records',
    ),
    ...(gate ? compareWithParts(report, { gate: { passed: gate.reasons.length === 0 } }, 'its reasons') : []),
    ...nothingChecked(['total'], report.total, 'records'),
  ];
}

/** Returns what the counts of a backtest say against its flips. */
export function countContradictions(counts: BacktestCounts): Contradiction[] {
  return compareWithParts(counts, toCounts(counts), 'the flips');
}

function samplesOf({ samples }: BacktestReport, wanted: Flip): number {
  return samples.filter(({ flip }) => flip === wanted).length;
}

function sumOf({ entries, other }: BacktestBreakdown, key: (typeof TALLIED)[number]): number {
  return entries.reduce((sum, entry) => sum + entry[key], other?.[key] ?? 0);
}
