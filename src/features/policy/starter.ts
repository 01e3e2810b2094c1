import type { Fact, FactValue } from '../../facts/fact.ts';
import type { Comparison, RuleSeverity } from '../../rules/policy.ts';

/** A rule of a starter policy, and the present fact that it was made for. */
export interface StarterRule {
  readonly id: string;
  readonly fact: string;
  readonly comparison: Comparison;
  readonly severity: RuleSeverity;
  /** What the rule gates. */
  readonly purpose: string;
  /** Absent when the policy is made without artifacts. */
  readonly present?: Fact;
}

/** A row of the table below. The comparison is undefined when the facts do not allow a sensible one. */
interface Suggestion {
  readonly fact: string;
  readonly id: string;
  readonly purpose: string;
  readonly severity?: RuleSeverity;
  readonly compare: (value: FactValue, facts: ReadonlyMap<string, Fact>) => Comparison | undefined;
}

/**
 * The rules of a starter policy, each for one fact. A fact that must have a fixed value is compared with it, and the
 * rule may fail today. A fact that only must not get worse is compared with its present value.
 */
const SUGGESTIONS: readonly Suggestion[] = [
  {
    fact: 'run.failed',
    id: 'no-failed-tests',
    purpose: 'every test passes',
    compare: () => max(0),
  },
  {
    fact: 'run.inconclusive',
    id: 'no-inconclusive-tests',
    purpose: 'every test ends with a result',
    compare: () => max(0),
  },
  {
    fact: 'run.skipped',
    id: 'no-more-skipped-tests',
    purpose: 'no more tests are skipped than today',
    compare: max,
  },
  {
    fact: 'run.total',
    id: 'no-lost-tests',
    purpose:
      'the run has at least as many tests as today: a run that loses tests still passes the other rules',
    compare: min,
  },
  {
    fact: 'judge.certified',
    id: 'judge-certified',
    purpose: 'the judge that grades the evals is certified',
    compare: () => equals(true),
  },
  {
    fact: 'judge.expired',
    id: 'judge-not-expired',
    purpose: 'the certification has not gone stale',
    compare: () => equals(false),
  },
  {
    fact: 'judge.ece',
    id: 'judge-calibration',
    purpose: 'the calibration error of the judge is no larger than today',
    severity: 'warn',
    compare: max,
  },
  {
    fact: 'conformance.badge',
    id: 'conformance-badge',
    purpose: 'the server meets every MUST and most SHOULDs of the specification',
    compare: () => ({ comparator: 'one_of', expected: ['T1', 'T2'] }),
  },
  {
    fact: 'conformance.must_passed',
    id: 'conformance-must-checks',
    purpose: 'at least as many MUST checks pass as exist today',
    compare: (_, facts) => min(facts.get('conformance.must_total')?.value || undefined),
  },
  {
    fact: 'security.critical_count',
    id: 'no-critical-findings',
    purpose: 'the security scan has no critical finding',
    compare: () => max(0),
  },
  {
    fact: 'security.high_count',
    id: 'no-high-findings',
    purpose: 'the security scan has no high-severity finding',
    compare: () => max(0),
  },
  {
    fact: 'security.medium_count',
    id: 'no-more-medium-findings',
    purpose: 'no more medium-severity findings than today',
    severity: 'warn',
    compare: max,
  },
  {
    fact: 'model_compat.fail',
    id: 'new-model-fails-nothing',
    purpose: 'nothing that works with the baseline model fails with the candidate',
    compare: () => max(0),
  },
  {
    fact: 'model_compat.drift',
    id: 'no-more-model-drift',
    purpose: 'the candidate model drifts on no more entries than today',
    severity: 'warn',
    compare: max,
  },
  {
    fact: 'evidence.reproducible',
    id: 'reproducible',
    purpose: 'the run was shown to be reproducible',
    compare: () => equals(true),
  },
  {
    fact: 'evidence.unverifiable_origin',
    id: 'known-origin',
    purpose: 'the run is tied to a git commit',
    compare: () => equals(false),
  },
];

/**
 * Returns the rules that make sense for these facts; empty when no fact has one. Without any artifact it returns the
 * one rule that fits every policy.
 */
export function starterRules(facts: readonly Fact[] | 'no artifacts'): StarterRule[] {
  if (facts === 'no artifacts') return SUGGESTIONS.slice(0, 1).flatMap((row) => toRule(row, max(0)));
  const byName = new Map(facts.map((fact) => [fact.name, fact]));
  return SUGGESTIONS.flatMap((row) => {
    const present = byName.get(row.fact);
    return present === undefined ? [] : toRule(row, row.compare(present.value, byName), present);
  });
}

function toRule(
  { id, fact, purpose, severity = 'fail' }: Suggestion,
  comparison: Comparison | undefined,
  present?: Fact,
): StarterRule[] {
  if (comparison === undefined) return [];
  return [{ id, fact, comparison, severity, purpose, ...(present && { present }) }];
}

function max(value: FactValue | undefined): Comparison | undefined {
  return isExact(value) ? { comparator: 'max', expected: value } : undefined;
}

function min(value: FactValue | undefined): Comparison | undefined {
  return isExact(value) ? { comparator: 'min', expected: value } : undefined;
}

function equals(expected: FactValue): Comparison {
  return { comparator: 'equals', expected };
}

/** Whether a policy file may contain this number: it takes no whole number that a double cannot represent exactly. */
function isExact(value: FactValue | undefined): value is number {
  return typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
