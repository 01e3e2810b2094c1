import { describe, expect, it } from 'vitest';
import { checkPredicate } from '../../../../../src/features/evidence/verify/predicate.ts';

const grades = (passed: number, failed: number) => ({
  grades: { tests_total: passed + failed, tests_passed: passed, tests_failed: failed },
});
const against = (predicate: unknown, passed: number, failed: number) =>
  checkPredicate(predicate, grades(passed, failed)).map(({ message }) => message.split(': ')[1]);

describe('the predicate of a signed statement', () => {
  it.each<[unknown, number, number]>([
    [{ result: 'PASSED' }, 3, 0],
    [{ result: 'WARNED' }, 3, 0],
    [{ result: 'FAILED' }, 3, 1],
    [{ result: 'FAILED' }, 0, 2],
    // a run in which nothing passed has not passed
    [{ result: 'FAILED' }, 0, 0],
    [{ result: 'FAILED', passedTests: ['a', 'b'], failedTests: ['c'], warnedTests: ['d'] }, 2, 1],
    [{ result: 'PASSED', passedTests: ['a'], failedTests: [], configuration: [] }, 1, 0],
  ])('%j says the same as %d passed, %d failed', (predicate, passed, failed) => {
    expect(against(predicate, passed, failed)).toEqual([]);
  });

  it.each<[unknown, number, number, string[]]>([
    [
      { result: 'FAILED' },
      3,
      0,
      ['its result is `FAILED`, but the artifact counts 0 failed and 3 passed tests'],
    ],
    [
      { result: 'PASSED' },
      3,
      1,
      ['its result is `PASSED`, but the artifact counts 1 failed and 3 passed tests'],
    ],
    [
      { result: 'WARNED' },
      3,
      1,
      ['its result is `WARNED`, but the artifact counts 1 failed and 3 passed tests'],
    ],
    [
      { result: 'PASSED' },
      0,
      0,
      ['its result is `PASSED`, but the artifact counts 0 failed and 0 passed tests'],
    ],
    [{}, 1, 0, ['its result is missing, but must be `PASSED`, `WARNED` or `FAILED`']],
    [{ result: 'passed' }, 1, 0, ['its result is `"passed"`, but must be `PASSED`, `WARNED` or `FAILED`']],
    [undefined, 1, 0, ['its result is missing, but must be `PASSED`, `WARNED` or `FAILED`']],
    [
      { result: 'PASSED', passedTests: ['a'] },
      2,
      0,
      ['its passedTests has 1 names, but the artifact has 2 in tests_passed'],
    ],
    [
      { result: 'PASSED', failedTests: ['a'] },
      2,
      0,
      ['its failedTests has 1 names, but the artifact has 0 in tests_failed'],
    ],
    [{ result: 'PASSED', passedTests: 2 }, 2, 0, ['its passedTests is `2`, not a list']],
  ])('%j contradicts %d passed, %d failed', (predicate, passed, failed, messages) => {
    expect(against(predicate, passed, failed)).toEqual(messages);
  });

  it('contradicts an artifact without counts', () => {
    expect(checkPredicate({ result: 'PASSED' }, {})).toHaveLength(1);
    expect(checkPredicate({ result: 'FAILED', failedTests: [] }, {})).toHaveLength(1);
  });
});
