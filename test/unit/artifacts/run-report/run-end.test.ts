import { describe, expect, it } from 'vitest';
import { load, refusal } from '../../../support/load.ts';
import { ctrfReport, junitReport, playwrightReport, vitestReport } from '../../../support/run-reports.ts';

const endOf = async (content: unknown) => {
  const { ended_at, is_end_earliest } = await load('run-report', content);
  return is_end_earliest ? `${ended_at} or later` : ended_at;
};

const vitest = (startTime: unknown, ...files: object[]) => {
  const report = vitestReport('passed');
  const [file] = report.testResults;
  const testResults = files.map((times) => ({ ...file, startTime: undefined, endTime: undefined, ...times }));
  const numTests = { numTotalTests: files.length, numPassedTests: files.length };
  return { ...report, ...numTests, startTime, testResults };
};

const ctrf = (times: object) => {
  const report = ctrfReport('passed');
  const summary = { ...report.results.summary, start: undefined, stop: undefined, ...times };
  return { ...report, results: { ...report.results, summary } };
};

const playwright = (times: object) => {
  const report = playwrightReport('expected');
  return { ...report, stats: { ...report.stats, startTime: undefined, duration: undefined, ...times } };
};

const junit = (attributes: string, suites = '') =>
  junitReport('').replace('<testsuites>', `<testsuites ${attributes}>${suites}`);
const suite = (attributes: string) => `<testsuite name="x" ${attributes}></testsuite>`;

const T = Date.UTC(2020, 0, 1);

describe('the end of the run', () => {
  it.each<[string, unknown, string | undefined]>([
    [
      'Vitest, the last file',
      vitest(T, { endTime: T + 2000 }, { endTime: T + 1000.7 }),
      '2020-01-01T00:00:02Z',
    ],
    ['Vitest, a fraction', vitest(T, { endTime: T + 1000.7 }), '2020-01-01T00:00:01Z'],
    ['Vitest, a file without an end', vitest(T, { startTime: T + 3000 }), '2020-01-01T00:00:03Z'],
    ['Vitest, the start alone', vitest(T, {}), '2020-01-01T00:00:00Z'],
    ['Vitest, no time', vitest(0, { startTime: 0, endTime: null }), undefined],
    ['CTRF', ctrf({ start: T, stop: T + 1000 }), '2020-01-01T00:00:01Z'],
    ['CTRF, the start alone', ctrf({ start: T, stop: 0 }), '2020-01-01T00:00:00Z'],
    ['CTRF, no time', ctrf({}), undefined],
    [
      'Playwright',
      playwright({ startTime: '2020-01-01T00:00:00.000Z', duration: 1500.2 }),
      '2020-01-01T00:00:01.500Z',
    ],
    [
      'Playwright, no duration',
      playwright({ startTime: '2020-01-01T00:00:00.000Z' }),
      '2020-01-01T00:00:00Z',
    ],
    [
      'Playwright, a duration beyond the latest time',
      playwright({ startTime: '2020-01-01T00:00:00Z', duration: 1e300 }),
      '2020-01-01T00:00:00Z',
    ],
    ['Playwright, no time', playwright({ duration: 5 }), undefined],
    ['JUnit', junit('timestamp="2020-01-01T00:00:00Z" time="1.5"'), '2020-01-01T00:00:01.500Z'],
    ['JUnit, another zone', junit('timestamp="2020-01-01T02:00:00+02:00" time="1"'), '2020-01-01T00:00:01Z'],
    ['JUnit, a zone in short', junit('timestamp="2020-01-01 02:00:00,25 +0200"'), '2020-01-01T00:00:00.250Z'],
    [
      'JUnit, no length that can be read',
      junit('timestamp="2020-01-01T00:00Z" time="1,5"'),
      '2020-01-01T00:00:00Z',
    ],
    ['JUnit, a negative length', junit('timestamp="2020-01-01T00:00:00Z" time="-5"'), '2020-01-01T00:00:00Z'],
    [
      'JUnit, the last suite',
      junit(
        '',
        suite('timestamp="2020-01-01T00:00:05Z"') + suite('timestamp="2020-01-01T00:00:01Z" time="2"'),
      ),
      '2020-01-01T00:00:05Z',
    ],
    ['JUnit, no zone', junit('timestamp="2020-01-01T00:00:00" time="1"'), '2019-12-31T10:00:01Z or later'],
    [
      'JUnit, a zone in the last suite alone',
      junit('timestamp="2020-01-01T00:00:00"', suite('timestamp="2020-01-01T00:00:01Z"')),
      '2020-01-01T00:00:01Z',
    ],
    ['JUnit, no time', junit('timestamp="yesterday" time="1"'), undefined],
    ['TAP', 'TAP version 14\n1..1\nok 1 - a\n', undefined],
  ])('is read: %s', async (_, content, end) => {
    expect(await endOf(content)).toBe(end);
  });

  it.each<[string, unknown]>([
    ['Vitest', vitest(1e300, {})],
    ['CTRF', ctrf({ stop: -1 })],
  ])('must be a time: %s', async (_, content) => {
    expect(await refusal('run-report', content)).toContain('must be a time in milliseconds since 1970');
  });
});
