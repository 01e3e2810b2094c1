import { describe, expect, it } from 'vitest';
import type { SuiteRun } from '../../../src/features/run/run-model.ts';
import { isAccepted, type ReportFrame, toRunResult } from '../../../src/features/run/to-run-result.ts';
import { PLAIN } from '../../../src/report/palette.ts';
import { RUN_FORMATS } from '../../../src/report/run/formats.ts';
import { FRAME, type MadeTest, made, ranSuite } from '../../support/run-results.ts';

const TESTS: readonly MadeTest[] = [
  { name: 'reads a city', status: 'passed' },
  { name: 'finds none', status: 'passed', flaky: true },
  {
    name: 'has a temperature',
    status: 'failed',
    findings: [
      {
        code: 'assertion',
        message: 'structuredContent.temp_c: found `99`, expected at most `60`',
        path: ['tests', 2],
      },
      { code: 'text', message: 'text: found `"a"`, expected `"b"`', path: ['tests', 2] },
    ],
  },
  { name: 'goes on', status: 'error', reason: 'the connection ended during the call' },
  { name: 'later', status: 'skipped', reason: 'not ready' },
];

function result(tests = TESTS, frame: Partial<ReportFrame> = {}, others: Partial<SuiteRun> = {}) {
  return toRunResult([ranSuite(tests, others)], { ...FRAME, ...frame });
}

async function formatted(name: keyof typeof RUN_FORMATS, report = result()): Promise<string> {
  return (await RUN_FORMATS[name]())(report, PLAIN);
}

describe('the report of a run', () => {
  it('counts errors among the failed tests', () => {
    const report = result();
    expect(report.summary).toEqual({ total: 5, passed: 2, failed: 2, skipped: 1 });
    expect(report.coverage.tools).toEqual({ listed: 2, called: 1, not_called: ['u'] });
    expect(report.tests[2]).toMatchObject({
      status: 'fail',
      line: 6,
      findings: [{ code: 'assertion', line: 6, column: 5 }, { code: 'text' }],
    });
    expect(report.servers).toMatchObject([
      { name: 'server', protocol_version: '2025-11-25', transport: 'stdio' },
    ]);
    expect(isAccepted(report)).toBe(false);
    expect(isAccepted(result(TESTS.slice(0, 2)))).toBe(true);
  });

  it('is not accepted when all tests are skipped', () => {
    expect(isAccepted(result([{ name: 'a', status: 'skipped' }]))).toBe(false);
  });

  it('has an error for a teardown that fails', () => {
    const phase = {
      phase: 'teardown',
      combination: { words: 'modern' },
      calls: [made('t')],
      failure: 'a call of `teardown` failed: no answer',
    } as never;
    const report = result(TESTS.slice(0, 1), {}, { phases: [phase] });
    expect(report.tests[1]).toMatchObject({ name: 'teardown [modern]', status: 'error' });
    expect(isAccepted(report)).toBe(false);
  });

  it('fails when fewer tools are called than required', () => {
    const passing = TESTS.slice(0, 1);
    expect(isAccepted(result(passing, { requireCoverage: 50 }))).toBe(true);
    const report = result(passing, { requireCoverage: 51 });
    expect(isAccepted(report)).toBe(false);
    expect(report.tests.at(-1)).toMatchObject({
      name: 'coverage',
      status: 'fail',
      message: 'found 1 of 2 tools called (50 %), expected 51 %; not called: u',
    });
  });

  it('fails when all calls failed for one cause', () => {
    const suite = { ...ranSuite(TESTS.slice(0, 2)), oneCause: 'all 2 calls came back as an error' };
    const report = toRunResult([suite], FRAME);
    expect(report.tests.at(-1)).toMatchObject({ status: 'error', message: suite.oneCause });
    expect(isAccepted(report)).toBe(false);
  });

  it('has an error for each server that died and is in no test that broke, in each combination', () => {
    const [session] = ranSuite(TESTS).run.sessions;
    const died = (name: string, words = '') => ({ ...session, name, died: true, combination: { words } });
    const sessions = [died('server'), died('server', 'modern'), died('other'), { ...session, name: 'well' }];
    const told = (test: Partial<MadeTest>, others = {}) =>
      result([{ name: 'a', status: 'error', ...test }], {}, { sessions, ...others } as never)
        .tests.filter(({ name }) => name === 'server')
        .map(({ message }) => message);
    const [server, other] = ['server', 'other'].map(
      (name) => `the server \`${name}\` ended before the run did`,
    );
    const broken = [made('t'), { ...made('t'), broken: 'the connection ended' }];
    expect(told({ calls: broken })).toEqual([server, other]);
    // nothing of its own broke
    expect(told({ calls: [made('t')] })).toEqual([server, server, other]);
    expect(told({ status: 'passed', calls: broken })).toEqual([server, server, other]);
    const phases = [{ phase: 'setup', combination: { words: 'modern' }, calls: broken, failure: 'broken' }];
    expect(told({ calls: broken }, { phases })).toEqual([other]);
  });

  it('fails on noise only when the transport is strict', () => {
    const [session] = ranSuite(TESTS).run.sessions;
    const noise = { count: 2, lines: ['Starting up'] };
    const noisy = { sessions: [{ ...session, traces: { ...session?.traces, noise } }] } as never;
    expect(isAccepted(result(TESTS.slice(0, 1), {}, noisy))).toBe(true);
    expect(isAccepted(result(TESTS.slice(0, 1), { strictTransport: true }, noisy))).toBe(false);
  });
});

