import type { BacktestCounts, BacktestReport } from './backtest-schema.ts';

/** What a backtest must not exceed. */
export interface BacktestLimits {
  readonly maxFlips?: number;
  readonly failOnLoosen?: boolean;
  /** Accept that unknown records are not ruled out as flips. */
  readonly allowUnknown?: boolean;
}

/**
 * Holds the counts against the limits; null when there are none. An unknown record may be a flip, and a loosening one:
 * it counts as one against either limit unless it is explicitly allowed.
 */
export function judgeBacktest(
  { flipped, loosening, unknown }: Pick<BacktestCounts, 'flipped' | 'loosening' | 'unknown'>,
  { maxFlips, failOnLoosen = false, allowUnknown = false }: BacktestLimits,
): BacktestReport['gate'] {
  if (maxFlips === undefined && !failOnLoosen) return null;
  const open = allowUnknown ? 0 : unknown;
  const reasons = [
    ...(maxFlips !== undefined && flipped + open > maxFlips
      ? [`${possibly(flipped, open, 'flips')}: more than --max-flips ${maxFlips}`]
      : []),
    ...(failOnLoosen && loosening + open > 0
      ? [`${possibly(loosening, open, 'loosening flips')}: more than --fail-on-loosen allows`]
      : []),
  ];
  return { passed: reasons.length === 0, reasons };
}

function possibly(count: number, open: number, noun: string): string {
  if (open === 0) return `${count} ${noun}`;
  return `${count} ${noun}, and ${open} unknown that may be (--allow-unknown does not count them)`;
}
