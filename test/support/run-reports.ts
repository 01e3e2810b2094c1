/** Small reports of each foreign format, shaped as the tools write them, for tests to vary. */

/** A Vitest report of one file; its counts follow from the statuses. */
export function vitestReport(...statuses: string[]) {
  const counted = (...words: string[]) => statuses.filter((status) => words.includes(status)).length;
  const isFailed = statuses.includes('failed');
  return {
    numTotalTestSuites: 1,
    numPassedTestSuites: isFailed ? 0 : 1,
    numFailedTestSuites: isFailed ? 1 : 0,
    numPendingTestSuites: 0,
    numTotalTests: statuses.length,
    numPassedTests: counted('passed'),
    numFailedTests: counted('failed'),
    numPendingTests: counted('skipped', 'pending', 'disabled'),
    numTodoTests: counted('todo'),
    snapshot: { added: 0, failure: false },
    startTime: 1_780_000_000_000,
    success: !isFailed,
    testResults: [
      {
        assertionResults: statuses.map((status, index) => ({
          ancestorTitles: ['tides'],
          fullName: `tides test ${index}`,
          status,
          title: `test ${index}`,
          duration: 1.5,
          failureMessages: status === 'failed' ? ['AssertionError: expected 1 to be 2'] : [],
          location: { line: index + 1, column: 3 },
        })),
        startTime: 1_780_000_000_000,
        endTime: 1_780_000_000_100,
        status: isFailed ? 'failed' : 'passed',
        message: '',
        name: '/repo/tides.test.ts',
      },
    ],
  };
}

/** A file that could not be loaded: it failed, and contains no test. */
export const BROKEN_FILE = {
  assertionResults: [],
  status: 'failed',
  message: 'cannot find module',
  name: '/repo/broken.test.ts',
};

/** A CTRF report; its summary follows from the statuses. */
export function ctrfReport(...statuses: string[]) {
  const counted = (word: string) => statuses.filter((status) => status === word).length;
  return {
    reportFormat: 'CTRF',
    specVersion: '1.0.0',
    results: {
      tool: { name: 'runner' },
      summary: {
        tests: statuses.length,
        passed: counted('passed'),
        failed: counted('failed'),
        pending: counted('pending'),
        skipped: counted('skipped'),
        other: counted('other'),
        start: 1,
        stop: 2,
      },
      tests: statuses.map((status, index) => ({
        name: `test ${index}`,
        status,
        duration: 12,
        filePath: 'tides.test.ts',
        line: index,
      })),
    },
  };
}

/** The outcome of a test as Playwright names it, and how its attempts ended. */
const ATTEMPTS: Readonly<Record<string, readonly string[]>> = {
  expected: ['passed'],
  unexpected: ['failed', 'timedOut'],
  flaky: ['failed', 'passed'],
  skipped: ['skipped'],
};

/** A Playwright report of one file with a `describe`; its stats follow from the outcomes. */
export function playwrightReport(...outcomes: string[]) {
  const counted = (word: string) => outcomes.filter((outcome) => outcome === word).length;
  return {
    config: { version: '1.50.0' },
    suites: [
      {
        title: 'tides.spec.ts',
        file: 'tides.spec.ts',
        line: 0,
        column: 0,
        specs: [] as unknown[],
        suites: [
          {
            title: 'tides',
            file: 'tides.spec.ts',
            line: 1,
            column: 6,
            specs: outcomes.map((outcome, index) => playwrightSpec(outcome, `test ${index}`)),
          },
        ],
      },
    ],
    errors: [] as unknown[],
    stats: {
      startTime: '2026-06-01T00:00:00.000Z',
      duration: 1,
      expected: counted('expected'),
      skipped: counted('skipped'),
      unexpected: counted('unexpected'),
      flaky: counted('flaky'),
    },
  };
}

export function playwrightSpec(outcome: string, title: string, attempts = ATTEMPTS[outcome] ?? []) {
  return {
    title,
    ok: outcome !== 'unexpected',
    file: 'tides.spec.ts',
    line: 4,
    column: 7,
    tests: [
      {
        timeout: 100_000,
        annotations: [],
        expectedStatus: outcome === 'skipped' ? 'skipped' : 'passed',
        projectName: 'chromium',
        results: attempts.map((status, retry) => ({
          status,
          retry,
          duration: 5,
          ...(status === 'failed' && { error: { message: 'boom' } }),
        })),
        status: outcome,
      },
    ],
  };
}

/** JUnit XML as Surefire and pytest write it, a testcase for each content. */
export function junitReport(...testcases: string[]): string {
  const failures = testcases.filter((content) => /<(failure|error)\b/.test(content)).length;
  const cases = testcases.map(
    (content, index) =>
      `    <testcase classname="tides" name="test ${index}" time="0.5">${content}</testcase>\n`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n' +
    `  <testsuite name="tides" tests="${testcases.length}" failures="${failures}" errors="0">\n` +
    `${cases.join('')}  </testsuite>\n</testsuites>\n`
  );
}
