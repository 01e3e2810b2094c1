import { describe, expect, it } from 'vitest';
import { loadArtifact } from '../../../../src/artifacts/load.ts';
import { formatDiagnostic } from '../../../../src/diagnostic.ts';
import { refusal } from '../../../support/load.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const refused = (content: string) => refusal('run-report', content);

/** Reads a report: its counts as `total/passed/failed/skipped`, and its warnings. */
async function reading(text: string): Promise<{ counts: string; warnings: string }> {
  const { value, warnings } = await loadArtifact('run-report', 'f.xml', memoryFiles({ 'f.xml': text }));
  const { total, passed, failed, skipped } = value.counts;
  return {
    counts: `${total}/${passed}/${failed}/${skipped}`,
    warnings: warnings.map((warning) => formatDiagnostic(warning, 'warning')).join('\n'),
  };
}

describe('a suite that states more than it shows', () => {
  it.each<[string, string, string, string]>([
    ['tests', '<testsuite tests="2"><testcase/></testsuite>', '1/1/0/0', 'states 2 tests, but shows 1'],
    [
      'failures',
      '<testsuite failures="1"><testcase/><testcase/></testsuite>',
      '2/1/1/0',
      'f.xml:1:1: warning: states 1 failures and 0 errors, but shows 0 in total; 1 more counts as failed',
    ],
    ['errors', '<testsuite errors="2"><testcase/></testsuite>', '2/0/2/0', '2 more count as failed'],
    [
      'failures and errors',
      '<testsuite failures="1" errors="1"><testcase><failure/></testcase><testcase/></testsuite>',
      '2/0/2/0',
      'shows 1 in total',
    ],
    [
      'failures where a skipped testcase is all',
      '<testsuite failures="1"><testcase><skipped/></testcase></testsuite>',
      '2/0/1/1',
      'states 1 failures',
    ],
    [
      'failures around its suites',
      '<testsuites errors="2">\n<testsuite errors="1"><testcase/><testcase/></testsuite></testsuites>',
      '2/0/2/0',
      'f.xml:2:1: warning: states 0 failures and 1 errors, but shows 0 in total, as does 1 other suite; 2 more',
    ],
    [
      'failures in a suite, and the same around it',
      '<testsuites failures="1"><testsuite failures="1"><testcase/><testcase/></testsuite></testsuites>',
      '2/1/1/0',
      '1 more counts as failed',
    ],
    [
      'skipped tests, although it shows as many tests as it states',
      '<testsuite tests="2" skipped="1"><testcase/><testcase/></testsuite>',
      '2/1/0/1',
      'states 1 skipped, but shows 0',
    ],
    [
      'disabled tests that are missing',
      '<testsuite tests="2" disabled="1"><testcase/></testsuite>',
      '1/1/0/1',
      'states 2 tests, but shows 1',
    ],
  ])('is read with a warning: %s', async (_, text, counts, warning) => {
    const found = await reading(text);
    expect(found.counts).toBe(counts);
    expect(found.warnings).toContain(warning);
  });

  it.each<[string, string]>([
    ['all it shows is skipped then', '<testsuite skipped="1"><testcase/></testsuite>'],
    ['all it shows is disabled then', '<testsuite disabled="1"><testcase/></testsuite>'],
  ])('is refused if %s', async (_, text) => {
    expect(await refused(text)).toContain('shows no test that ran: 1 in all, 1 skipped');
  });

  it.each<[string, string, string]>([
    [
      'tests',
      '<testsuites>\n<testsuite tests="3"/><testsuite><testcase/></testsuite></testsuites>',
      'f.json:2:1: error: states 3 tests, but shows none',
    ],
    [
      'failures',
      '<testsuites><testsuite tests="3" failures="3"/><testsuite><testcase/></testsuite></testsuites>',
      'states 3 tests, but shows none',
    ],
    [
      'fewer skipped tests than tests',
      '<testsuites skipped="2"><testsuite tests="3"/><testsuite><testcase/></testsuite></testsuites>',
      'states 3 tests, but shows none',
    ],
    ['nothing else', '<testsuite tests="3"></testsuite>', 'states 3 tests, but shows none'],
  ])('is refused if it shows no test at all, and states %s', async (_, text, message) => {
    expect(await refused(text)).toContain(message);
  });

  it('is read if it shows no test, and says that each was skipped', async () => {
    const skippedClass =
      '<testsuite name="C" tests="3" assertions="0" errors="0" failures="0" skipped="3" time="0"/>';
    const text = `<testsuites><testsuite tests="4" skipped="3">${skippedClass}<testsuite tests="1"><testcase/></testsuite></testsuite></testsuites>`;
    expect((await reading(text)).counts).toBe('1/1/0/3');
  });
});

