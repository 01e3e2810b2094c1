import { show, showAtLength } from './show.ts';

/**
 * The verdict of a matcher on a value. `unknown` means that the matcher cannot judge the value: a text where it
 * compares numbers, or a missing value. `unknown` counts as failed, also inside `not`: `not: {contains: "password"}`
 * must not pass because the target was misspelt or is a list of objects.
 */
export type MatchVerdict = 'pass' | 'fail' | 'unknown';

/** A verdict, and what it rests on. */
export interface Judgement {
  readonly verdict: MatchVerdict;
  /** What the user would ask next: which element failed, what the schema said. */
  readonly detail?: string | undefined;
}

/** One compiled key of a matcher. */
export interface Test {
  /** The expectation as text, as in "found `3`, expected at most `0`". */
  readonly expectation: string;
  readonly judge: (actual: unknown) => Judgement;
}

/** A compiled matcher: all its tests must pass. */
export interface Matcher {
  readonly tests: readonly Test[];
}

/** The three judgements without a message. */
export const PASS: Judgement = { verdict: 'pass' };
export const FAIL: Judgement = { verdict: 'fail' };
export const UNKNOWN: Judgement = { verdict: 'unknown' };

/** Turns the answer of a matcher that can judge every value into a judgement. */
export function judged(passes: boolean): Judgement {
  return passes ? PASS : FAIL;
}

/** Judges a value by all tests, which must all pass. A failed test decides, even if other tests are unknown. */
export function judgeAll({ tests }: Matcher, actual: unknown): Judgement {
  let result = PASS;
  for (const test of tests) {
    const judgement = test.judge(actual);
    if (judgement.verdict === 'fail') return judgement;
    // the detail of the first pass is kept: inside `not` it explains the failure
    if (judgement.verdict === 'unknown' || result === PASS) result = judgement;
  }
  return result;
}

/** Returns the expectation of a whole matcher. */
export function expectationOf({ tests }: Matcher): string {
  return tests.map(({ expectation }) => expectation).join(' and ');
}

/**
 * Judges a list: the verdict is `settles` if one element has it, else the opposite. It is unknown if an element that
 * could have settled it cannot be judged.
 */
export function judgeElements(
  matcher: Matcher,
  list: readonly unknown[],
  settles: 'pass' | 'fail',
): Judgement {
  let unsure: Judgement | undefined;
  for (const [index, element] of list.entries()) {
    const { verdict, detail } = judgeAll(matcher, element);
    if (verdict !== settles && verdict !== 'unknown') continue;
    const is = verdict === 'unknown' ? 'has a type that cannot be judged:' : 'is';
    // if the detail shows the place in the element, the whole element is not needed
    const shown = detail === undefined ? showAtLength(element) : `${show(element)}: ${detail}`;
    const judgement = { verdict, detail: `element \`[${index}]\` ${is} ${shown}` };
    if (verdict === settles) return judgement;
    unsure ??= judgement;
  }
  return unsure ?? { verdict: settles === 'pass' ? 'fail' : 'pass' };
}
