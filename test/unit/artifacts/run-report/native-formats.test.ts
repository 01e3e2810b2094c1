import { describe, expect, it } from 'vitest';
import { loadArtifact } from '../../../../src/artifacts/load.ts';
import { refusal } from '../../../support/load.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const textOf = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));
const refused = (content: unknown) => refusal('run-report', content);

/** Reads a report: its format, and its counts as `total/passed/failed/skipped`. */
async function reading(content: unknown): Promise<string> {
  const { value, format } = await loadArtifact('run-report', 'f', memoryFiles({ f: textOf(content) }));
  const { total, passed, failed, skipped } = value.counts;
  return `${format} ${total}/${passed}/${failed}/${skipped}`;
}

describe('go test -json', () => {
  const events = (...lines: [action: string, test?: string][]) =>
    lines
      .map(([Action, Test]) => JSON.stringify({ Time: '2026-06-01T12:00:00Z', Action, Package: 'p', Test }))
      .join('\n');

  it.each<[string, string, string]>([
    [
      'each test',
      events(['start'], ['run', 'A'], ['output', 'A'], ['pass', 'A'], ['run', 'B'], ['skip', 'B'], ['pass']),
      '2/1/0/1',
    ],
    ['a test that failed', events(['run', 'A'], ['fail', 'A'], ['fail']), '1/0/1/0'],
    ['a test that did not end', events(['run', 'A'], ['pass', 'A'], ['run', 'B'], ['fail']), '2/1/1/0'],
    ['a package that failed without its tests', events(['run', 'A'], ['pass', 'A'], ['fail']), '2/1/1/0'],
    [
      'each run of -count=2',
      events(['run', 'A'], ['fail', 'A'], ['run', 'A'], ['pass', 'A'], ['fail']),
      '2/1/1/0',
    ],
    [
      'a benchmark, which has no end event',
      events(['run', 'BenchmarkA'], ['run', 'BenchmarkA/b'], ['output', 'BenchmarkA/b'], ['pass']),
      '2/2/0/0',
    ],
    [
      'a benchmark that was measured in a package that failed, and one that was not',
      events(['run', 'Benchmark1'], ['bench', 'Benchmark1'], ['run', 'Benchmark2'], ['fail']),
      '2/1/1/0',
    ],
    [
      'a test that did not end, although its package passed',
      events(['run', 'Benchmarks'], ['pass']),
      '1/0/1/0',
    ],
    [
      'a package that did not build, once',
      `{"ImportPath":"q [q.test]","Action":"build-fail"}\n{"Action":"fail","Package":"q","FailedBuild":"q [q.test]"}\n${events(['run', 'A'], ['pass', 'A'], ['pass'])}`,
      '2/1/1/0',
    ],
    [
      'what older versions print',
      `${events(['run', 'A'], ['pass', 'A'], ['pass'])}\nFAIL\tq [build failed]\n`,
      '2/1/1/0',
    ],
    [
      'events with spaces',
      events(['run', 'A'], ['pass', 'A'], ['pass']).replaceAll('":', '": ').replaceAll(',"', ', "'),
      '1/1/0/0',
    ],
    [
      'after downloads',
      `go: downloading x v1.0.0\n${events(['run', 'A'], ['pass', 'A'], ['pass'])}`,
      '1/1/0/0',
    ],
  ])('counts %s', async (_, text, counts) => {
    expect(await reading(text)).toBe(`go test -json ${counts}`);
  });

  it.each<[string, string, string]>([
    ['an end that was cut off', events(['run', 'A'], ['pass', 'A']), 'the tests of `p` did not end'],
    ['a line that was cut off', `${events(['run', 'A'])}\n{"Action":"pa`, 'f.json:2:'],
    ['an unknown action', events(['run', 'A'], ['collapse', 'A']), 'the action `collapse` is not known'],
    ['no test', events(['start'], ['pass']), 'shows no test that ran'],
    ['another object', `${events(['run', 'A'])}\n{"a":1}`, 'is not an event of `go test -json`'],
  ])('is refused for %s', async (_, text, message) => {
    expect(await refused(text)).toContain(message);
  });

  const GO = '{"Action":"pass","Package":"p","Test":"T"}\n{"Action":"pass","Package":"p"}\n';
  it.each<[string, string, string]>([
    [
      'JUnit XML',
      `<testsuite><testcase><failure/><system-out>\n${GO}</system-out></testcase></testsuite>`,
      'JUnit XML 1/0/1/0',
    ],
    ['TAP', `1..1\nnot ok 1 a\n${GO}`, 'TAP 13/14 1/0/1/0'],
    ['TAP after a comment', `# a\n${GO}1..1\nnot ok 1 a\n`, 'TAP 13/14 1/0/1/0'],
  ])('is not what is in the output of %s', async (_, text, expected) => {
    expect(await reading(text)).toBe(expected);
  });
});

