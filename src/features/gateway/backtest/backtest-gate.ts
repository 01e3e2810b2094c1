import type { BacktestCounts, BacktestReport } from './backtest-schema.ts';

/** The limits for a backtest. */
export interface BacktestLimits {
  readonly maxFlips?: number;
  readonly failOnLoosen?: boolean;
  /** Do not count unknown records as possible flips. */
  readonly allowUnknown?: boolean;
}

/** The counts that are checked against the limits. */
type Judged = Pick<BacktestCounts, 'flipped' | 'loosening' | 'unknown'> & Pick<BacktestReport, 'settings'>;

/**
 * Checks the counts against the limits; null when there are none. An unknown record may be a flip, and a loosening one,
 * so it counts against both limits unless that is explicitly allowed. The same applies when the inspection settings
 * differ, because a different inspection would have found other signals than the recorded ones.
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
      ? ['`inspection` differs, and a log does not show what it would find (--allow-unknown ignores this)']
      : []),
  ];
  return { passed: reasons.length === 0, reasons };
}

function possibly(count: number, possible: number, noun: string): string {
  const flips = `${count} ${noun}${count === 1 ? '' : 's'}`;
  if (possible === 0) return flips;
  return `${flips}, and ${possible} unknown that may flip (--allow-unknown does not count them)`;
}
