export type Verdict = 'pass' | 'warn' | 'fail';

/** Everything the program knows of an outcome. */
interface OutcomeRow {
  /** What the rule makes of the verdict. */
  readonly verdict: Verdict;
  /** Whether the comparator was judged and is false: there is something for a waiver to suppress. */
  readonly isFalse: boolean;
  readonly meaning: string;
}

/** Every outcome a rule can have. */
export const OUTCOMES = {
  pass: {
    verdict: 'pass',
    isFalse: false,
    meaning: 'the comparator holds',
  },
  fail: {
    verdict: 'fail',
    isFalse: true,
    meaning: 'the comparator does not hold',
  },
  warn: {
    verdict: 'warn',
    isFalse: true,
    meaning: 'the comparator does not hold, and the rule only warns',
  },
  waived: {
    verdict: 'pass',
    isFalse: true,
    meaning: 'the comparator does not hold, and an active waiver covers it',
  },
  'expired-waiver': {
    verdict: 'fail',
    isFalse: true,
    meaning: 'the comparator does not hold, and its waiver has expired',
  },
  unevaluated: {
    verdict: 'fail',
    isFalse: false,
    meaning: 'the rule could not be judged: nothing was checked',
  },
} as const satisfies Record<string, OutcomeRow>;

export type Outcome = keyof typeof OUTCOMES;

export const OUTCOME_NAMES = Object.keys(OUTCOMES) as readonly Outcome[];

/** The worst of all outcomes. */
export function verdictOf(outcomes: Iterable<Outcome>): Verdict {
  let worst: Verdict = 'pass';
  for (const outcome of outcomes) {
    const { verdict } = OUTCOMES[outcome];
    if (verdict === 'fail') return 'fail';
    if (verdict === 'warn') worst = 'warn';
  }
  return worst;
}
