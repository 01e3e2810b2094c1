import type { Fact, FactValue } from '../../facts/fact.ts';
import type { Comparison, Severity } from '../../rules/policy.ts';

/** A rule of a starter policy, and the fact of today that it was made for. */
export interface StarterRule {
  readonly id: string;
  readonly fact: string;
  readonly comparison: Comparison;
  readonly severity: Severity;
  /** What the rule gates. */
  readonly purpose: string;
  /** Absent in a policy that was made without artifacts. */
  readonly present?: Fact;
}

/** A row of the table below; the comparison is undefined when the facts do not allow for a sensible one. */
interface Suggestion {
  readonly fact: string;
  readonly id: string;
  readonly purpose: string;
  readonly severity?: Severity;
  readonly compare: (value: FactValue, facts: ReadonlyMap<string, Fact>) => Comparison | undefined;
}

/**
 * The rules that a starter policy consists of, each for a fact. What must never be is compared with a fixed
 * value, and may fail today; what only must not get worse is held at its present value.
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
    purpose: 'every test comes to a result',
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
    purpose: 'the run has at least as many tests as today: one that lost its tests passes everything',
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
    purpose: 'the server keeps every MUST and most SHOULDs of the specification',
    compare: () => ({ comparator: 'one_of', expected: ['T1', 'T2'] }),
  },
  {
    fact: 'conformance.must_passed',
    id: 'conformance-must-checks',
    purpose: 'as many MUST checks pass as there are today',
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
    purpose: 'the security scan has no finding of high severity',
    compare: () => max(0),
  },
  {
    fact: 'security.medium_count',
    id: 'no-more-medium-findings',
    purpose: 'no more findings of medium severity than today',
    severity: 'warn',
    compare: max,
  },
  {
    fact: 'model_compat.fail',
    id: 'new-model-fails-nothing',
    purpose: 'nothing that the baseline model can do fails with the candidate',
    compare: () => max(0),
  },
  {
    fact: 'model_compat.drift',
    id: 'no-more-model-drift',
    purpose: 'the candidate model drifts in no more entries than today',
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
    purpose: 'the run has a git commit behind it',
    compare: () => equals(false),
  },
];

/**
 * The rules that make sense for these facts; empty when they have none to offer. Without any artifact it is
 * the one rule that every policy has.
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

/** A policy file takes no whole number that a double does not hold exactly. */
function isExact(value: FactValue | undefined): value is number {
  return typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
