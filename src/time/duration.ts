/** A length of time in milliseconds. */
export type Duration = number;

/** A day of 24 hours; days of civil time may be longer or shorter. */
export const DAY: Duration = 86_400_000;

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY,
  w: 7 * DAY,
};

/** Reads `30s`, `5m`, `720h`, `14d`, `2w`, or several parts largest first as in `1d12h`; undefined otherwise. */
export function parseDuration(text: string): Duration | undefined {
  if (!/^(\d+w)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?$/.test(text) || text === '') return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([smhdw])/g)) {
    total += Number(count) * (UNITS[unit ?? ''] ?? Number.NaN);
  }
  return Number.isSafeInteger(total) ? total : undefined;
}
