import * as z from 'zod/mini';
import { formatInstant, type Instant, isInstant, parseInstant } from '../../time/instant.ts';
import type { RunMetadata } from './model.ts';

const EPOCH = 'a time in milliseconds since 1970';

/** A time as most reporters in JavaScript write it. Some write 0, or nothing, where they know none. */
export const epochTime = () =>
  z.nullish(z.number(EPOCH).check(z.minimum(0, EPOCH), z.refine(isInstant, EPOCH)));

/** Something that happened while the run was on. */
export interface RunEvent {
  readonly at: Instant;
  /** The clock that showed it had no zone: it happened then at the earliest. */
  readonly isEarliest?: boolean;
}

/**
 * The end of a run, out of the times that the report of another tool tells: the latest of them. A run may have ended
 * later than that; to take it for older than it is does no harm, to take it for younger would.
 */
export function endOf(events: readonly RunEvent[]): Pick<RunMetadata, 'ended_at' | 'is_end_earliest'> {
  const last = events.reduce<RunEvent | undefined>(
    (latest, event) => (latest === undefined || event.at > latest.at ? event : latest),
    undefined,
  );
  if (last === undefined) return {};
  return { ended_at: formatInstant(last.at), ...(last.isEarliest && { is_end_earliest: true }) };
}

/** What happened at these times; a reporter that knows none writes 0, or nothing. */
export function eventsAt(...times: readonly (number | null | undefined)[]): RunEvent[] {
  return times.flatMap((at) => (at ? [{ at: Math.floor(at) }] : []));
}

/** A date and a time as reporters write them: not all of them keep to RFC 3339. */
const WRITTEN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?([.,]\d+)? ?(?:(Z)|([+-]\d\d):?(\d\d)?)?$/i;

/**
 * When something ended that began at a time as a report writes it and took so long. A time without a zone may be of any:
 * it is taken for the earliest moment that it can mean. Nothing for what is no time.
 * @param length in milliseconds; what is no length counts as none
 */
export function endAfter(written: string | null | undefined, length: number | null | undefined): RunEvent[] {
  const parts = WRITTEN.exec(written?.trim() ?? '');
  if (!parts) return [];
  const [, date, minutes, seconds = ':00', fraction = '', utc, hours, rest = '00'] = parts;
  const isEarliest = utc === undefined && hours === undefined;
  // no zone on earth is further ahead than 14 hours
  const zone = isEarliest ? '+14:00' : (utc ?? `${hours}:${rest}`);
  const start = parseInstant(`${date}T${minutes}${seconds}${fraction.replace(',', '.')}${zone}`);
  if (start === undefined) return [];
  const end = start + (length && length > 0 ? Math.floor(length) : 0);
  return [{ at: isInstant(end) ? end : start, ...(isEarliest && { isEarliest }) }];
}
