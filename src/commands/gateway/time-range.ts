import { InputError } from '../../errors.ts';
import type { TimeRange } from '../../features/gateway/backtest/backtest.ts';
import { readTimeOrDay } from '../../time/clock.ts';
import { formatInstant } from '../../time/instant.ts';
import type { LogOptions } from './log-options.ts';

/**
 * Reads `--since`, the first moment of the range, and `--until`, the first one after it. A day is its start in UTC.
 * @throws InputError when one is neither a time nor a day, or the range is empty
 */
export function readTimeRange({ since, until }: Pick<LogOptions, 'since' | 'until'>): TimeRange {
  const range = {
    since: since === undefined ? undefined : readTimeOrDay('--since', since),
    until: until === undefined ? undefined : readTimeOrDay('--until', until),
  };
  if (range.since !== undefined && range.until !== undefined && range.since >= range.until) {
    throw new InputError({
      message: `--since ${formatInstant(range.since)} is not before --until ${formatInstant(range.until)}`,
    });
  }
  return range;
}
