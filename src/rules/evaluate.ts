import type { ArtifactKind } from '../artifacts/kinds.ts';
import { findFact } from '../facts/catalog.ts';
import { type Fact, type FactType, factTypeOf } from '../facts/fact.ts';
import type { Instant } from '../time/instant.ts';
import { groupBy } from '../values/group-by.ts';
import { COMPARATORS } from './comparators.ts';
import { type PolicyVerdict, type RuleOutcome, verdictOf } from './outcomes.ts';
import type { Comparison, Policy, PolicyRule, Waiver } from './policy.ts';
import { isActive, type WaiverStatus, waiverStatus } from './waivers.ts';

/** A fact, and what a rule requires of it. */
export interface Compared {
  readonly fact: Fact;
  readonly comparison: Comparison;
}

/** Why a rule has its outcome, with everything needed to explain it. */
export type Because =
  | (Compared & { readonly kind: 'holds' | 'does-not-hold' })
  | (Compared & { readonly kind: 'waived' | 'waiver-expired'; readonly waiver: Waiver })
  | (Compared & { readonly kind: 'type-mismatch'; readonly judges: readonly FactType[] })
  | { readonly kind: 'comparator-count' }
  | { readonly kind: 'fact-absent'; readonly artifact: ArtifactKind }
  | { readonly kind: 'unknown-fact' };

/** The result of one rule. Every key is always present, which keeps the evaluation of a large policy fast. */
export interface RuleResult {
  readonly rule: PolicyRule;
  readonly outcome: RuleOutcome;
  readonly because: Because;
  /** Undefined when the rule has no comparator, or several. */
  readonly comparison: Comparison | undefined;
  /** Undefined when none of the given artifacts carries the fact. */
  readonly fact: Fact | undefined;
}

/** The result of a policy: of each rule, of each waiver, and the verdict. */
export interface Evaluation {
  readonly verdict: PolicyVerdict;
  /** One per rule, in policy order. */
  readonly results: readonly RuleResult[];
  /** One per waiver, in policy order. */
  readonly waivers: readonly { readonly waiver: Waiver; readonly status: WaiverStatus }[];
}

/** The facts of the given artifacts, by name. */
export type FactPool = ReadonlyMap<string, Fact>;

/**
 * Judges every rule of a policy against the facts. Pure: the same policy, facts and time give the same
 * evaluation. A rule that cannot be judged is `unevaluated`, which fails the verdict.
 * Spec (release gate): "Verdict and exit codes".
 */
export function evaluate(policy: Policy, facts: FactPool, now: Instant): Evaluation {
  const waiversByRule = groupBy(policy.waivers, ({ rule }) => rule);
  const results = policy.rules.map((rule) =>
    evaluateRule(rule, facts, waiversByRule.get(rule.id) ?? NO_WAIVERS, now),
  );
  const waivable = results.filter(({ rule }) => waiversByRule.has(rule.id));
  const outcomes = new Map(waivable.map(({ rule, outcome }) => [rule.id, outcome]));
  return {
    verdict: verdictOf(results.map((result) => result.outcome)),
    results,
    waivers: policy.waivers.map((waiver) => ({
      waiver,
      status: waiverStatus(waiver, outcomes.get(waiver.rule), now),
    })),
  };
}

const NO_WAIVERS: readonly Waiver[] = [];

function evaluateRule(
  rule: PolicyRule,
  facts: FactPool,
  waivers: readonly Waiver[],
  now: Instant,
): RuleResult {
  const fact = facts.get(rule.fact);
  const comparison = rule.comparisons.length === 1 ? rule.comparisons[0] : undefined;
  const because = judge(rule, comparison, fact, waivers, now);
  return { rule, outcome: outcomeOf(because, rule), because, comparison, fact };
}

function judge(
  rule: PolicyRule,
  comparison: Comparison | undefined,
  fact: Fact | undefined,
  waivers: readonly Waiver[],
  now: Instant,
): Because {
  if (!comparison) return { kind: 'comparator-count' };
  if (!fact) return absenceOf(rule.fact);
  const comparator = COMPARATORS[comparison.comparator];
  const judges = comparator.judges(comparison.expected);
  if (!judges.includes(factTypeOf(fact.value))) return { kind: 'type-mismatch', fact, comparison, judges };
  if (comparator.holds(fact.value, comparison.expected)) return { kind: 'holds', fact, comparison };

  const active = waivers.find((waiver) => isActive(waiver, now));
  if (active) return { kind: 'waived', fact, comparison, waiver: active };
  const [expired] = waivers;
  return expired
    ? { kind: 'waiver-expired', fact, comparison, waiver: expired }
    : { kind: 'does-not-hold', fact, comparison };
}

function absenceOf(fact: string): Because {
  const definition = findFact(fact);
  return definition ? { kind: 'fact-absent', artifact: definition.artifact } : { kind: 'unknown-fact' };
}

/**
 * Returns the outcome for a reason. An expired waiver fails even a rule that would only warn: a stale promise is
 * worse than none. Spec (release gate): "Waivers".
 */
function outcomeOf({ kind }: Because, { severity }: PolicyRule): RuleOutcome {
  switch (kind) {
    case 'holds':
      return 'pass';
    case 'does-not-hold':
      return severity;
    case 'waived':
      return 'waived';
    case 'waiver-expired':
      return 'expired-waiver';
    case 'comparator-count':
    case 'fact-absent':
    case 'unknown-fact':
    case 'type-mismatch':
      return 'unevaluated';
  }
}
