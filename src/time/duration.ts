import { InputError } from '../errors.ts';

/** A length of time in milliseconds. */
export type Duration = number;

/** A day of 24 hours; days of civil time may be longer or shorter. */
export const DAY: Duration = 86_400_000;

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY,
  w: 7 * DAY,
};

/** Parses `100ms`, `30s`, `5m`, `720h`, `14d`, `2w`, or several parts, largest first, as in `1d12h`; undefined otherwise. */
export function parseDuration(text: string): Duration | undefined {
  if (!/^(\d+w)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?(\d+ms)?$/.test(text) || text === '') return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|[smhdw])/g)) {
    total += Number(count) * (UNITS[unit ?? ''] ?? Number.NaN);
  }
  return Number.isSafeInteger(total) ? total : undefined;
}

/** The value of a flag that takes a duration, or the fallback when the flag is not given. @throws InputError */
export function readDuration(flag: string, given: string | undefined, fallback: string): Duration {
  const duration = parseDuration(given ?? fallback);
  if (duration !== undefined) return duration;
  throw new InputError({
    message: `${flag} must be a duration, found \`${given}\``,
    help: 'write it like 500ms, 30s, 5m, 720h, 14d or 2w',
  });
}

/** The longest time that a Node timer waits, in milliseconds: about 24 days. It takes a longer one for a millisecond. */
export const LONGEST_WAIT: Duration = 2 ** 31 - 1;

/** The value of a flag that says how long to wait for something. @throws InputError when no timer can wait that long */
export function readWait(flag: string, given: string): Duration {
  const duration = readDuration(flag, given, given);
  if (duration > 0 && duration <= LONGEST_WAIT) return duration;
  throw new InputError({
    message: `${flag} must be from 1ms to 24d, found \`${given}\``,
    help: 'write it like 30s or 2m',
  });
}
