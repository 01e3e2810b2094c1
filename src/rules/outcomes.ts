import type { Tone } from '../text/tone.ts';

/** Every verdict that a policy as a whole can have. */
export const POLICY_VERDICTS = {
  pass: { tone: 'good' },
  warn: { tone: 'caution' },
  fail: { tone: 'bad' },
} as const satisfies Record<string, { tone: Tone }>;

/** The verdict of a policy. `--gate` decides what it means for the exit code. */
export type PolicyVerdict = keyof typeof POLICY_VERDICTS;

/** All verdicts, best first. */
export const POLICY_VERDICT_NAMES = Object.keys(POLICY_VERDICTS) as readonly PolicyVerdict[];

/** Everything the program knows about an outcome. */
interface OutcomeRow {
  /** The verdict that the rule leads to. */
  readonly verdict: PolicyVerdict;
  /** Whether the comparator was evaluated and is false, so that there is a failure for a waiver to suppress. */
  readonly isFalse: boolean;
  readonly tone: Tone;
  readonly meaning: string;
}

/** Every outcome a rule can have. */
export const OUTCOMES = {
  pass: {
    verdict: 'pass',
    isFalse: false,
    tone: 'good',
    meaning: 'the comparator holds',
  },
  fail: {
    verdict: 'fail',
    isFalse: true,
    tone: 'bad',
    meaning: 'the comparator does not hold',
  },
  warn: {
    verdict: 'warn',
    isFalse: true,
    tone: 'caution',
    meaning: 'the comparator does not hold, and the rule only warns',
  },
  waived: {
    verdict: 'pass',
    isFalse: true,
    tone: 'note',
    meaning: 'the comparator does not hold, and an active waiver covers it',
  },
  'expired-waiver': {
    verdict: 'fail',
    isFalse: true,
    tone: 'bad',
    meaning: 'the comparator does not hold, and its waiver has expired',
  },
  unevaluated: {
    verdict: 'fail',
    isFalse: false,
    tone: 'bad',
    meaning: 'the rule could not be evaluated, so nothing was checked',
  },
} as const satisfies Record<string, OutcomeRow>;

/** The outcome of one rule. */
export type RuleOutcome = keyof typeof OUTCOMES;

/** All outcomes, in the order in which reports count them. */
export const OUTCOME_NAMES = Object.keys(OUTCOMES) as readonly RuleOutcome[];

/** Returns the verdict of the worst outcome. */
export function verdictOf(outcomes: Iterable<RuleOutcome>): PolicyVerdict {
  let worst: PolicyVerdict = 'pass';
  for (const outcome of outcomes) {
    const { verdict } = OUTCOMES[outcome];
    if (verdict === 'fail') return 'fail';
    if (verdict === 'warn') worst = 'warn';
  }
  return worst;
}
