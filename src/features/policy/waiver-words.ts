import type { Words } from '../../diagnostic.ts';
import type { Policy, Waiver } from '../../rules/policy.ts';
import { timeLeft } from '../../rules/waivers.ts';
import { nearest } from '../../text/nearest.ts';
import { DAY, type Duration } from '../../time/duration.ts';
import { type Instant, parseInstant } from '../../time/instant.ts';
import { oneLine } from './words.ts';

/** What an active waiver says of the failure that it suppresses. */
export function waivedInWords({ expiry, owner, reason, issue }: Waiver): string {
  return `waived until ${expiry} by ${owner}: ${reason}${issue === undefined ? '' : ` (${issue})`}`;
}

/** How long a waiver holds: `until 2099-01-01T00:00:00Z, 26512 days left`, or that it is over. */
export function termInWords(expiry: string, now: Instant): string {
  const expiresAt = parseInstant(expiry);
  const left = timeLeft(expiresAt, now);
  return left === undefined ? endInWords({ expiry, expiresAt }) : `until ${expiry}, ${daysOf(left)} left`;
}

/** `expired on ...`, or why its date cannot be read and what it should look like. */
export function endInWords({ expiry, expiresAt }: Pick<Waiver, 'expiry' | 'expiresAt'>): string {
  return expiresAt === undefined ? oneLine(unreadableExpiryInWords(expiry)) : `expired on ${expiry}`;
}

/** A waiver whose expiry is no RFC 3339 time; what it is about stands before these words. */
export function unreadableExpiryInWords(expiry: string): Words {
  const corrected = correctedExpiry(expiry);
  return {
    message: `counts as expired: \`${expiry}\` is no RFC 3339 time`,
    help: corrected === undefined ? 'write it like `"2099-12-31T00:00:00Z"`' : `write \`"${corrected}"\``,
  };
}

const WRITTEN_TIME =
  /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?\s*([Zz]|([+-]\d{2}):?(\d{2})?)?\s*$/;

/** The moment that was meant, in the form that parses; a day alone begins at its first second, in UTC. */
function correctedExpiry(written: string): string | undefined {
  const match = WRITTEN_TIME.exec(written);
  if (!match) return undefined;
  // what the pattern takes for optional begins at its first moment: midnight, and UTC
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

/** A waiver that has expired; what it is about stands before these words. */
export function expiredInWords(waiver: Waiver): Words {
  return { message: endInWords(waiver), help: `mend the rule, or ask ${waiver.owner} to renew it` };
}

/** A waiver that will expire when the given time has passed. */
export function expiringInWords({ rule, owner, expiry }: Waiver, left: Duration): Words {
  return {
    message: `the waiver of \`${rule}\` expires in ${daysOf(left)}, on ${expiry}`,
    help: `mend the rule, or ask ${owner} to renew the waiver`,
  };
}

/** `3 days`, rounded down; `less than a day`. */
function daysOf(left: Duration): string {
  const days = Math.floor(left / DAY);
  if (days < 1) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}

/** A waiver whose rule is not in the policy. */
export function unknownRuleInWords({ owner, rule }: Waiver, { rules }: Policy): Words {
  const near = nearest(
    rule,
    rules.map(({ id }) => id),
  );
  const help = near ? `did you mean \`${near}\`?` : 'remove the waiver, or name a rule of this policy';
  return { message: `the waiver of ${owner} names no rule: \`${rule}\``, help };
}