describe('Cucumber JSON', () => {
  const step = (status: string) => ({ keyword: 'Given ', name: 'a', result: { status } });
  const feature = (...elements: object[]) => [{ uri: 'a.feature', keyword: 'Feature', name: 'F', elements }];
  const scenario = (...statuses: string[]) => ({
    type: 'scenario',
    name: 's',
    line: 3,
    steps: statuses.map(step),
  });

  it.each<[string, object[], string]>([
    ['passed', feature(scenario('passed', 'passed')), '1/1/0/0'],
    ['failed', feature(scenario('passed', 'failed', 'skipped')), '1/0/1/0'],
    ['undefined and ambiguous', feature(scenario('undefined'), scenario('ambiguous')), '2/0/2/0'],
    ['skipped', feature(scenario('passed'), scenario('passed', 'skipped')), '2/1/0/1'],
    ['pending, which shows nothing', feature(scenario('passed'), scenario('pending')), '2/1/0/0'],
    ['without a step', feature(scenario('passed'), scenario()), '2/1/0/1'],
    [
      'failed in its background',
      feature({ type: 'background', steps: [step('failed')] }, scenario('skipped')),
      '1/0/1/0',
    ],
    [
      'behind a background without results, as behave lists it',
      feature(
        { type: 'background', steps: [{ keyword: 'Given ', name: 'a' }] },
        scenario('passed', 'passed'),
      ),
      '1/1/0/0',
    ],
    [
      'failed in a background of its own',
      feature(scenario('passed'), { type: 'background', steps: [step('failed')] }),
      '2/1/1/0',
    ],
    [
      'failed in a hook',
      feature({ ...scenario('passed'), after: [{ result: { status: 'failed' } }] }),
      '1/0/1/0',
    ],
    [
      'failed in the hook of a step',
      feature({
        type: 'scenario',
        steps: [{ ...step('passed'), after: [{ result: { status: 'failed' } }] }],
      }),
      '1/0/1/0',
    ],
    ['failed as behave says', feature({ ...scenario('passed'), status: 'failed' }), '1/0/1/0'],
    ['in a feature that failed', [{ ...feature(scenario('passed'))[0], status: 'failed' }], '2/1/1/0'],
  ])('counts a scenario that is %s', async (_, content, counts) => {
    expect(await reading(content)).toBe(`Cucumber JSON ${counts}`);
  });

  it.each([
    [['pending'], '1 in all, 0 skipped, 1 inconclusive'],
    [['unknown', 'skipped'], '2 in all, 1 skipped, 1 inconclusive'],
  ])('is refused if every scenario is %j', async (statuses, seen) => {
    const message = `shows no test that passed or failed: ${seen}`;
    expect(await refused(feature(...statuses.map((status) => scenario(status))))).toContain(message);
  });

  it('is refused for an unknown status, and for skipped scenarios alone', async () => {
    expect(await refused(feature(scenario('collapsed')))).toContain('status');
    expect(await refused(feature(scenario('skipped')))).toContain('shows no test that ran');
  });
});

