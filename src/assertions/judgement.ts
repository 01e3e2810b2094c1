import { show, showAtLength } from './show.ts';

/**
 * What a matcher says of a value. `unknown` is what it cannot judge: text of a number, or a value that is not
 * there. It counts as failed, also behind `not`: `not: {contains: "password"}` must not pass because the target
 * was misspelt, or holds a list of objects.
 */
export type MatchVerdict = 'pass' | 'fail' | 'unknown';

export interface Judgement {
  readonly verdict: MatchVerdict;
  /** What a person would ask next: which element failed, what the schema said. */
  readonly detail?: string | undefined;
}

/** One key of a matcher, made ready. */
export interface Test {
  /** The expectation in words, as in "found `3`, expected at most `0`". */
  readonly expectation: string;
  readonly judge: (actual: unknown) => Judgement;
}

/** A matcher made ready: all its tests must pass. */
export interface Matcher {
  readonly tests: readonly Test[];
}

export const PASS: Judgement = { verdict: 'pass' };
export const FAIL: Judgement = { verdict: 'fail' };
export const UNKNOWN: Judgement = { verdict: 'unknown' };

export function judged(passes: boolean): Judgement {
  return passes ? PASS : FAIL;
}

/** All must pass. One that fails settles it, whatever the others cannot judge. */
export function judgeAll({ tests }: Matcher, actual: unknown): Judgement {
  let result = PASS;
  for (const test of tests) {
    const judgement = test.judge(actual);
    if (judgement.verdict === 'fail') return judgement;
    // what the first one has found is kept: behind `not` it is what failed
    if (judgement.verdict === 'unknown' || result === PASS) result = judgement;
  }
  return result;
}

/** The expectation of a whole matcher. */
export function expectationOf({ tests }: Matcher): string {
  return tests.map(({ expectation }) => expectation).join(' and ');
}

/**
 * What a matcher says of a list: the verdict `settles` once one element has it, else the opposite; unknown when an
 * element that could have settled it cannot be judged.
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
    const is = verdict === 'unknown' ? 'cannot be judged, being' : 'is';
    // with the place in the element that matters the whole of it is not needed
    const shown = detail === undefined ? showAtLength(element) : `${show(element)}: ${detail}`;
    const judgement = { verdict, detail: `element \`[${index}]\` ${is} ${shown}` };
    if (verdict === settles) return judgement;
    unsure ??= judgement;
  }
  return unsure ?? { verdict: settles === 'pass' ? 'fail' : 'pass' };
}