describe('a known writer of JUnit XML', () => {
  const go = (root: string, cases: string, properties = '') =>
    `<testsuites ${root}><testsuite tests="1" failures="0" name="p" time="0.1">${properties}${cases}</testsuite></testsuites>`;
  const GO_VERSION = '<properties><property name="go.version" value="go1.23"/></properties>';

  it('pytest counts each subtest', async () => {
    const text =
      '<testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="0" skipped="0" tests="8"><testcase/></testsuite></testsuites>';
    const { counts, warnings } = await reading(text);
    expect(counts).toBe('1/1/0/0');
    expect(warnings).toContain('help: pytest: tests counts each subtest too');
  });

  it('pytest shows two failures for a failed subtest', async () => {
    const text =
      '<testsuite name="pytest" errors="0" failures="2" skipped="0" tests="5"><testcase><failure/><failure/></testcase><testcase/></testsuite>';
    expect((await reading(text)).counts).toBe('2/1/1/0');
  });

  it('gotestsum counts lines of stderr as errors', async () => {
    const cases = '<testcase classname="p" name="TestA"/>';
    expect((await reading(go('tests="1" failures="0" errors="2"', cases))).counts).toBe('1/1/0/0');
    const relative = '<testcase classname="x/p" name="TestA"/>';
    expect((await reading(go('tests="1" failures="0" errors="2"', relative, GO_VERSION))).counts).toBe(
      '1/1/0/0',
    );
  });

  it.each<[string, string]>([
    ['its failures', go('tests="1" failures="1" errors="2"', '<testcase classname="p"/>', GO_VERSION)],
    [
      'errors of a suite of another tool',
      go('tests="1" failures="0" errors="1"', '<testcase classname="q"/>'),
    ],
    [
      'errors of one suite among those of another tool',
      `<testsuites tests="2" failures="0" errors="1"><testsuite name="p" tests="1" failures="0">${GO_VERSION}<testcase/></testsuite><testsuite name="s" tests="1" failures="0" errors="0"><testcase/></testsuite></testsuites>`,
    ],
  ])('gotestsum is not an excuse for %s', async (_, text) => {
    expect((await reading(text)).counts).toMatch(/^\d\/\d\/1\/0$/);
  });

  it('Surefire counts the attempts of a test that it runs again', async () => {
    const flaky =
      '<testsuite tests="3" errors="0" skipped="0" failures="2"><testcase name="a"><flakyFailure/><flakyError/></testcase></testsuite>';
    expect(await reading(flaky)).toEqual({ counts: '1/1/0/0', warnings: '' });
    const failing =
      '<testsuite tests="3" errors="0" skipped="0" failures="3"><testcase name="a"><failure/><rerunFailure/><rerunFailure/></testcase></testsuite>';
    expect(await reading(failing)).toEqual({ counts: '1/0/1/0', warnings: '' });
    const another = flaky.replace('failures="2"', 'failures="3"');
    expect((await reading(another)).counts).toBe('1/0/1/0');
  });

  it.each<[string, string]>([
    [
      'Catch2',
      '<testsuites><testsuite name="c" errors="0" failures="0" skipped="0" tests="4" hostname="tbd"><testcase/><testcase/></testsuite></testsuites>',
    ],
    [
      'doctest',
      '<testsuites><testsuite name="d" errors="0" failures="0" tests="4" doctest_version="2.5.0"><testcase/><testcase/></testsuite></testsuites>',
    ],
  ])('%s counts assertions', async (name, text) => {
    const { counts, warnings } = await reading(text);
    expect(counts).toBe('2/2/0/0');
    expect(warnings).toContain(`help: ${name}: tests counts assertions`);
  });

  it('mocha-junit-reporter counts skipped tests that it does not show', async () => {
    const text =
      '<testsuites name="Mocha Tests" tests="5" failures="0" skipped="4"><testsuite name="Root Suite" tests="0" failures="0"/><testsuite name="s" tests="3" failures="0"><testcase name="s ok"/></testsuite><testsuite name="t" tests="2" failures="0"/></testsuites>';
    expect((await reading(text)).counts).toBe('1/1/0/4');
  });

  it('Qt Test counts logged messages as errors', async () => {
    const text = (version: string) =>
      `<testsuite name="tst_a" tests="2" failures="0" errors="3">${version}<testcase name="a" result="pass"/><testcase name="b" result="xfail"/></testsuite>`;
    const version = '<properties><property name="QtVersion" value="6.5.0"/></properties>';
    expect((await reading(text(version))).counts).toBe('2/1/0/1');
    expect((await reading(text(''))).counts).toContain('/3/');
  });

  it.each<[string, string, string]>([
    [
      'bun',
      '<testsuites name="bun test" tests="1" assertions="0" failures="0" skipped="0"><testsuite name="a"><testcase/></testsuite></testsuites>',
      'leaves out a test file that did not load',
    ],
    [
      'Playwright',
      '<testsuites id="" name="" tests="2" failures="0" skipped="1" errors="0" time="4"><testsuite name="a" tests="2" skipped="1"><testcase/><testcase><skipped/></testcase></testsuite></testsuites>',
      'leaves out errors outside of tests',
    ],
  ])('%s hides something, which a warning says', async (name, text, hidden) => {
    expect((await reading(text)).warnings).toContain(`the JUnit reporter of ${name} ${hidden}`);
  });
});