describe('mochawesome JSON', () => {
  const test = (state: string | null, more = {}) => ({ title: 'a', fullTitle: 's a', state, ...more });
  const report = (passes: number, failures: number, suite: object) => ({
    stats: { suites: 1, tests: 2, passes, failures, pending: 0, end: '2026-06-01T12:00:00Z' },
    results: [{ file: 'a.js', tests: [], suites: [suite] }],
  });
  const withStats = (stats: object, hook = 'passed') => {
    const content = report(1, 0, { tests: [test('passed')], beforeHooks: [test(hook)] });
    return { ...content, stats: { ...content.stats, ...stats } };
  };

  it('counts a hook that failed as its stats say', async () => {
    const stats = { other: 1, hasOther: true, testsRegistered: 1 };
    expect(await reading(withStats(stats, 'failed'))).toBe('mochawesome JSON 2/1/1/0');
  });

  it.each<[string, object, string]>([
    ['tests', report(1, 1, { tests: [test('passed'), test('failed'), test('pending')] }), '3/1/1/1'],
    [
      'a hook that failed',
      report(1, 1, { tests: [test('passed'), test(null, { skipped: true })], beforeHooks: [test('failed')] }),
      '3/1/1/1',
    ],
    [
      'hooks that failed and the stats leave out',
      report(1, 0, { tests: [test('passed')], beforeHooks: [test('passed')], afterHooks: [test('failed')] }),
      '2/1/1/0',
    ],
    ['a test without a state', report(1, 0, { tests: [test('passed'), test(null)] }), '2/1/0/0'],
  ])('counts %s', async (_, content, counts) => {
    expect(await reading(content)).toBe(`mochawesome JSON ${counts}`);
  });

  it.each<[string, object, string]>([
    [
      'failures that it does not show',
      report(1, 1, { tests: [test('passed')] }),
      'stats.failures: is 1, but the results show 0',
    ],
    ['passes that it does not show', report(5, 0, { tests: [test('passed')] }), 'stats.passes: is 5'],
    ['an unknown state', report(1, 0, { tests: [test('collapsed')] }), 'state'],
    [
      'hooks that failed and that it does not show',
      withStats({ other: 2, hasOther: true }),
      'stats.other: is 2, but the results show 0 failed hooks and tests',
    ],
    ['a hook that it does not count', withStats({ hasOther: true }), 'stats.hasOther: is true'],
    [
      'lost tests',
      withStats({ testsRegistered: 3 }),
      'stats.testsRegistered: is 3, but the results show 1 tests',
    ],
    ['no result', { stats: { passes: 0, failures: 0 }, results: [false] }, 'shows no test that ran'],
    ['an error next to it', { ...report(1, 0, { tests: [test('passed')] }), error: 'x' }, 'error: is'],
  ])('is refused for %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });
});

describe('RSpec JSON', () => {
  const example = (status: string) => ({
    full_description: 'a b',
    status,
    file_path: './a_spec.rb',
    run_time: 0.5,
  });
  const report = (statuses: string[], summary: object = {}) => ({
    version: '3.12.0',
    examples: statuses.map(example),
    summary: {
      example_count: statuses.length,
      failure_count: statuses.filter((status) => status === 'failed').length,
      pending_count: statuses.filter((status) => status === 'pending').length,
      errors_outside_of_examples_count: 0,
      ...summary,
    },
  });

  it.each<[string, object, string]>([
    ['examples', report(['passed', 'failed', 'pending']), '3/1/1/1'],
    ['an error outside', report(['passed'], { errors_outside_of_examples_count: 1 }), '2/1/1/0'],
    [
      'a file that did not load, with its messages',
      { ...report([], { errors_outside_of_examples_count: 1 }), messages: ['An error occurred'] },
      '1/0/1/0',
    ],
  ])('counts %s', async (_, content, counts) => {
    expect(await reading(content)).toBe(`RSpec JSON ${counts}`);
  });

  it.each<[string, object, string]>([
    ['no example', report([]), 'shows no test that ran'],
    [
      'failures that it does not show',
      report(['passed'], { failure_count: 1 }),
      'summary.failure_count: is 1',
    ],
    ['examples that are lost', report(['passed'], { example_count: 2 }), 'summary.example_count: is 2'],
    ['an unknown status', report(['errored']), 'status'],
  ])('is refused for %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });
});

describe('TRX', () => {
  const result = (outcome: string, inner = '') =>
    `<UnitTestResult testName="a" duration="00:00:01.5"${outcome && ` outcome="${outcome}"`}>${inner}</UnitTestResult>`;
  const trx = (results: string, summary = '<ResultSummary outcome="Completed"/>') =>
    `<?xml version="1.0"?><!-- a --><TestRun xmlns="urn:t"><Times finish="2026-06-01T12:00:00Z"/><Results>${results}</Results>${summary}</TestRun>`;

  it.each<[string, string, string]>([
    ['tests', trx(result('Passed') + result('Failed') + result('NotExecuted')), '3/1/1/1'],
    ['an outcome that is missing', trx(result('Passed') + result('')), '2/1/1/0'],
    [
      'the rows of a test',
      trx(
        result('Failed', `<InnerResults>${result('Passed')}${result('Failed')}</InnerResults>`),
        '<ResultSummary outcome="Failed"><Counters total="3" failed="2"/></ResultSummary>',
      ),
      '2/1/1/0',
    ],
    [
      'a test that failed although no row did',
      trx(result('Failed', `<InnerResults>${result('Passed')}</InnerResults>`)),
      '2/1/1/0',
    ],
    [
      'a run that failed outside of its tests',
      trx(result('Passed'), '<ResultSummary outcome="Failed"/>'),
      '2/1/1/0',
    ],
    [
      'a host that crashed',
      trx(
        result('Passed'),
        '<ResultSummary outcome="Completed"><RunInfos><RunInfo outcome="Error"/></RunInfos></ResultSummary>',
      ),
      '2/1/1/0',
    ],
  ])('counts %s', async (_, text, counts) => {
    expect(await reading(text)).toBe(`TRX ${counts}`);
  });

  it.each<[string, string, string]>([
    ['an unknown outcome', trx(result('Collapsed')), '`Collapsed` is not a known result'],
    [
      'an unknown outcome of the run',
      trx(result('Passed'), '<ResultSummary outcome="Odd"/>'),
      '`Odd` is not a known result',
    ],
    [
      'tests that it lost',
      trx(result('Passed'), '<ResultSummary outcome="Completed"><Counters total="9"/></ResultSummary>'),
      'states total 9, but the file shows 1',
    ],
    [
      'failures that it lost',
      trx(
        result('Passed'),
        '<ResultSummary outcome="Completed"><Counters total="1" failed="1"/></ResultSummary>',
      ),
      'states failures, but shows none',
    ],
    ['an end that was cut off', trx(result('Passed')).slice(0, -12), 'unclosed tag'],
    ['no test', trx(''), 'shows no test that ran'],
    [
      'entities',
      `<!DOCTYPE a [<!ENTITY b "c">]>${trx(result('Passed')).replace(/^<\?.*?\?>/, '')}`,
      'declares entities',
    ],
  ])('is refused for %s', async (_, text, message) => {
    expect(await refused(text)).toContain(message);
  });
});

describe('NUnit 3 XML', () => {
  const test = (result: string) => `<test-case fullname="a" result="${result}" duration="0.5"/>`;
  const run = (tests: string, attributes = '', suite = '') =>
    `<test-run ${attributes}><test-suite fullname="s" ${suite}>${tests}</test-suite></test-run>`;

  it.each<[string, string, string]>([
    [
      'tests',
      run(test('Passed') + test('Failed') + test('Skipped'), 'total="3" passed="1" failed="1"'),
      '3/1/1/1',
    ],
    [
      'a suite that failed in its set-up',
      run(test('Passed'), '', 'result="Failed" site="TearDown"'),
      '2/1/1/0',
    ],
    ['a run that failed outside of its suites', run(test('Passed'), 'result="Failed"'), '2/1/1/0'],
    ['a warning', run(test('Passed') + test('Warning')), '2/1/0/0'],
  ])('counts %s', async (_, text, counts) => {
    expect(await reading(text)).toBe(`NUnit 3 XML ${counts}`);
  });

  it.each<[string, string, string]>([
    ['an unknown result', run(test('Collapsed')), '`Collapsed` is not a known result'],
    ['tests that it lost', run(test('Passed'), 'total="2"'), 'states total 2, but shows 1'],
    ['failures that it lost', run(test('Passed'), 'failed="1"'), 'states failed 1, but shows 0'],
    [
      'another number of passed tests',
      run(test('Passed') + test('Skipped'), 'passed="2"'),
      'states passed 2',
    ],
    ['a count that is not a number', run(test('Passed'), 'failed="x"'), 'must be a whole number'],
  ])('is refused for %s', async (_, text, message) => {
    expect(await refused(text)).toContain(message);
  });
});

describe('xUnit.net XML', () => {
  const test = (result: string) => `<test name="a" result="${result}" time="0.5"/>`;
  const assembly = (tests: string, attributes = '', errors = '') =>
    `<assemblies><assembly ${attributes}><errors>${errors}</errors><collection>${tests}</collection></assembly></assemblies>`;

  it.each<[string, string, string]>([
    [
      'tests',
      assembly(test('Pass') + test('Fail') + test('Skip'), 'total="3" passed="1" failed="1"'),
      '3/1/1/1',
    ],
    [
      'an error outside of the tests',
      assembly(test('Pass'), 'errors="1"', '<error type="fatal" name="e"/>'),
      '2/1/1/0',
    ],
  ])('counts %s', async (_, text, counts) => {
    expect(await reading(text)).toBe(`xUnit.net XML ${counts}`);
  });

  it.each<[string, string, string]>([
    ['an unknown result', assembly(test('Collapse')), '`Collapse` is not a known result'],
    ['errors that it does not show', assembly(test('Pass'), 'errors="2"'), 'states errors 2'],
    ['failures that it lost', assembly(test('Pass'), 'failed="1"'), 'states failed 1'],
  ])('is refused for %s', async (_, text, message) => {
    expect(await refused(text)).toContain(message);
  });
});
