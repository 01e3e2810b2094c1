import { InputError } from '../errors.ts';
import type { TimeRange } from '../gateway/backtest.ts';
import { formatInstant, type Instant, parseInstant } from '../time/instant.ts';

/** Flags that choose the part of a log that is looked at. */
export interface TimeRangeOptions {
  readonly since?: string;
  readonly until?: string;
}

/** Reads `--since` and `--until`. @throws InputError when one is no time, or no time lies between them */
export function readTimeRange({ since, until }: TimeRangeOptions): TimeRange {
  const range = { since: readTime('--since', since), until: readTime('--until', until) };
  if (range.since !== undefined && range.until !== undefined && range.since >= range.until) {
    throw new InputError({
      message: `--since ${formatInstant(range.since)} is not before --until ${formatInstant(range.until)}`,
    });
  }
  return range;
}

function readTime(flag: string, given: string | undefined): Instant | undefined {
  if (given === undefined) return undefined;
  const instant = parseInstant(given);
  if (instant !== undefined) return instant;
  throw new InputError({
    message: `${flag} must be an RFC 3339 time, found \`${given}\``,
    help: 'write it like 2026-06-01T00:00:00Z',
  });
}
