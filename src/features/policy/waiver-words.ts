import type { Words } from '../../diagnostic.ts';
import type { Policy, Waiver } from '../../rules/policy.ts';
import { timeLeft } from '../../rules/waivers.ts';
import { nearest } from '../../text/nearest.ts';
import { DAY, type Duration } from '../../time/duration.ts';
import { type Instant, parseInstant } from '../../time/instant.ts';
import { oneLine } from './one-line.ts';

/** Describes an active waiver, next to the failure that it suppresses. */
export function waivedInWords({ expiry, owner, reason, issue }: Waiver): string {
  return `waived until ${expiry} by ${owner}: ${reason}${issue === undefined ? '' : ` (${issue})`}`;
}

/** Says how long a waiver is active: `until 2099-01-01T00:00:00Z, 26512 days left`, or that it has expired. */
export function termInWords(expiry: string, now: Instant): string {
  const left = leftInWords(expiry, now);
  return left === undefined
    ? endInWords({ expiry, expiresAt: parseInstant(expiry) })
    : `until ${expiry}, ${left}`;
}

/** Says how long a waiver is still active: `26512 days left`; undefined when it is not. */
export function leftInWords(expiry: string, now: Instant): string | undefined {
  const left = timeLeft(parseInstant(expiry), now);
  return left === undefined ? undefined : `${daysOf(left)} left`;
}

/** Says how a waiver is renewed. @param policy the path of the policy */
export function renewalInWords({ owner, expiry }: Pick<Waiver, 'owner' | 'expiry'>, policy: string): string {
  const isRead = parseInstant(expiry) !== undefined;
  return `ask ${owner} for a later date, and write it as \`expiry\` in ${policy}${isRead ? `, in place of ${expiry}` : ''}`;
}

/** Returns `expired on ...`, or why the date cannot be read and how to write it. */
export function endInWords({ expiry, expiresAt }: Pick<Waiver, 'expiry' | 'expiresAt'>): string {
  return expiresAt === undefined ? oneLine(unreadableExpiryInWords(expiry)) : `expired on ${expiry}`;
}

/** Describes a waiver whose expiry is not an RFC 3339 time. The caller puts the subject before the message. */
export function unreadableExpiryInWords(expiry: string): Words {
  const corrected = correctedExpiry(expiry);
  return {
    message: `counts as expired: \`${expiry}\` is not an RFC 3339 time`,
    help: corrected === undefined ? 'write it like `"2099-12-31T00:00:00Z"`' : `write \`"${corrected}"\``,
  };
}

const WRITTEN_TIME =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?\s*([Zz]|([+-]\d{2}):?(\d{2})?)?$/;

/** Returns the time that was probably meant, in a form that parses. A date alone means its first second in UTC. */
function correctedExpiry(written: string): string | undefined {
  const match = WRITTEN_TIME.exec(written.trim());
  if (!match) return undefined;
  // the optional parts of the pattern default to the earliest time: midnight, in UTC
  const [year, month, day, hour = '', minute = '00', second = '00'] = match.slice(1) as [
    string,
    string,
    string,
  ];
  const [offsetHour, offsetMinute = '00'] = match.slice(8);
  const offset = offsetHour === undefined ? 'Z' : `${offsetHour}:${offsetMinute}`;
  const two = (digits: string) => digits.padStart(2, '0');
  const corrected = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}${offset}`;
  return parseInstant(corrected) === undefined ? undefined : corrected;
}

/** Describes a waiver that has expired. The caller puts the subject before the message. */
export function expiredInWords(waiver: Waiver): Words {
  return {
    message: endInWords(waiver),
    help: `fix the underlying problem, or ask ${waiver.owner} to renew the waiver`,
  };
}

/** Describes a waiver that expires when the given time has passed. */
export function expiringInWords(
  { rule, owner, expiry }: Pick<Waiver, 'rule' | 'owner' | 'expiry'>,
  left: Duration,
): Words {
  return {
    message: `the waiver for \`${rule}\` expires in ${daysOf(left)}, on ${expiry}`,
    help: `fix the underlying problem, or ask ${owner} to renew the waiver`,
  };
}

/** Returns `3 days`, rounded down, or `less than a day`. */
function daysOf(left: Duration): string {
  const days = Math.floor(left / DAY);
  if (days < 1) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}

/** Beyond this many rules times waivers, no rule with a similar name is looked for. */
const MOST_COMPARISONS = 1_000_000;

/** Describes a waiver whose rule is not in the policy. */
export function unknownRuleInWords({ owner, rule }: Waiver, { rules, waivers }: Policy): Words {
  const near =
    rules.length * waivers.length > MOST_COMPARISONS
      ? undefined
      : nearest(
          rule,
          rules.map(({ id }) => id),
        );
  const help = near ? `did you mean \`${near}\`?` : 'remove the waiver, or name a rule of this policy';
  return { message: `the waiver of ${owner} names an unknown rule: \`${rule}\``, help };
}
