import { InputError } from '../../errors.ts';
import type { TimeRange } from '../../features/gateway/backtest/backtest.ts';
import { readTime } from '../../time/clock.ts';
import { formatInstant } from '../../time/instant.ts';
import type { LogOptions } from './log-options.ts';

/** Reads `--since` and `--until`. @throws InputError when one is not a time, or the range is empty */
export function readTimeRange({ since, until }: Pick<LogOptions, 'since' | 'until'>): TimeRange {
  const range = {
    since: since === undefined ? undefined : readTime('--since', since),
    until: until === undefined ? undefined : readTime('--until', until),
  };
  if (range.since !== undefined && range.until !== undefined && range.since >= range.until) {
    throw new InputError({
      message: `--since ${formatInstant(range.since)} is not before --until ${formatInstant(range.until)}`,
    });
  }
  return range;
}