describe('a retry that is a testcase of its own', () => {
  const suite = (cases: string, attributes = 'name="p" tests="1" failures="0"') =>
    `<testsuites tests="1" failures="0" errors="0"><testsuite ${attributes}>${cases}</testsuite></testsuites>`;
  const GRADLE =
    'name="p" tests="2" skipped="0" failures="1" errors="0" timestamp="2026-06-01T12:00:00" hostname="h" time="1"';
  const test = (name: string, content = '') => `<testcase classname="p" name="${name}">${content}</testcase>`;
  const FAILURE = '<failure message="no"/>';

  it.each<[string, string, string]>([
    ['gotestsum', suite(test('A', FAILURE) + test('A')), '1/1/0/0'],
    ['gotestsum, twice', suite(test('A', FAILURE) + test('A', FAILURE) + test('A') + test('B')), '2/2/0/0'],
    ['gotestsum, never', suite(test('A', FAILURE) + test('A', FAILURE) + test('B')), '2/1/1/0'],
    ['Gradle', suite(test('A', FAILURE) + test('B') + test('A'), GRADLE), '2/2/0/0'],
  ])('counts once: %s', async (_, text, counts) => {
    expect((await reading(text)).counts).toBe(counts);
  });

  it('is reported as flaky', async () => {
    expect((await reading(suite(test('A', FAILURE) + test('A')))).warnings).toContain(
      '1 test is flaky: it failed first, and passed on a retry: `p › A`',
    );
  });

  it.each<[string, string, string]>([
    ['the writer is unknown', suite(test('A', FAILURE) + test('A'), 'name="p" errors="0"'), '2/1/1/0'],
    [
      'a test that passed runs again',
      suite(test('A', FAILURE) + test('B') + test('A') + test('B')),
      '4/3/1/0',
    ],
    ['it failed after it passed', suite(test('A') + test('A', FAILURE)), '2/1/1/0'],
    ['another test has the name', suite(test('A', FAILURE) + test('A') + test('B'), GRADLE), '3/2/1/0'],
    [
      'it is in another suite',
      '<testsuites tests="1" failures="0" errors="0"><testsuite name="p">' +
        `${test('A', FAILURE)}</testsuite><testsuite name="p">${test('A')}</testsuite></testsuites>`,
      '2/1/1/0',
    ],
  ])('counts as a test of its own if %s', async (_, text, counts) => {
    expect((await reading(text)).counts).toBe(counts);
  });
});

