import type { JunitWriter } from './junit-writers.ts';
import type { TestRecord } from './model.ts';

/** Collects the testcases of each suite, and finds the retries among them. */
export class Retries {
  /** The suite of each record. A record without one is not a testcase. */
  readonly #suiteOf: (number | undefined)[] = [];

  /** @param suite a number that no other suite has */
  see(suite: number, record: number): void {
    this.#suiteOf[record] = suite;
  }

  /**
   * Merges the retries of a test with its first attempt: its last attempt counts. A suite in which a test runs again
   * after it did not fail has no retries: it runs tests several times, and each time counts.
   * @param retries how the writer writes retries; undefined if it does not
   * @returns all tests, and the names of those that passed on a retry
   */
  collapse(
    tests: readonly TestRecord[],
    retries: JunitWriter['retries'],
  ): { readonly tests: readonly TestRecord[]; readonly flaky: readonly string[] } {
    if (!retries) return { tests, flaky: [] };
    const suites = new Map<number, number[]>();
    for (const [record, suite] of this.#suiteOf.entries()) {
      if (suite === undefined) continue;
      const records = suites.get(suite);
      if (records) records.push(record);
      else suites.set(suite, [record]);
    }
    const dropped = new Set<number>();
    const flaky = new Map<number, TestRecord>();
    for (const records of suites.values()) {
      const attempts = attemptsIn(tests, records, retries);
      for (const { earlier, last } of attempts ?? []) {
        for (const record of earlier) dropped.add(record);
        const test = tests[last] as TestRecord;
        if (test.status === 'pass') flaky.set(last, { ...test, flaky: true });
      }
    }
    return {
      tests: tests.flatMap((test, record) => (dropped.has(record) ? [] : [flaky.get(record) ?? test])),
      flaky: [...flaky.values()].map(({ name }) => name),
    };
  }
}

interface Attempts {
  readonly earlier: number[];
  last: number;
}

/** Returns the tests of a suite with more than one attempt; undefined if the suite cannot have retries. */
function attemptsIn(
  tests: readonly TestRecord[],
  records: readonly number[],
  retries: NonNullable<JunitWriter['retries']>,
): readonly Attempts[] | undefined {
  const byTest = new Map<string, Attempts>();
  let hasRetry = false;
  for (const record of records) {
    const { name, file = '' } = tests[record] as TestRecord;
    const key = JSON.stringify([file, name]);
    const before = byTest.get(key);
    if (!before) {
      // a first attempt after a retry
      if (hasRetry && retries === 'last') return undefined;
      byTest.set(key, { earlier: [], last: record });
      continue;
    }
    if (tests[before.last]?.status !== 'fail') return undefined;
    hasRetry = true;
    before.earlier.push(before.last);
    before.last = record;
  }
  return [...byTest.values()].filter(({ earlier }) => earlier.length > 0);
}