describe('the formats', () => {
  it('shows people what failed, with its place', async () => {
    expect(
      await formatted('pretty'),
    ).toBe(`FAIL 2 of 5 tests failed, 1 of them with an error, 1 skipped, 1 flaky
  server: stdio, protocol 2025-11-25, version 1.0.0
  server: 2 tests passed, calls took 2 ms

fail  has a temperature  suites/suite.yml:6
  structuredContent.temp_c: found \`99\`, expected at most \`60\`  suites/suite.yml:6
  text: found \`"a"\`, expected \`"b"\`  suites/suite.yml:6

error  goes on  suites/suite.yml:7
  the connection ended during the call

flaky  finds none (passed on attempt 2)
skip   later: not ready

1 of 2 tools called; not called: u

standard error of server:
  listening
`);
  });

  it('stays short with 500 tests', async () => {
    const many = Array.from(
      { length: 500 },
      (_, index): MadeTest => ({ name: `test ${index}`, status: 'passed' }),
    );
    const text = await formatted('pretty', result(many));
    expect(text.split('\n').length).toBeLessThan(10);
  });

  it('writes TAP', async () => {
    expect(await formatted('tap')).toBe(`TAP version 14
1..5
ok 1 - reads a city
ok 2 - finds none
  ---
  flaky: passed on attempt 2
  ...
not ok 3 - has a temperature
  ---
  severity: fail
  message: "structuredContent.temp_c: found \`99\`, expected at most \`60\`; text: found \`\\"a\\"\`, expected \`\\"b\\"\`"
  at: "suites/suite.yml:6"
  duration_ms: 1.235
  findings:
    - "suites/suite.yml:6: structuredContent.temp_c: found \`99\`, expected at most \`60\`"
    - "suites/suite.yml:6: text: found \`\\"a\\"\`, expected \`\\"b\\"\`"
  ...
not ok 4 - goes on
  ---
  severity: error
  message: "the connection ended during the call"
  at: "suites/suite.yml:7"
  duration_ms: 1.235
  ...
ok 5 - later # SKIP not ready
`);
  });

  it('writes annotations for GitHub', async () => {
    expect((await formatted('github')).split('\n').slice(0, 4)).toEqual([
      '::error file=suites/suite.yml,line=6,title=fail%3A has a temperature::structuredContent.temp_c: found `99`, expected at most `60` (and 1 more)',
      '::error file=suites/suite.yml,line=7,title=error%3A goes on::the connection ended during the call',
      '::warning file=suites/suite.yml,line=5,title=flaky%3A finds none::it passed only when it was tried again',
      '::notice title=FAIL%3A 2 of 5 tests failed%2C 1 of them with an error%2C 1 skipped%2C 1 flaky::1 of 2 tools called; not called: u',
    ]);
  });

  it('writes Markdown', async () => {
    const text = await formatted('markdown');
    expect(text).toContain('## FAIL: 2 of 5 tests failed');
    expect(text).toContain(
      '| **error** | `goes on` | `suites/suite.yml:7` | `the connection ended during the call` |',
    );
    expect(text).not.toContain('reads a city');
  });

  it('tells failures and errors apart in JUnit XML', async () => {
    const text = await formatted('junit');
    expect(text).toContain(
      '<testsuites name="mcptest run" tests="5" failures="1" errors="1" skipped="1" time="1">',
    );
    expect(text).toContain('<failure message="structuredContent.temp_c');
    expect(text).toContain('<error message="the connection ended during the call" type="error">');
    expect(text).toContain('<skipped message="not ready"></skipped>');
  });
});
