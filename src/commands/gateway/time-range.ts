import { InputError } from '../../errors.ts';
import type { TimeRange } from '../../features/gateway/backtest/backtest.ts';
import { readTime } from '../../time/clock.ts';
import { formatInstant } from '../../time/instant.ts';

/** Flags that choose the part of a log that is looked at. */
export interface TimeRangeOptions {
  readonly since?: string;
  readonly until?: string;
}

/** Reads `--since` and `--until`. @throws InputError when one is no time, or no time lies between them */
export function readTimeRange({ since, until }: TimeRangeOptions): TimeRange {
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
