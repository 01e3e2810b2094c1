import { describe, expect, it } from 'vitest';
import type { PolicyReport } from '../../../../src/features/policy/report-schema.ts';
import { PLAIN } from '../../../../src/report/palette.ts';
import { POLICY_FORMAT_NAMES, POLICY_FORMATS } from '../../../../src/report/policy/formats.ts';
import { hostileReport, reportOf, rule, sampleReport } from '../../../support/sample-report.ts';

// a terminal acts on these; line feeds are the format's own
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

describe.each(POLICY_FORMAT_NAMES)('%s', (name) => {
  const format = async (report: PolicyReport) => (await POLICY_FORMATS[name]())(report, PLAIN);

  it('ends with one line break', async () => {
    for (const report of [sampleReport(), hostileReport(), reportOf([rule()])]) {
      expect(await format(report)).toMatch(/[^\n]\n$/);
    }
  });

  it('lets nothing through that a terminal acts on', async () => {
    expect(await format(hostileReport())).not.toMatch(UNSAFE);
  });

  it('says nothing to a CI log that is read as a command, but for its own annotations', async () => {
    const commands = (await format(hostileReport())).split('\n').filter((line) => /^\s*(::|##\[)/.test(line));
    expect(commands.length).toBe(name === 'github' ? 5 : 0);
  });

  it('names each file of a flag that read several', async () => {
    const failed = rule({
      outcome: 'fail',
      fact: 'run.failed',
      source: { artifact: 'run-report', path: 'reports/*.xml' },
    });
    const files = ['reports/a.xml', 'reports/b.xml'];
    const sources = files.map((path) => ({ artifact: 'run-report' as const, path, format: 'JUnit XML' }));
    const text = await format({ ...reportOf([failed]), sources });
    for (const file of files) expect(text).toContain(file);
  });

  it('is not blown up by one very long id', async () => {
    const long = 'x'.repeat(10_000);
    const rules = Array.from({ length: 10_000 }, (_, index) =>
      rule({
        id: index === 0 ? long : `rule-${index}`,
        outcome: index % 2 ? 'fail' : 'pass',
        line: index + 1,
      }),
    );
    const text = await format(reportOf(rules));
    expect(text).toContain('rule-9999');
    // a very long id pads nothing but its own row
    expect(text.length).toBeLessThan(20_000_000);
  });
});
