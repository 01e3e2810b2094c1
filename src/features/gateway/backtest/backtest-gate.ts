import type { BacktestCounts, BacktestReport } from './backtest-schema.ts';

/** What a backtest must not exceed. */
export interface BacktestLimits {
  readonly maxFlips?: number;
  readonly failOnLoosen?: boolean;
  /** Accept that what is unknown is not ruled out as flips. */
  readonly allowUnknown?: boolean;
}

/** What is held against the limits. */
type Judged = Pick<BacktestCounts, 'flipped' | 'loosening' | 'unknown'> & Pick<BacktestReport, 'settings'>;

/**
 * Holds the counts against the limits; null when there are none. An unknown record may be a flip, and a loosening one:
 * it counts as one against either limit unless it is explicitly allowed. So does another inspection, which would have found
 * other signals than were recorded.
 */
export function judgeBacktest(
  { flipped, loosening, unknown, settings }: Judged,
  { maxFlips, failOnLoosen = false, allowUnknown = false }: BacktestLimits,
): BacktestReport['gate'] {
  if (maxFlips === undefined && !failOnLoosen) return null;
  const possible = allowUnknown ? 0 : unknown;
  const reasons = [
    ...(maxFlips !== undefined && flipped + possible > maxFlips
      ? [`${possibly(flipped, possible, 'flip')}: more than --max-flips ${maxFlips}`]
      : []),
    ...(failOnLoosen && loosening + possible > 0
      ? [`${possibly(loosening, possible, 'loosening flip')}: more than --fail-on-loosen allows`]
      : []),
    ...(settings.includes('inspection') && !allowUnknown
      ? ['`inspection` differs, and what it would find is not in a log (--allow-unknown passes over it)']
      : []),
  ];
  return { passed: reasons.length === 0, reasons };
}

function possibly(count: number, possible: number, noun: string): string {
  const flips = `${count} ${noun}${count === 1 ? '' : 's'}`;
  if (possible === 0) return flips;
  return `${flips}, and ${possible} unknown that may be (--allow-unknown does not count them)`;
}
