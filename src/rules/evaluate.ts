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

/** How one rule came out. Every key is always there, so that a policy of many rules is judged fast. */
export interface RuleResult {
  readonly rule: Rule;
  readonly outcome: Outcome;
  readonly because: Because;
  /** Undefined when the rule has none or several. */
  readonly comparison: Comparison | undefined;
  /** Undefined when no given artifact carries it. */
  readonly fact: Fact | undefined;
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
  const waivable = results.filter(({ rule }) => waiversByRule.has(rule.id));
  const isFalse = new Map(waivable.map(({ rule, outcome }) => [rule.id, SUPPRESSIBLE.has(outcome)]));
  return {
    verdict: verdictOf(results.map((result) => result.outcome)),
    results,
    waivers: policy.waivers.map((waiver) => ({ waiver, status: waiverStatus(waiver, isFalse, now) })),
  };
}

/** The outcomes of a comparator that was evaluated and false: there is something for a waiver to suppress. */
const SUPPRESSIBLE: ReadonlySet<Outcome> = new Set(['fail', 'warn', 'waived', 'expired-waiver']);

function evaluateRule(rule: Rule, facts: FactPool, waivers: readonly Waiver[], now: Instant): RuleResult {
  const fact = facts.get(rule.fact);
  const comparison = rule.comparisons.length === 1 ? rule.comparisons[0] : undefined;
  const { outcome, because } = judge(rule, comparison, fact, waivers, now);
  return { rule, outcome, because, comparison, fact };
}

type Judgement = Pick<RuleResult, 'outcome' | 'because'>;

function judge(
  rule: Rule,
  comparison: Comparison | undefined,
  fact: Fact | undefined,
  waivers: readonly Waiver[],
  now: Instant,
): Judgement {
  if (!comparison) return unevaluated({ kind: 'comparator-count' });
  if (!fact) return unevaluated({ kind: 'fact-absent' });
  const comparator = COMPARATORS[comparison.comparator];
  const judges = comparator.judges(comparison.expected);
  if (!judges.includes(factTypeOf(fact.value))) return unevaluated({ kind: 'type-mismatch', judges });
  if (comparator.holds(fact.value, comparison.expected)) return HOLDS;
  return judgeFailure(rule, waivers, now);
}

const HOLDS: Judgement = { outcome: 'pass', because: { kind: 'holds' } };

/** A waiver that has expired fails even a rule that would only warn: a stale promise is worse than none. */
function judgeFailure(rule: Rule, waivers: readonly Waiver[], now: Instant): Judgement {
  const active = waivers.find((waiver) => isActive(waiver, now));
  if (active) return { outcome: 'waived', because: { kind: 'waived', waiver: active } };
  const [expired] = waivers;
  if (expired) return { outcome: 'expired-waiver', because: { kind: 'waiver-expired', waiver: expired } };
  return { outcome: rule.severity, because: { kind: 'does-not-hold' } };
}

function unevaluated(because: Because): Judgement {
  return { outcome: 'unevaluated', because };
}
