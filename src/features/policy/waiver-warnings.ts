import type { Diagnostic } from '../../diagnostic.ts';
import type { Evaluation } from '../../rules/evaluate.ts';
import type { Policy } from '../../rules/policy.ts';
import { Renewals, timeLeft } from '../../rules/waivers.ts';
import type { Duration } from '../../time/duration.ts';
import type { Instant } from '../../time/instant.ts';
import { expiringInWords, unknownRuleInWords } from './waiver-words.ts';

/** Returns warnings about the waivers of a policy. They do not change the verdict. */
export function waiverWarnings(
  policy: Policy,
  evaluation: Evaluation,
  now: Instant,
  warnExpiring: Duration,
): Diagnostic[] {
  const renewals = new Renewals(policy.waivers, now);
  return evaluation.waivers.flatMap(({ waiver, status }): Diagnostic[] => {
    const place = { file: policy.path, position: { line: waiver.line, column: waiver.column } };
    if (status === 'unknown-rule') return [{ ...place, ...unknownRuleInWords(waiver, policy) }];
    const left = timeLeft(waiver.expiresAt, now) ?? Number.POSITIVE_INFINITY;
    // a waiver that is not needed may expire without a warning
    if (status !== 'active' || left > warnExpiring) return [];
    if (renewals.isRenewed(waiver, warnExpiring)) return [];
    return [{ ...place, ...expiringInWords(waiver, left) }];
  });
}
