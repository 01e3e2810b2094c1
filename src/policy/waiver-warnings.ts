import type { Diagnostic } from '../diagnostic.ts';
import { nearest } from '../nearest.ts';
import type { Evaluation } from '../rules/evaluate.ts';
import type { Policy } from '../rules/policy.ts';
import { isActive } from '../rules/waivers.ts';
import type { Duration } from '../time/duration.ts';
import type { Instant } from '../time/instant.ts';

const DAY = 86_400_000;

/** What a person should know about the waivers of a policy, although the verdict stays as it is. */
export function waiverWarnings(
  policy: Policy,
  evaluation: Evaluation,
  now: Instant,
  warnExpiring: Duration,
): Diagnostic[] {
  return evaluation.waivers.flatMap(({ waiver, status }): Diagnostic[] => {
    const place = { file: policy.path, position: { line: waiver.line, column: 1 } };
    if (status === 'unknown-rule') {
      const near = nearest(
        waiver.rule,
        policy.rules.map((rule) => rule.id),
      );
      const help = near ? `did you mean \`${near}\`?` : 'remove the waiver, or name a rule of this policy';
      return [{ ...place, message: `the waiver of ${waiver.owner} names no rule: \`${waiver.rule}\``, help }];
    }
    if (status === 'active' && isActive(waiver, now) && (waiver.expiresAt ?? now) - now <= warnExpiring) {
      const left = `${daysLeft(waiver.expiresAt ?? now, now)}, on ${waiver.expiry}`;
      const help = `mend the rule, or ask ${waiver.owner} to renew the waiver`;
      return [{ ...place, message: `the waiver of \`${waiver.rule}\` expires in ${left}`, help }];
    }
    return [];
  });
}

/** `3 days`, rounded down; `less than a day`. */
export function daysLeft(expiresAt: Instant, now: Instant): string {
  const days = Math.floor((expiresAt - now) / DAY);
  if (days < 1) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}
