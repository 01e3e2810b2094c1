import { type Fact, type FactType, factTypeOf } from '../facts/fact.ts';
import type { Instant } from '../time/instant.ts';
import { COMPARATORS } from './comparators.ts';
import { type Outcome, type Verdict, verdictOf } from './outcomes.ts';
import type { Comparison, Policy, Rule, Waiver } from './policy.ts';
import { groupByRule, isActive, type WaiverStatus, waiverStatus } from './waivers.ts';

/** Why a rule came out as it did; {@link explain} puts it into words. */
export type Because =
  | { readonly kind: 'holds' }
  | { readonly kind: 'does-not-hold' }
  | { readonly kind: 'waived'; readonly waiver: Waiver }
  | { readonly kind: 'waiver-expired'; readonly waiver: Waiver }
  | { readonly kind: 'comparator-count' }
  | { readonly kind: 'fact-absent' }
  | { readonly kind: 'type-mismatch'; readonly judges: readonly FactType[] };

export interface RuleResult {
  readonly rule: Rule;
  readonly outcome: Outcome;
  readonly because: Because;
  /** Absent when the rule has none or several. */
  readonly comparison?: Comparison;
  /** Absent when no given artifact carries it. */
  readonly fact?: Fact;
}

export interface Evaluation {
  readonly verdict: Verdict;
  /** One per rule, in policy order. */
  readonly results: readonly RuleResult[];
  /** One per waiver, in policy order. */
  readonly waivers: readonly { readonly waiver: Waiver; readonly status: WaiverStatus }[];
}

/** The facts that the given artifacts yield, by name. */
export type FactPool = ReadonlyMap<string, Fact>;

/**
 * Judges every rule of a policy against the facts. Pure: the same policy, facts and moment give the same
 * evaluation. Whatever cannot be judged is `unevaluated`, which fails the verdict.
 * Source: "Verdict and exit codes" of the policy simulator's text.
 */
export function evaluate(policy: Policy, facts: FactPool, now: Instant): Evaluation {
  const waiversByRule = groupByRule(policy.waivers);
  const results = policy.rules.map((rule) =>
    evaluateRule(rule, facts, waiversByRule.get(rule.id) ?? [], now),
  );
  const ruleFailed = new Map(
    results.map(({ rule, outcome }) => [rule.id, !['pass', 'unevaluated'].includes(outcome)]),
  );
  return {
    verdict: verdictOf(results.map((result) => result.outcome)),
    results,
    waivers: policy.waivers.map((waiver) => ({ waiver, status: waiverStatus(waiver, ruleFailed, now) })),
  };
}

function evaluateRule(rule: Rule, facts: FactPool, waivers: readonly Waiver[], now: Instant): RuleResult {
  const fact = facts.get(rule.fact);
  const found = { rule, ...(fact && { fact }) };
  const [comparison, ...others] = rule.comparisons;
  if (!comparison || others.length > 0) return unevaluated(found, { kind: 'comparator-count' });

  const compared = { ...found, comparison };
  if (!fact) return unevaluated(compared, { kind: 'fact-absent' });
  const comparator = COMPARATORS[comparison.comparator];
  const judges = comparator.judges(comparison.expected as never);
  if (!judges.includes(factTypeOf(fact.value)))
    return unevaluated(compared, { kind: 'type-mismatch', judges });

  if (comparator.holds(fact.value, comparison.expected as never)) {
    return { ...compared, outcome: 'pass', because: { kind: 'holds' } };
  }
  return { ...compared, ...judgeFailure(rule, waivers, now) };
}

/** A waiver that has expired fails even a rule that would only warn: a stale promise is worse than none. */
function judgeFailure(
  rule: Rule,
  waivers: readonly Waiver[],
  now: Instant,
): Pick<RuleResult, 'outcome' | 'because'> {
  const active = waivers.find((waiver) => isActive(waiver, now));
  if (active) return { outcome: 'waived', because: { kind: 'waived', waiver: active } };
  const [expired] = waivers;
  if (expired) return { outcome: 'expired-waiver', because: { kind: 'waiver-expired', waiver: expired } };
  return { outcome: rule.severity, because: { kind: 'does-not-hold' } };
}

function unevaluated(found: Omit<RuleResult, 'outcome' | 'because'>, because: Because): RuleResult {
  return { ...found, outcome: 'unevaluated', because };
}
