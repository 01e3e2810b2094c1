import { describe, expect, it } from 'vitest';
import { load, refusal } from '../../../support/load.ts';
import { ctrfReport, playwrightReport, vitestReport } from '../../../support/run-reports.ts';

const refused = (content: unknown) => refusal('run-report', content);
const counts = async (content: unknown) => (await load('run-report', content)).counts;
const PASSED = { passed: 3, failed: 0 };

describe('a JSON report that says in another key that something failed', () => {
  it.each<[string, object]>([
    ['a number of errors', { errors: 1 }],
    ['a count with a longer name', { num_errors: 2 }],
    ['a count in camel case', { errorCount: 2 }],
    ['a list of errors', { errors: ['collection failed'] }],
    ['an error', { error: 'out of memory' }],
    ['an error that is an object', { error: { code: 3 } }],
    ['failures', { failures: 2 }],
    ['crashed tests', { crashed: 1 }],
    ['tests that timed out', { timed_out: 1 }],
    ['success', { success: false }],
    ['ok', { ok: false }],
    ['an exit code', { exitCode: 1 }],
    ['a status', { status: 'failed' }],
    ['a result', { result: 'Error' }],
    ['that it is running', { status: 'in_progress' }],
    ['that it was interrupted', { interrupted: true }],
    ['that it is a part', { truncated: true }],
  ])('is refused: %s', async (_, says) => {
    for (const report of [
      { ...PASSED, ...says },
      { summary: PASSED, ...says },
      { summary: { ...PASSED, ...says } },
      { totals: { ...PASSED, ...says } },
      { tests: [{ name: 'a', status: 'pass' }], ...says },
      { schema_version: 'mcptest.dev/run/v1', summary: PASSED, ...says },
    ]) {
      expect(await refused(report)).toContain(', but the tests show 0 failed');
    }
  });

  it('names the key', async () => {
    expect(await refused({ summary: { ...PASSED, errors: 1 } })).toBe(
      'f.json:1:44: error: summary.errors: is `1`, but the tests show 0 failed\n' +
        '  help: see the output of the run; count what failed in failed, and let the run finish',
    );
  });

  it('is refused in the format of another tool', async () => {
    expect(await refused({ ...ctrfReport('passed'), success: false })).toContain('success: is `false`');
    const { results } = ctrfReport('passed');
    expect(await refused({ results: { ...results, summary: { ...results.summary, errors: 1 } } })).toContain(
      'results.summary.errors: is `1`',
    );
    expect(await refused({ ...vitestReport('passed'), error: 'worker died' })).toContain('error: is');
    expect(await refused({ ...playwrightReport('expected'), status: 'interrupted' })).toContain('status: is');
  });

  it('is refused for more failures than it counts', async () => {
    expect(await refused({ passed: 3, failed: 1, errors: 2 })).toContain(
      'errors: is `2`, but the tests show 1 failed',
    );
  });

  it.each<[string, object]>([
    ['no errors', { errors: 0, failures: 0, error: null, crashed: 0 }],
    ['empty lists of errors', { errors: [], error: '', failures: {} }],
    ['success', { success: true, ok: true, status: 'passed', exit_code: 0, finished: true }],
    ['other words', { status: 'stable', state: 'Bavaria', interrupted: false }],
  ])('is read if it says %s', async (_, says) => {
    expect(await counts({ ...PASSED, ...says })).toEqual(PASSED);
  });

  it('is read if it counts what failed', async () => {
    const report = { passed: 3, failed: 2, errors: 1, success: false, exit_code: 1, status: 'failed' };
    expect((await counts(report)).failed).toBe(2);
  });
});

describe('the JSON of Vitest 1 and 2', () => {
  const report = (...statuses: string[]) => {
    const current = vitestReport(...statuses);
    return { ...current, numPassedTests: current.numTotalTests - current.numFailedTests, numPendingTests: 0 };
  };

  it('counts skipped tests as passed, and is read by its tests', async () => {
    expect(await counts(report('passed', 'skipped', 'todo'))).toEqual({
      total: 3,
      passed: 1,
      failed: 0,
      skipped: 2,
    });
    expect((await counts(report('passed', 'skipped', 'failed'))).failed).toBe(1);
  });

  it.each<[string, object]>([
    ['a test that never finished', report('passed', 'skipped', 'pending')],
    ['another number of tests to do', { ...report('passed', 'skipped', 'todo'), numTodoTests: 2 }],
    ['a count of Jest', { ...report('passed', 'skipped'), numRuntimeErrorTestSuites: 0 }],
    [
      'another number of failed tests',
      { ...report('passed', 'skipped'), numFailedTests: 1, numPassedTests: 1 },
    ],
    ['another number of tests', { ...report('passed', 'skipped'), numTotalTests: 3, numPassedTests: 3 }],
  ])('is refused for %s', async (_, content) => {
    expect(await refused(content)).toMatch(/^f\.json:1:\d+: error: num/);
  });
});

describe('a TAP stream', () => {
  it.each<[string, string]>([
    ['npm', '\n> demo@1.0.0 test\n> tape t.js\n\nTAP version 13\nok 1 a\n1..1\n'],
    ['npm, of TAP 12', '\n> demo@1.0.0 test\n> prove\n\n1..1\nok 1 a\n'],
    ['yarn', 'yarn run v1.22.22\n$ tape t.js\nTAP version 13\nok 1 a\n1..1\nDone in 0.15s.\n'],
    ['pnpm', '\n> demo@1.0.0 test /src\n> tape t.js\n\nTAP version 13\n1..1\nok 1 a\n'],
  ])('may begin with the header of %s', async (_, text) => {
    expect((await counts(text)).passed).toBe(1);
  });

  it('of testem has skipped tests of its own form', async () => {
    const text =
      'ok 1 Chrome 60 - [1 ms] - a\nskip 2 Chrome 60 - [undefined ms] - b\ntodo 3 Chrome 60 - c\n\n1..3\n# tests 3\n# pass  1\n# skip  1\n# fail  0\n';
    expect(await counts(text)).toEqual({ total: 3, passed: 1, failed: 0, skipped: 2 });
  });

  it('does not take output for a skipped test', async () => {
    const text = 'TAP version 13\n1..2\nok 1 a\nskip 2 files\nok 2 b\n';
    expect((await counts(text)).passed).toBe(2);
    expect((await counts('1..2\nok 1 a\nskip 7 files\n    skip 2 a\nok 2 b\n')).passed).toBe(2);
  });

  it.each([
    '# fail 1',
    '# fail  2',
    '# cancelled 1',
    '# failed 1 of 2 tests',
    '# Looks like your test exited with 2 just after 1.',
    'npm ERR! Test failed.',
    'npm error code 1',
    ' ELIFECYCLE  Test failed.',
    'error Command failed with exit code 1.',
  ])('is refused when no test failed and it says %j', async (line) => {
    expect(await refused(`TAP version 13\nok 1 a\n1..1\n${line}\n`)).toContain(
      'no test failed, but the output says',
    );
  });

  it('may say so when a test failed, or says that none did', async () => {
    expect((await counts('1..1\nnot ok 1 a\n# fail 1\nnpm ERR! Test failed.\n')).failed).toBe(1);
    expect((await counts('1..2\nok 1 a\nnot ok 2 b # TODO\n# fail 1\n')).failed).toBe(0);
    expect((await counts('1..1\nok 1 a\n# fail 0\n# cancelled 0\n')).failed).toBe(0);
  });
});
