import { describe, expect, it } from 'vitest';
import { load, refusal } from '../../../support/load.ts';
import { BROKEN_FILE, vitestReport } from '../../../support/run-reports.ts';

const read = (content: unknown) => load('run-report', content);
const refused = (content: unknown) => refusal('run-report', content);

const PASSED = vitestReport('passed', 'passed');
const [FILE] = PASSED.testResults;
const FAILED_FILE = { ...FILE, status: 'failed' };

describe('a Vitest or Jest report', () => {
  it('counts tests that did not run as skipped', async () => {
    const report = await read(vitestReport('passed', 'failed', 'skipped', 'pending', 'todo', 'disabled'));
    expect(report.counts).toEqual({ total: 6, passed: 1, failed: 1, skipped: 4 });
  });

  it('keeps the position of a test and why it failed', async () => {
    expect((await read(vitestReport('passed', 'failed'))).tests).toEqual([
      { name: 'tides test 0', status: 'pass', file: '/repo/tides.test.ts', line: 1, duration_ms: 1.5 },
      {
        name: 'tides test 1',
        status: 'fail',
        file: '/repo/tides.test.ts',
        line: 2,
        duration_ms: 1.5,
        message: 'AssertionError: expected 1 to be 2',
      },
    ]);
  });

  it('does not read the message of an earlier attempt as a failure', async () => {
    const retried = { ...FILE?.assertionResults[0], failureMessages: ['Error: first attempt'] };
    const { tests, counts } = await read({
      ...vitestReport('passed'),
      testResults: [{ ...FILE, assertionResults: [retried] }],
    });
    expect(counts.failed).toBe(0);
    expect(tests?.[0]?.message).toBeUndefined();
  });

  it('accepts null where Jest writes it', async () => {
    const bare = { status: 'passed', title: 'only a title', fullName: null, location: null, duration: null };
    const content = {
      ...vitestReport('passed'),
      testResults: [{ assertionResults: [bare], status: 'focused' }],
    };
    expect((await read(content)).tests).toEqual([{ name: 'only a title', status: 'pass' }]);
  });

  it.each<[string, object]>([
    ['a file that could not be loaded', { testResults: [FILE, BROKEN_FILE] }],
    ['a file with a failed hook', { testResults: [FAILED_FILE] }],
    [
      'a file with an error between its tests',
      { testResults: [{ ...FILE, testExecError: { message: 'x' } }] },
    ],
    ['an error of the run', { runExecError: { message: 'x' } }],
    ['a suite that failed', { numFailedTestSuites: 1 }],
    ['a suite that did not start', { numRuntimeErrorTestSuites: 1 }],
    [
      'the error that jest-junit puts among the tests of a file',
      { testResults: [FILE, { ...BROKEN_FILE, assertionResults: [{ status: 'error', title: null }] }] },
    ],
  ])('counts %s as one failure', async (_, change) => {
    const report = await read({ ...PASSED, success: false, ...change });
    expect(report.counts).toEqual({ total: 3, passed: 2, failed: 1, skipped: 0 });
    expect(report.tests?.filter(({ status }) => status === 'fail')).toHaveLength(1);
  });

  it('counts a broken file in addition to a failed test, but a failed file with a failed test once', async () => {
    const failed = vitestReport('failed', 'passed');
    const { counts } = await read({ ...failed, testResults: [...failed.testResults, BROKEN_FILE] });
    expect(counts).toEqual({ total: 3, passed: 1, failed: 2, skipped: 0 });
    expect((await read(failed)).counts.failed).toBe(1);
  });

  it('counts a broken file in addition to its tests', async () => {
    const withError = {
      ...FAILED_FILE,
      assertionResults: [...(FILE?.assertionResults ?? []), { status: 'error' }],
    };
    const { counts } = await read({ ...PASSED, success: false, testResults: [withError] });
    expect(counts).toEqual({ total: 3, passed: 2, failed: 1, skipped: 0 });
  });

  it('names a broken file, and says why it is broken', async () => {
    const { tests } = await read({
      ...vitestReport(),
      success: false,
      testResults: [BROKEN_FILE, { ...BROKEN_FILE, name: null, message: null }],
    });
    expect(tests).toEqual([
      {
        name: '/repo/broken.test.ts',
        status: 'fail',
        file: '/repo/broken.test.ts',
        message: 'cannot find module',
      },
      { name: 'a test file', status: 'fail' },
    ]);
  });

  it('accepts missing counts of todo or pending tests', async () => {
    const report = vitestReport('passed', 'todo', 'skipped');
    expect((await read({ ...report, numPendingTests: undefined })).counts.skipped).toBe(2);
    expect((await read({ ...report, numTodoTests: undefined })).counts.skipped).toBe(2);
  });

  it('counts a broken file even when no test ran', async () => {
    const { counts } = await read({ ...vitestReport(), success: false, testResults: [BROKEN_FILE] });
    expect(counts).toEqual({ total: 1, passed: 0, failed: 1, skipped: 0 });
  });

  it.each<[string, object, string]>([
    ['states more tests', { numTotalTests: 3 }, 'numTotalTests: is 3, but testResults show 2 tests'],
    [
      'states fewer passed tests',
      { numPassedTests: 1 },
      'numPassedTests: is 1, but testResults show 2 passed',
    ],
    ['states a failed test', { numFailedTests: 1 }, 'numFailedTests: is 1, but testResults show 0 failed'],
    [
      'states a pending test',
      { numPendingTests: 1 },
      'numPendingTests: is 1, but testResults show 0 skipped, pending or to do',
    ],
    [
      'has tests that never finished: a worker was killed',
      { ...vitestReport('passed', 'pending', 'pending'), numPendingTests: 0 },
      'numPendingTests: is 0, but testResults show 2 skipped, pending or to do (numTodoTests included)\n' +
        '  help: see the output of the run: some tests never finished',
    ],
    ['states a test to do', { numTodoTests: 1 }, 'numPendingTests: is 1, but'],
    [
      'was no success, without a failure',
      { success: false },
      'success: is false, but nothing in the report failed\n  help: see the output of the run',
    ],
    [
      'was a success, with a broken file',
      { testResults: [FILE, BROKEN_FILE] },
      'success: is true, but something failed',
    ],
    [
      'was interrupted',
      { wasInterrupted: true },
      'wasInterrupted: the run was interrupted, so its counts are not final',
    ],
    ['does not say whether it was a success', { success: undefined }, 'success: is missing'],
    ['has no numbers', { numFailedTests: undefined }, 'numFailedTests: is missing'],
    [
      'has an odd number',
      { numRuntimeErrorTestSuites: 'none' },
      'numRuntimeErrorTestSuites: must be a whole number, 0 or more',
    ],
    ['has no files', { testResults: undefined }, 'testResults: is missing'],
    [
      'has a file with an unknown status',
      { testResults: [{ ...FILE, status: 'ok' }] },
      'testResults[0].status: must be one of',
    ],
    [
      'has a file without a status',
      { testResults: [{ ...FILE, status: undefined }] },
      'testResults[0].status: is missing',
    ],
    [
      'has a test with an unknown status',
      { testResults: [{ ...FILE, assertionResults: [{ status: 'pass' }] }] },
      'testResults[0].assertionResults[0].status: must be one of',
    ],
    [
      'has a file without tests',
      { testResults: [{ ...FILE, assertionResults: undefined }] },
      'testResults[0].assertionResults: is missing',
    ],
  ])('is refused when it %s', async (_, change, message) => {
    expect(await refused({ ...PASSED, ...change })).toContain(message);
  });

  it('is refused when a report of success contains a failed test', async () => {
    expect(await refused({ ...vitestReport('failed'), success: true })).toContain('success: is true, but');
  });

  it('is refused when nothing ran', async () => {
    expect(await refused(vitestReport('skipped', 'todo'))).toContain(
      'shows no test that ran: 2 in all, 2 skipped',
    );
    expect(await refused({ ...vitestReport(), testResults: [] })).toContain('shows no test that ran');
  });
});
