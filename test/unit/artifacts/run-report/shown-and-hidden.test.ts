import { describe, expect, it } from 'vitest';
import { loadGiven } from '../../../../src/artifacts/load-given.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const sourcesOf = async (content: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const { value, sources } = await loadGiven('run-report', ['report'], memoryFiles({ report: text }));
  return { counts: value.counts, sources: sources.map(({ flaky, notes }) => ({ flaky, notes })) };
};

const suite = (testcase: string) => `<testsuite name="s" tests="1">${testcase}</testsuite>`;
const vitest = (test: object) => ({
  success: true,
  numTotalTests: 1,
  numPassedTests: 1,
  numFailedTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ fullName: 'a', status: 'passed', ...test }] }],
});
const playwright = (status: string, ...attempts: string[]) => ({
  suites: [
    {
      title: 'a.spec.js',
      specs: [
        {
          title: 'a',
          ok: true,
          tests: [
            { status, expectedStatus: 'passed', results: attempts.map((result) => ({ status: result })) },
          ],
        },
      ],
    },
  ],
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, [status]: 1 },
});
const ctrf = (test: object) => ({
  results: {
    summary: { tests: 1, passed: 1, failed: 0 },
    tests: [{ name: 'a', status: 'passed', ...test }],
  },
});

describe('a test that passed on a retry', () => {
  it.each<[string, unknown]>([
    ['Surefire', suite('<testcase name="a"><flakyFailure message="x"/></testcase>')],
    ['nextest', suite('<testcase name="a"><flakyError type="x"/><flakyError type="x"/></testcase>')],
    [
      'gotestsum',
      `<testsuites tests="2" failures="1" errors="0"><testsuite tests="2" failures="1" name="p">
        <testcase classname="p" name="TestA"><failure/></testcase><testcase classname="p" name="TestA"/>
      </testsuite></testsuites>`,
    ],
    ['Vitest', vitest({ failureMessages: ['first attempt'] })],
    ['Jest', vitest({ failureMessages: [], invocations: 3 })],
    ['Playwright', playwright('flaky', 'failed', 'passed')],
    ['CTRF', ctrf({ flaky: true, retries: 1 })],
  ])('counts once, as passed, and the report calls it flaky: %s', async (_, content) => {
    const { counts, sources } = await sourcesOf(content);
    expect(counts).toMatchObject({ total: 1, passed: 1, failed: 0 });
    expect(sources).toEqual([{ flaky: 1 }]);
  });

  it.each<[string, unknown]>([
    ['JUnit', suite('<testcase name="a"/>')],
    ['Vitest', vitest({ failureMessages: [] })],
    ['Jest', vitest({ failureMessages: [], invocations: 1 })],
    ['Playwright', playwright('expected', 'passed')],
    ['CTRF', ctrf({ flaky: false })],
  ])('is not any test that passed: %s', async (_, content) => {
    expect((await sourcesOf(content)).sources).toEqual([{}]);
  });

  it('is not one that failed in the end', async () => {
    const failed = suite('<testcase name="a"><failure/><rerunFailure/></testcase>');
    expect((await sourcesOf(failed)).sources).toEqual([{}]);
  });
});

describe('what the reporter of a runner does not show', () => {
  const gotestsum = (errors: number) =>
    `<testsuites tests="1" failures="0" errors="${errors}"><testsuite tests="1" failures="0" name="p">
      <testcase classname="p" name="TestA"/>
    </testsuite></testsuites>`;

  it.each<[string, string, string]>([
    [
      'bun',
      '<testsuites name="bun test"><testsuite name="a"><testcase name="b"/></testsuite></testsuites>',
      'the JUnit reporter of bun leaves out a test file that did not load',
    ],
    [
      'gotestsum, where it counts errors',
      gotestsum(1),
      'the JUnit reporter of gotestsum counts a package that did not build like a line on stderr',
    ],
    [
      'GoogleTest',
      '<testsuites tests="1" name="AllTests"><testsuite name="a"><testcase name="b"/></testsuite></testsuites>',
      'the JUnit reporter of GoogleTest leaves out what failed in the set-up or tear-down of a test suite',
    ],
    [
      'Node, where it has suites',
      `<testsuites><testsuite name="h" time="0.01" disabled="0" errors="0" tests="1" failures="0" skipped="0" hostname="vm">
        <testcase name="n" time="0.001" classname="test"/>
      </testsuite></testsuites>`,
      'the JUnit reporter of Node leaves out an `after` hook of a suite that failed',
    ],
  ])('is in the report: %s', async (_, content, note) => {
    expect((await sourcesOf(content)).sources).toEqual([{ notes: [note] }]);
  });

  it('is not where gotestsum counts no error', async () => {
    expect((await sourcesOf(gotestsum(0))).sources).toEqual([{}]);
  });
});
