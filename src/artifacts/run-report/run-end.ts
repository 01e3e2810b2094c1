import * as z from 'zod/mini';
import { formatInstant, type Instant, isInstant, parseInstant } from '../../time/instant.ts';
import type { RunMetadata } from './model.ts';

const EPOCH = 'a time in milliseconds since 1970';

/** The schema of a time as most JavaScript reporters write it. Some write 0, or nothing, for an unknown time. */
export const epochTime = () =>
  z.nullish(z.number(EPOCH).check(z.minimum(0, EPOCH), z.refine(isInstant, EPOCH)));

/** Something that happened during the run. */
export interface RunEvent {
  readonly at: Instant;
  /** Set when the report gave the time without a zone: it happened at this moment or later. */
  readonly isEarliest?: boolean;
}

/**
 * Returns the end of a run: the latest of the times in the report of another tool. The run may have ended later.
 * Treating a run as older than it is does no harm; treating it as younger would.
 */
export function endOf(events: readonly RunEvent[]): Pick<RunMetadata, 'ended_at' | 'is_end_earliest'> {
  const last = events.reduce<RunEvent | undefined>(
    (latest, event) => (latest === undefined || event.at > latest.at ? event : latest),
    undefined,
  );
  if (last === undefined) return {};
  return { ended_at: formatInstant(last.at), ...(last.isEarliest && { is_end_earliest: true }) };
}

/** Returns an event for each known time. A reporter writes 0, or nothing, for an unknown time. */
export function eventsAt(times: readonly (number | null | undefined)[]): RunEvent[] {
  return times.flatMap((at) => (at ? [{ at: Math.floor(at) }] : []));
}

/** A date and a time as reporters write them. Not all reporters follow RFC 3339. */
const WRITTEN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?([.,]\d+)? ?(?:(Z)|([+-]\d\d):?(\d\d)?)?$/i;

/**
 * Returns the end of something as an event, from its start and its length; an empty list when the start is not a
 * time. A start without a zone is read as the earliest moment that it can mean.
 * @param written the start as written in the report
 * @param length in milliseconds; an invalid length counts as 0
 */
export function endAfter(written: string | null | undefined, length: number | null | undefined): RunEvent[] {
  const parts = WRITTEN.exec(written?.trim() ?? '');
  if (!parts) return [];
  const [, date, minutes, seconds = ':00', fraction = '', utc, hours, rest = '00'] = parts;
  const isEarliest = utc === undefined && hours === undefined;
  // no time zone is more than 14 hours ahead
  const zone = isEarliest ? '+14:00' : (utc ?? `${hours}:${rest}`);
  const start = parseInstant(`${date}T${minutes}${seconds}${fraction.replace(',', '.')}${zone}`);
  if (start === undefined) return [];
  const end = start + (length && length > 0 ? Math.floor(length) : 0);
  return [{ at: isInstant(end) ? end : start, ...(isEarliest && { isEarliest }) }];
}
