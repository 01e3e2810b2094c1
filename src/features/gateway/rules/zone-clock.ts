import type { Instant } from '../../../time/instant.ts';
import { RecentMap } from '../../../values/recent-map.ts';
import { MINUTES_A_WEEK } from './time-windows.ts';

const MINUTE = 60_000;

/** Zones change their offset at multiples of this interval; a change at another time is looked up exactly. */
const SLOT = 15 * MINUTE;

/** How many slots the cache keeps; the times in a log are close together. */
const SLOTS = 4096;

/** The epoch was a Thursday; weeks begin on Monday. */
const EPOCH_MINUTE = 3 * 1440;

/** Local time in an IANA time zone, from the time zone data of Node. */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new RecentMap<number, number>(SLOTS);
  #slot = Number.NaN;
  #offset = Number.NaN;

  /**
   * Creates the clock of a zone.
   * @param zone a name that {@link isZone} accepts
   */
  constructor(zone: string) {
    this.#format = formatOf(zone);
  }

  /** Returns the local minutes since Monday 00:00. */
  minuteOfWeek(at: Instant): number {
    const minute = Math.floor((at + this.offsetAt(at)) / MINUTE) + EPOCH_MINUTE;
    const rest = minute % MINUTES_A_WEEK;
    return rest < 0 ? rest + MINUTES_A_WEEK : rest;
  }

  /**
   * Returns what local time is ahead of UTC, in milliseconds. It is cached, because asking `Intl` takes a hundred times as long as a
   * decision.
   */
  offsetAt(at: Instant): number {
    const slot = Math.floor(at / SLOT);
    if (slot !== this.#slot) {
      this.#slot = slot;
      this.#offset = this.#offsets.get(slot) ?? this.#offsets.set(slot, this.#offsetDuring(slot));
    }
    return Number.isNaN(this.#offset) ? this.#exactOffsetAt(at) : this.#offset;
  }

  /** Returns the offset during a slot; NaN when it differs between the two ends of the slot. */
  #offsetDuring(slot: number): number {
    const first = this.#exactOffsetAt(slot * SLOT);
    return first === this.#exactOffsetAt((slot + 1) * SLOT) ? first : Number.NaN;
  }

  #exactOffsetAt(at: Instant): number {
    const [, sign, hours, minutes, seconds] = OFFSET.exec(this.#format.format(at)) ?? [];
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0);
    return (sign === '-' ? -size : size) * 1000;
  }
}

// `GMT-05:00`, `GMT-04:56:02`, and `GMT` alone for no offset
const OFFSET = /GMT([-+])(\d\d):(\d\d)(?::(\d\d))?$/;

function formatOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
}

/**
 * Whether a text names an IANA time zone. Offsets such as `+05:30`, which later versions of Node accept, are not names.
 */
export function isZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    formatOf(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns the names of time zones, for suggestions. */
export function zoneNames(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')];
}
