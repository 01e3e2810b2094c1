import { describe, expect, it } from 'vitest';
import { load, refusal } from '../../../support/load.ts';
import { playwrightReport, playwrightSpec } from '../../../support/run-reports.ts';

const read = (content: unknown) => load('run-report', content);
const refused = (content: unknown) => refusal('run-report', content);

/** A report of one test with this outcome, this count of it in the stats, and these attempts. */
function single(outcome: string, attempts: readonly string[], expectedStatus = 'passed') {
  const report = playwrightReport(outcome);
  const spec = playwrightSpec(outcome, 'only', attempts);
  Object.assign(spec.tests[0] as object, { expectedStatus });
  Object.assign(report.suites[0] as object, { specs: [spec], suites: undefined });
  return report;
}

describe('a Playwright report', () => {
  it('counts each outcome', async () => {
    const { counts } = await read(playwrightReport('expected', 'expected', 'flaky', 'unexpected', 'skipped'));
    expect(counts).toEqual({ total: 5, passed: 3, failed: 1, skipped: 1 });
  });

  it('names a test by its project and its suites, and says why it failed', async () => {
    expect((await read(playwrightReport('expected', 'unexpected'))).tests).toEqual([
      { name: '[chromium] tides › test 0', status: 'pass', file: 'tides.spec.ts', line: 4, duration_ms: 5 },
      { name: '[chromium] tides › test 1', status: 'fail', file: 'tides.spec.ts', line: 4, duration_ms: 5 },
    ]);
    const { tests } = await read(single('unexpected', ['timedOut', 'failed']));
    expect(tests).toMatchObject([{ name: '[chromium] only', status: 'fail', message: 'boom' }]);
  });

  it('counts a test once for each project', async () => {
    const report = playwrightReport('expected');
    const spec = playwrightSpec('expected', 'twice');
    spec.tests.push({ ...spec.tests[0]!, projectName: '' });
    Object.assign(report.suites[0] as object, { specs: [spec], suites: null });
    report.stats.expected = 2;
    expect((await read(report)).tests?.map(({ name }) => name)).toEqual(['[chromium] twice', 'twice']);
  });

  it.each<[string, Parameters<typeof single>, string]>([
    ['fails as it should', ['expected', ['failed'], 'failed'], 'pass'],
    ['fails though it should, and then does not', ['unexpected', ['passed', 'passed'], 'failed'], 'fail'],
    ['is skipped on the retry', ['flaky', ['failed', 'skipped']], 'pass'],
    ['was cut off before a retry passed', ['expected', ['interrupted', 'passed']], 'pass'],
    ['was skipped before a retry passed', ['expected', ['skipped', 'passed']], 'pass'],
    ['did not run because another failed', ['skipped', ['skipped', 'skipped']], 'skip'],
    ['was never started', ['skipped', []], 'skip'],
    ['was cut off', ['skipped', ['interrupted']], 'fail'],
  ])('contains a test that %s', async (_, args, status) => {
    const report = single(...args);
    // a report of skipped tests alone would be refused
    report.suites.push({ ...playwrightReport('expected').suites[0]! });
    report.stats.expected++;
    expect((await read(report)).tests?.[0]?.status).toBe(status);
  });

  it('counts an error outside of the tests as a failure, even without tests', async () => {
    const report = {
      ...playwrightReport('expected'),
      errors: [{ message: 'cannot load' }, { value: 'thrown' }],
    };
    const { counts, tests } = await read(report);
    expect(counts).toEqual({ total: 3, passed: 1, failed: 2, skipped: 0 });
    expect(tests?.slice(1).map(({ message }) => message)).toEqual(['cannot load', 'thrown']);
    const alone = { ...playwrightReport(), suites: [], errors: [{ message: 'no tests found' }] };
    expect((await read(alone)).counts).toEqual({ total: 1, passed: 0, failed: 1, skipped: 0 });
  });

  const report = playwrightReport('expected', 'unexpected');
  it.each<[string, unknown, string]>([
    [
      'calls a test skipped that failed',
      (() => {
        const contradictory = single('skipped', ['failed']);
        contradictory.suites.push({ ...playwrightReport('expected').suites[0]! });
        contradictory.stats.expected++;
        return contradictory;
      })(),
      'status: is `skipped`, but the attempts ended differently',
    ],
    [
      'states fewer failures',
      { ...report, stats: { ...report.stats, unexpected: 0 } },
      'stats.unexpected: is 0, but the suites show 1',
    ],
    [
      'states more tests',
      { ...report, stats: { ...report.stats, expected: 2 } },
      'stats.expected: is 2, but the suites show 1',
    ],
    [
      'states flaky tests',
      { ...report, stats: { ...report.stats, flaky: 1 } },
      'stats.flaky: is 1, but the suites show 0',
    ],
    [
      'states skipped tests',
      { ...report, stats: { ...report.stats, skipped: 1 } },
      'stats.skipped: is 1, but the suites show 0',
    ],
    ['has no stats', { ...report, stats: undefined }, 'stats: is missing'],
    ['has odd errors', { ...report, errors: ['boom'] }, 'errors[0]: must be a mapping'],
    [
      'has an unknown outcome',
      single('passed', []),
      'suites[0].specs[0].tests[0].status: must be one of `expected`, `flaky`, `unexpected`, `skipped`, found `"passed"`',
    ],
    ['has an attempt that ended unheard of', single('expected', ['ok']), 'results[0].status: must be one of'],
    [
      'calls a failed test expected',
      single('expected', ['failed']),
      'suites[0].specs[0].tests[0].status: is `expected`, but the attempts ended differently',
    ],
    [
      'calls a flaky test expected',
      single('expected', ['failed', 'passed']),
      'is `expected`, but the attempts ended differently',
    ],
    ['calls a test expected that never ran', single('expected', []), 'is `expected`, but'],
    ['calls a skipped test expected', single('expected', ['skipped']), 'is `expected`, but'],
    ['calls a test expected that was cut off', single('expected', ['interrupted']), 'is `expected`, but'],
    [
      'calls a failed test flaky',
      single('flaky', ['failed', 'timedOut']),
      'is `flaky`, but the attempts ended differently',
    ],
    ['ran nothing', playwrightReport('skipped'), 'shows no test that ran: 1 in all, 1 skipped'],
    ['is empty', { ...playwrightReport(), suites: [] }, 'shows no test that ran'],
  ])('is refused when it %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });

  it('may contain a spec that is not ok in one of its projects', async () => {
    const content = playwrightReport('expected', 'unexpected');
    const [inner] = content.suites[0]!.suites;
    const [passed, failed] = inner!.specs;
    inner!.specs = [{ ...failed!, tests: [...failed!.tests, ...passed!.tests] }];
    expect((await read(content)).counts).toEqual({ total: 2, passed: 1, failed: 1, skipped: 0 });
  });

  it('is refused when a spec is not ok and its tests are', async () => {
    const content = playwrightReport('expected');
    const spec = { ...playwrightSpec('expected', 'a'), ok: false };
    Object.assign(content.suites[0]!.suites[0] as object, { specs: [spec] });
    expect(await refused(content)).toContain(
      'suites[0].suites[0].specs[0].ok: is false, but none of its tests is `unexpected`',
    );
  });
});
