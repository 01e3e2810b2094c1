import type { Diagnostic } from '../diagnostic.ts';
import { nearest } from '../nearest.ts';
import type { Evaluation } from '../rules/evaluate.ts';
import type { Words } from '../rules/explain.ts';
import type { Policy, Waiver } from '../rules/policy.ts';
import { isActive } from '../rules/waivers.ts';
import { DAY, type Duration } from '../time/duration.ts';
import type { Instant } from '../time/instant.ts';

/** What a person should know about the waivers of a policy, although the verdict stays as it is. */
export function waiverWarnings(
  policy: Policy,
  evaluation: Evaluation,
  now: Instant,
  warnExpiring: Duration,
): Diagnostic[] {
  return evaluation.waivers.flatMap(({ waiver, status }): Diagnostic[] => {
    const place = { file: policy.path, position: { line: waiver.line, column: 1 } };
    if (status === 'unknown-rule') return [{ ...place, ...unknownRuleInWords(waiver, policy) }];
    if (status !== 'active' || !expiresSoon(waiver, now, warnExpiring)) return [];
    return [{ ...place, ...expiringInWords(waiver, now) }];
  });
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

/** Whether a waiver is active now, and will not be once the given time has passed. */
export function expiresSoon(
  waiver: Pick<Waiver, 'expiresAt'>,
  now: Instant,
  warnExpiring: Duration,
): boolean {
  return isActive(waiver, now) && (waiver.expiresAt ?? now) - now <= warnExpiring;
}

export function expiringInWords({ rule, owner, expiry, expiresAt = 0 }: Waiver, now: Instant): Words {
  return {
    message: `the waiver of \`${rule}\` expires in ${daysLeft(expiresAt, now)}, on ${expiry}`,
    help: `mend the rule, or ask ${owner} to renew the waiver`,
  };
}

/** `3 days`, rounded down; `less than a day`. */
export function daysLeft(expiresAt: Instant, now: Instant): string {
  const days = Math.floor((expiresAt - now) / DAY);
  if (days < 1) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}
