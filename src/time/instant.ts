/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

const FIRST = new Date(0).setUTCFullYear(0, 0, 1);
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Parses an RFC 3339 date-time: a full date, a time, and `Z` or an offset. Anything else (a date alone, a local time,
 * the 30th of February) is undefined. Fractions finer than a millisecond are cut off. A leap second counts as the
 * second after it, as in POSIX time.
 */
export function parseInstant(text: string): Instant | undefined {
  const match = RFC_3339.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [offsetHour, offsetMinute] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;

  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const millisecond = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const local = date.setUTCHours(hour, minute, second, millisecond);
  const offset = (offsetHour * 60 + offsetMinute) * 60_000 * (match[8] === '-' ? -1 : 1);
  const instant = local - offset;
  if (second === 60 && !endsAnUtcDay(instant)) return undefined;
  // an offset can lead out of the years that RFC 3339 can write
  return isInstant(instant) ? instant : undefined;
}

/** Whether a number is an instant within the years that RFC 3339 can write. */
export function isInstant(time: number): time is Instant {
  return time >= FIRST && time <= LAST;
}

/** Formats an instant as RFC 3339 in UTC, with milliseconds only if there are any: `2026-06-02T10:01:00Z`. */
export function formatInstant(instant: Instant): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

// leap seconds are inserted only at the end of a UTC day
function endsAnUtcDay(instant: Instant): boolean {
  return Math.floor(instant / 1000) % 86_400 === 0;
}