describe('what a JUnit report says', () => {
  it.each<[string, string]>([
    ['a status in two spellings', '<testsuite><testcase STATUS="failed" status="passed"/></testsuite>'],
    ['a status with a prefix', '<testsuite><testcase x:status="failed" status="passed"/></testsuite>'],
    ['failures in two spellings', '<testsuite FAILURES="3" failures="0"><testcase/></testsuite>'],
    [
      'errors in two spellings',
      '<testsuites errors="0" Errors="1"><testsuite><testcase/></testsuite></testsuites>',
    ],
  ])('is refused for %s', async (_, text) => {
    expect(await refused(text)).toContain('occurs twice');
  });

  it('may have other attributes in two spellings', async () => {
    expect((await reading('<testsuite name="a" Name="b"><testcase/></testsuite>')).counts).toBe('1/1/0/0');
  });

  it.each(['result="Failed"', 'status="completed" result="Failed"', 'outcome="failed"', 'success="False"'])(
    'is refused when a suite says %s and shows no failure',
    async (attributes) => {
      expect(await refused(`<testsuite ${attributes}><testcase/></testsuite>`)).toContain(
        'has the status failed, but shows no failure',
      );
    },
  );

  const withProperty = (name: string, value: string, content = '<testcase/>') =>
    `<testsuites><testsuite><properties><property name="${name}" value="${value}"/></properties>${content}</testsuite></testsuites>`;

  it.each([
    ['SuiteSucceeded', 'false'],
    ['suite.succeeded', 'False'],
    ['run_success', 'no'],
    ['SpecialSuiteFailureReason', 'Detected pending specs'],
  ])(
    'is refused when a suite has the property %s with the value %s and shows no failure',
    async (name, value) => {
      expect(await refused(withProperty(name, value))).toContain(
        `has the property \`${name}\` with the value \`${value}\`, but shows no failure`,
      );
      expect((await reading(withProperty(name, value, '<testcase><failure/></testcase>'))).counts).toBe(
        '1/0/1/0',
      );
    },
  );

  it('is refused when a suite that did not build has no testcase, next to one that passed', async () => {
    const text = withProperty('SuiteSucceeded', 'false', '').replace(
      '</testsuites>',
      '<testsuite><testcase/></testsuite></testsuites>',
    );
    expect(await refused(text)).toContain('the property `SuiteSucceeded`');
  });

  it.each([
    ['SuiteSucceeded', 'true'],
    ['SpecialSuiteFailureReason', ''],
    ['FailOnPending', 'false'],
    ['java.success.dir', 'no'],
  ])('is read when a suite has the property %s with the value `%s`', async (name, value) => {
    expect((await reading(withProperty(name, value))).counts).toBe('1/1/0/0');
  });

  it('does not look at the properties of a testcase', async () => {
    const text =
      '<testsuite><testcase><properties><property name="success" value="false"/></properties></testcase></testsuite>';
    expect((await reading(text)).counts).toBe('1/1/0/0');
  });

  it.each<[string, string]>([
    ['panicked', '1/0/1/0'],
    ['interrupted', '1/0/1/0'],
    ['hook_error', '1/0/1/0'],
    ['cleanup_error', '1/0/1/0'],
  ])('knows the word %s', async (word, counts) => {
    expect((await reading(`<testsuite><testcase status="${word}"/></testsuite>`)).counts).toBe(counts);
  });

  it('takes a test without assertions for inconclusive', async () => {
    const text = '<testsuite><testcase status="no asserts"/><testcase status="pass"/></testsuite>';
    expect((await reading(text)).counts).toBe('2/1/0/0');
  });

  it('needs no known word next to a failure', async () => {
    const text = (content: string) =>
      `<testsuite><testcase status="collapsed">${content}</testcase></testsuite>`;
    expect((await reading(text('<error/>'))).counts).toBe('1/0/1/0');
    expect(await refused(text('<skipped/>'))).toContain('`collapsed` is not a known status');
  });

  it.each([
    ['raw', '\u001b[31m'],
    ['as a decimal reference', '&#27;[31m'],
    ['as a hexadecimal reference', '&#x1B;[31m'],
    ['as a null', '&#0;'],
  ])('may contain characters that XML forbids: %s', async (_, text) => {
    const output = `<system-out>${text}</system-out>`;
    expect(
      (await reading(`<testsuite><testcase name="${text}">${output}</testcase></testsuite>`)).counts,
    ).toBe('1/1/0/0');
  });

  it('may not contain them in a name', async () => {
    expect(await refused('<testsuite><testcase><fail\u001bure/></testcase></testsuite>')).toContain(
      'a name with a character that XML forbids',
    );
  });
});
