import { MINUTES_A_WEEK } from '../rules/time-windows.ts';
import type { Dialect } from './dialect.ts';
import { OTHER_HOST } from './host-classes.ts';
import type { Projection } from './projection.ts';
import { PLAIN_SIGNALS, PLAIN_TEXTS, SEEN_SIGNALS } from './signals-text.ts';
import type { WeekClasses } from './week-classes.ts';
import type { ZoneOffset, ZoneRange } from './zone-offsets.ts';

/** Adds a value to a query, and returns its placeholder. */
export type Bind = (value: string | number) => string;

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';

/** An IPv4 address in the usual form. All other addresses are read here, see `net/ip.ts`. */
const ADDRESS = `${OCTET}(?:\\.${OCTET}){3}`;

/** A host that is its own usual form, see `net/hosts.ts`. */
const HOST = '(?:[a-z0-9_-]+\\.)*[a-z_][a-z0-9_-]*';

/** Returns an address that the rules see as they see that of the record. */
export function seenAddress(dialect: Dialect, { addresses }: Projection, text: string): string {
  if (addresses === undefined) return text;
  const number = dialect.addressNumber(text);
  const [first, ...later] = addresses;
  const stands = [...later].reverse().map(({ from, address }) => [`${number} >= ${from}`, address] as const);
  const other = dialect.literal(first?.address ?? '');
  const seen =
    stands.length === 0
      ? other
      : caseOf(
          stands.map(([when, address]) => [when, dialect.literal(address)]),
          other,
        );
  return caseOf([[dialect.matches(text, ADDRESS), seen]], text);
}

/** Returns a host that the rules see as they see that of the record. */
export function seenHost(dialect: Dialect, { hosts }: Projection, text: string, bind: Bind): string {
  if (hosts === undefined) return text;
  const seen = hosts.flatMap(({ name, below }): [string, string][] => {
    const value = bind(name);
    return [
      [`${text} = ${value}`, value],
      [dialect.endsWith(text, bind(`.${name}`)), bind(below)],
    ];
  });
  const other = dialect.literal(OTHER_HOST);
  const plain = `${dialect.matches(text, HOST)} AND NOT ${dialect.contains(text, 'xn--')}`;
  return caseOf([[plain, seen.length === 0 ? other : caseOf(seen, other)]], text);
}

/** Returns the lowest risk of the band in which the risk of a column of whole numbers is. */
export function seenRisk(
  dialect: Dialect,
  { bands, reads }: Projection,
  column: string,
  text: string,
): string {
  if (!reads.risk) return caseOf([[`${column} BETWEEN 0 AND 100`, 'NULL']], text);
  const inBand = [...bands]
    .reverse()
    .map((from): [string, string] => [`${column} BETWEEN ${from} AND 100`, dialect.literal(String(from))]);
  return caseOf(inBand, text);
}

/** Returns labels, where rules look at them. */
export function seenLabels(dialect: Dialect, { reads }: Projection, text: string): string {
  return reads.labels ? text : caseOf([[dialect.matches(text, PLAIN_TEXTS), 'NULL']], text);
}

/** Returns signals that the rules see as they see those of the record. */
export function seenSignals(dialect: Dialect, { reads }: Projection, text: string): string {
  const plain = dialect.matches(text, PLAIN_SIGNALS);
  if (!reads.signals) return caseOf([[`${text} = '[]' OR ${plain}`, 'NULL']], text);
  const seen = SEEN_SIGNALS.reduce((all, [found, put]) => dialect.replaceAll(all, found, put), text);
  return caseOf(
    [
      [`${text} = '[]'`, "'[]'"],
      [plain, seen],
    ],
    text,
  );
}

/** Returns the local minute of the week of a moment in the range; null for any other moment. */
export function minuteOfWeek(
  dialect: Dialect,
  offsets: readonly ZoneOffset[],
  { from, until }: ZoneRange,
  time: string,
): string {
  const [first, ...later] = offsets;
  const local = [...later]
    .reverse()
    .map((each): [string, string] => [`${time} >= ${each.from}`, `${time} + ${each.offset}`]);
  const ahead = `${time} + ${first?.offset ?? 0}`;
  const milliseconds = local.length === 0 ? `(${ahead})` : caseOf(local, ahead);
  // the epoch was a Thursday, and weeks begin on Monday; local time may be before the epoch, so a week is added
  const minute = dialect.quotient(`(${milliseconds} + ${MINUTES_A_WEEK * 60_000})`, 60_000);
  return caseOf(
    [[`${time} >= ${from} AND ${time} < ${until}`, `(${minute} + 4320) % ${MINUTES_A_WEEK}`]],
    'NULL',
  );
}

/** Returns the class of a minute of the week; null for none. */
export function weekClass({ spans }: WeekClasses, minute: string): string {
  const classes = [...spans]
    .reverse()
    .map((span): [string, string] => [`${minute} >= ${span.from}`, String(span.class)]);
  return caseOf(classes, 'NULL');
}

/** Returns a choice: the value behind the first condition that holds. */
function caseOf(choices: readonly (readonly [when: string, then: string])[], otherwise: string): string {
  const cases = choices.map(([when, then]) => `WHEN ${when} THEN ${then}`);
  return `CASE ${cases.join(' ')} ELSE ${otherwise} END`;
}
