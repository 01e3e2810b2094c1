import { InputError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { clip } from '../text/clip.ts';
import { type Instant, parseInstant } from './instant.ts';

/** The latest second that `SOURCE_DATE_EPOCH` may name: the end of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/**
 * Returns the current time, the only clock of the program: `--now`, else `SOURCE_DATE_EPOCH` (whole seconds since
 * 1970), else the system clock. A value that is given but does not parse is an error, never skipped.
 */
export function readNow(option: string | undefined, ports: Pick<Ports, 'env' | 'systemTime'>): Instant {
  if (option !== undefined) return readTime('--now', option);
  const epoch = ports.env.SOURCE_DATE_EPOCH;
  if (epoch === undefined || epoch === '') return ports.systemTime();
  if (/^\d+$/.test(epoch) && Number(epoch) <= LAST_SECOND) return Number(epoch) * 1000;
  throw new InputError({
    message: `SOURCE_DATE_EPOCH must be whole seconds since 1970, found \`${epoch}\``,
    help: 'set it like SOURCE_DATE_EPOCH=$(git log -1 --format=%ct), or unset it',
  });
}

/** Returns the time of the system, for decisions that are enforced: a variable must not open a time window. */
export function readSystemTime({ systemTime }: Pick<Ports, 'systemTime'>): Instant {
  return systemTime();
}

/** Parses the value of a flag that takes a time. @throws InputError */
export function readTime(flag: string, given: string): Instant {
  const instant = parseInstant(given);
  if (instant !== undefined) return instant;
  throw new InputError({
    message: `${flag} must be an RFC 3339 time, found \`${clip(given)}\``,
    help: 'write it like 2026-12-31T00:00:00Z',
  });
}

/** A full date, as RFC 3339 writes it. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parses the value of a flag that takes a time, or a day: its first moment in UTC. @throws InputError */
export function readTimeOrDay(flag: string, given: string): Instant {
  const instant = parseInstant(DAY.test(given) ? `${given}T00:00:00Z` : given);
  if (instant !== undefined) return instant;
  throw new InputError({
    message: `${flag} must be a day or an RFC 3339 time, found \`${clip(given)}\``,
    help: 'write it like 2026-12-31, which is the start of that day in UTC, or like 2026-12-31T08:00:00Z',
  });
}

/** Returns the time given by `--now` or `SOURCE_DATE_EPOCH`; undefined if only the system clock is left. */
export function readStatedNow(
  option: string | undefined,
  ports: Pick<Ports, 'env' | 'systemTime'>,
): Instant | undefined {
  return option === undefined && !ports.env.SOURCE_DATE_EPOCH ? undefined : readNow(option, ports);
}
