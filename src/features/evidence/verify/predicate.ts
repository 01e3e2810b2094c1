import type { Evidence } from '../../../artifacts/evidence/model.ts';
import { describe } from '../../../documents/validate.ts';
import { isObject } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import type { Reason } from './reasons.ts';

const RESULTS: readonly unknown[] = ['PASSED', 'WARNED', 'FAILED'];

/** The lists of names that a test result may have, and the count of the artifact that each must have. */
const LISTS = [
  ['passedTests', 'tests_passed'],
  ['failedTests', 'tests_failed'],
] as const;

/**
 * Compares what a signed statement says about the tests with the artifact that it is about: whoever signed that the tests
 * failed does not vouch for an artifact without failures.
 * @param predicate of the type test-result/v0.1
 */
export function checkPredicate(predicate: unknown, { grades = {} }: Evidence): Reason[] {
  const { result, ...said } = isObject(predicate) ? predicate : {};
  if (!RESULTS.includes(result)) {
    const is = result === undefined ? 'is missing' : `is ${describe(result)}`;
    return [mismatch(`its result ${is}, but must be \`PASSED\`, \`WARNED\` or \`FAILED\``)];
  }
  const { tests_passed: passed = 0, tests_failed: failed = 0 } = grades;
  const reasons: Reason[] = [];
  // the consistency check rejects an artifact without any passed or failed test
  const isFailed = failed > 0 || passed === 0;
  if ((result === 'FAILED') !== isFailed) {
    const counts = `${failed} failed and ${passed} passed`;
    reasons.push(
      mismatch(`its result is \`${scalarText(result)}\`, but the artifact counts ${counts} tests`),
    );
  }
  for (const [list, count] of LISTS) {
    const names = said[list];
    if (names === undefined) continue;
    if (!Array.isArray(names)) reasons.push(mismatch(`its ${list} is ${describe(names)}, not a list`));
    else if (names.length !== grades[count]) {
      const found = `${grades[count] ?? 'no number'} in ${count}`;
      reasons.push(mismatch(`its ${list} has ${names.length} names, but the artifact has ${found}`));
    }
  }
  return reasons;
}

function mismatch(what: string): Reason {
  return { code: 'predicate-mismatch', message: `the signed statement contradicts the artifact: ${what}` };
}
