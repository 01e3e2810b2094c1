export type Verdict = 'pass' | 'warn' | 'fail';

/** Every outcome a rule can have, and what it makes of the verdict. */
export const OUTCOMES = {
  pass: { verdict: 'pass', meaning: 'the comparator holds' },
  fail: { verdict: 'fail', meaning: 'the comparator does not hold' },
  warn: { verdict: 'warn', meaning: 'the comparator does not hold, and the rule only warns' },
  waived: { verdict: 'pass', meaning: 'the comparator does not hold, and an active waiver covers it' },
  'expired-waiver': { verdict: 'fail', meaning: 'the comparator does not hold, and its waiver has expired' },
  unevaluated: { verdict: 'fail', meaning: 'the rule could not be judged: nothing was checked' },
} as const satisfies Record<string, { verdict: Verdict; meaning: string }>;

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
