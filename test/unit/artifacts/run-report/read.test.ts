import { describe, expect, it } from 'vitest';
import { loadArtifact } from '../../../../src/artifacts/load.ts';
import { refusal } from '../../../support/load.ts';
import { memoryFiles } from '../../../support/memory-files.ts';
import { ctrfReport, junitReport, playwrightReport, vitestReport } from '../../../support/run-reports.ts';

const refused = (content: unknown) => refusal('run-report', content);

describe('the format of a run report', () => {
  const json = (value: unknown) => JSON.stringify(value);

  it.each([
    ['mcptest run report', json({ summary: { passed: 1, failed: 0 } })],
    ['mcptest run report', json({ totals: { failed: 1 } })],
    ['mcptest run report', json({ failed: 1, inconclusive: 1 })],
    ['mcptest run report', json({ tests: [{ name: 'a', status: 'pass' }] })],
    ['CTRF JSON', json(ctrfReport('passed'))],
    ['CTRF JSON', json({ ...ctrfReport('passed'), reportFormat: undefined })],
    ['Vitest/Jest JSON', json(vitestReport('passed'))],
    ['Playwright JSON', json(playwrightReport('expected'))],
    ['JUnit XML', junitReport('')],
    ['JUnit XML', '\n  <testsuite><testcase name="a"/></testsuite>'],
    ['TAP 13/14', 'TAP version 14\n1..1\nok 1\n'],
    ['TAP 13/14', '1..1\nok 1\n'],
    ['TAP 13/14', '\n# a comment\nok\n1..1\n'],
    ['TAP 13/14', '# Subtest: a\n    ok 1 - b\n    1..1\nok 1 - a\n1..1\n'],
  ])('is recognised from the content: %s', async (format, text) => {
    const report = await loadArtifact(
      'run-report',
      'misleading.name',
      memoryFiles({ 'misleading.name': text }),
    );
    expect(report.format).toBe(format);
    expect(report.warnings).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', '', 'f.json:1:1: error: the file is empty'],
    ['white space', ' \n\t\n', 'f.json:1:1: error: the file is empty'],
    ['an empty object', {}, 'f.json:1:1: error: is not a run report: found an empty object'],
    ['an empty list', [], 'is not a run report: found an empty list'],
    ['a list', [{ name: 'a', status: 'pass' }], 'is not a run report: found a list of 1'],
    ['a total alone', { total: 3 }, 'is not a run report: found an object with `"total"`'],
    ['a security scan', { findings: [], summary: { critical: 0, total: 0 } }, 'is not a run report'],
    ['a model diff', { summary: { total: 1, pass: 1, drift: 0, fail: 0 } }, 'is not a run report'],
    [
      'the JSON of Mocha',
      { stats: { tests: 1 }, tests: [{ title: 'a' }], pending: [], failures: [], passes: [{ title: 'a' }] },
      'f.json:1:1: error: is the JSON of Mocha, which is not supported\n  help: write JUnit XML: `mocha --reporter xunit',
    ],
    [
      'two formats at once',
      { ...ctrfReport('passed'), summary: { total: 1, passed: 0, failed: 1, skipped: 0 } },
      'f.json:1:1: error: is a run report in two formats at once: CTRF JSON and mcptest run report',
    ],
    [
      'two formats of others',
      { ...ctrfReport('passed'), ...vitestReport('passed') },
      'in two formats at once: Vitest/Jest JSON and CTRF JSON',
    ],
    ['broken JSON', '{"passed": 1', 'f.json:1:13: error: '],
    ['a JSON text', '"ok"', 'f.json:1:1: error: is not a run report: found `"\\"ok\\""`'],
    [
      'prose',
      'all tests passed',
      'is not a run report: found `"all tests passed"`\n  help: expected mcptest run report, Vitest/Jest JSON, Playwright JSON, CTRF JSON, Cucumber JSON, mochawesome JSON, RSpec JSON, JUnit XML, TRX, NUnit 3 XML, xUnit.net XML, TAP 13/14, go test -json',
    ],
    ['comments alone', '# ok\n# fine\n', 'is not a run report: found `"# ok'],
    [
      'a web page',
      '<!DOCTYPE html><html><body>502</body></html>',
      'f.json:1:16: error: is not a run report: found XML with the root element `html`',
    ],
    [
      'a coverage report',
      '<coverage line-rate="1"/>',
      'is not a run report: found XML with the root element `coverage`',
    ],
  ])('is refused for %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });

  it('does not repeat a long text in its message', async () => {
    const { length } = await refused('x'.repeat(1_000_000));
    expect(length).toBe((await refused('x'.repeat(200))).length);
    expect(length).toBeLessThan(320);
  });
});
