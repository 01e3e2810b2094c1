import { DAY } from '../../../time/duration.ts';
import type { Instant } from '../../../time/instant.ts';
import { ZoneClock } from '../rules/zone-clock.ts';

/** The offset of a time zone from a moment on. */
export interface ZoneOffset {
  readonly from: Instant;
  /** What local time is ahead of UTC, in milliseconds. */
  readonly offset: number;
}

/** Local times are computed for these years; the few records of others are grouped by their exact time. */
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

/** A part of time in which local times are computed: up to, and without, `until`. */
export interface ZoneRange {
  readonly from: Instant;
  readonly until: Instant;
}

/** Returns the part of a time range in which local times are computed. */
export function zoneRange(first: Instant, last: Instant): ZoneRange {
  const from = Math.min(Math.max(first, FIRST), LAST);
  return { from, until: Math.max(Math.min(last + 1, LAST), from) };
}

/**
 * Returns the offsets of a time zone in a range, in order. A query computes local times from them and not from what its
 * database knows of time zones, so that both sides always agree. Spec (scale): "Where logs outgrow one machine".
 */
export function zoneOffsets(zone: string, { from, until }: ZoneRange): readonly ZoneOffset[] {
  const clock = new ZoneClock(zone);
  const offsets: ZoneOffset[] = [{ from, offset: clock.offsetAt(from) }];
  let at = from;
  while (at < until) {
    const next = Math.min(at + DAY, until);
    if (clock.offsetAt(next) === clock.offsetAt(at)) at = next;
    else {
      at = changeBetween(clock, at, next);
      offsets.push({ from: at, offset: clock.offsetAt(at) });
    }
  }
  return offsets;
}

/** Finds the first moment after `before` with another offset. */
function changeBetween(clock: ZoneClock, before: Instant, after: Instant): Instant {
  const offset = clock.offsetAt(before);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (clock.offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}
