import { describe, expect, it } from 'vitest';
import { load, refusal } from '../../../support/load.ts';
import { ctrfReport } from '../../../support/run-reports.ts';

const read = (content: unknown) => load('run-report', content);
const refused = (content: unknown) => refusal('run-report', content);

/** A report with its results changed. */
function changed(change: (results: ReturnType<typeof ctrfReport>['results']) => void): unknown {
  const report = ctrfReport('passed', 'failed');
  change(report.results);
  return report;
}

describe('a CTRF report', () => {
  it('counts pending as skipped, and other as inconclusive', async () => {
    const report = await read(ctrfReport('passed', 'failed', 'skipped', 'pending', 'other'));
    expect(report.counts).toEqual({ total: 5, passed: 1, failed: 1, skipped: 2, inconclusive: 1 });
    expect(report.tests?.map(({ status }) => status)).toEqual([
      'pass',
      'fail',
      'skip',
      'skip',
      'inconclusive',
    ]);
    expect(report.tests?.[1]).toEqual({
      name: 'test 1',
      status: 'fail',
      file: 'tides.test.ts',
      line: 1,
      duration_ms: 12,
    });
  });

  it('has a count of inconclusive tests when it states other', async () => {
    expect((await read(ctrfReport('passed'))).counts.inconclusive).toBe(0);
    const silent = changed(({ summary }) => Reflect.deleteProperty(summary, 'other'));
    expect((await read(silent)).counts).not.toHaveProperty('inconclusive');
  });

  it('does not count the attempts of a test', async () => {
    const content = changed(({ tests }) => {
      Object.assign(tests[0] as object, {
        flaky: true,
        retries: 1,
        retryAttempts: [{ attempt: 1, status: 'failed' }],
      });
    });
    expect((await read(content)).counts).toMatchObject({ total: 2, passed: 1, failed: 1 });
  });

  it('accepts null where a reporter has no value', async () => {
    const content = changed(({ tests }) => {
      Object.assign(tests[0] as object, { message: null, filePath: null, line: null, duration: null });
    });
    expect((await read(content)).tests?.[0]).toEqual({ name: 'test 0', status: 'pass' });
  });

  it.each<[string, unknown, string]>([
    [
      'hides a failure in its summary',
      changed(({ summary }) => Object.assign(summary, { passed: 2, failed: 0 })),
      'results.summary.failed: is 0, but the entries of results.tests give 1',
    ],
    [
      'states more tests',
      changed(({ summary }) => Object.assign(summary, { tests: 3 })),
      'results.summary.tests: is 3, but the entries of results.tests give 2',
    ],
    [
      'states skipped tests',
      changed(({ summary }) => Object.assign(summary, { skipped: 1 })),
      'results.summary.skipped: is 1, but the entries of results.tests give 0',
    ],
    [
      'is from Playwright, which counts some tests differently than it lists them',
      changed((results) => {
        results.tool.name = 'playwright';
        Object.assign(results.summary, { passed: 0, failed: 2 });
      }),
      'results.summary.passed: is 0, but the entries of results.tests give 1\n' +
        "  help: pass Playwright's own JSON: `--reporter=json`; its CTRF reporter",
    ],
    [
      'states other tests',
      changed(({ summary }) => Object.assign(summary, { other: 1 })),
      'results.summary.other: is 1',
    ],
    [
      'has an unknown status',
      changed(({ tests }) => Object.assign(tests[0] as object, { status: 'Passed' })),
      'results.tests[0].status: must be one of `passed`, `failed`',
    ],
    [
      'has no tests',
      changed((results) => Reflect.deleteProperty(results, 'tests')),
      'results.tests: is missing; it must be a list',
    ],
    ['has no summary', { reportFormat: 'CTRF', results: { tests: [] } }, 'results.summary: is missing'],
    [
      'states a negative count',
      changed(({ summary }) => Object.assign(summary, { failed: -1 })),
      'results.summary.failed: must be a whole number, 0 or more',
    ],
    [
      'has a test without a name',
      changed(({ tests }) => Reflect.deleteProperty(tests[1] as object, 'name')),
      'results.tests[1].name: is missing',
    ],
    ['is CTRF by its summary alone', { results: { summary: {} } }, 'results.summary.tests: is missing'],
    [
      'ran nothing',
      ctrfReport('skipped', 'pending'),
      'f.json:1:1: error: shows no test that ran: 2 in all, 2 skipped',
    ],
    ['is empty', ctrfReport(), 'shows no test that ran: 0 in all, 0 skipped'],
  ])('is refused when it %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });
});
