import { describe, expect, it } from 'vitest';
import { formatSarif } from '../../../../src/report/policy/sarif.ts';
import { HOSTILE, hostileReport, reportOf, rule, sampleReport } from '../../../support/sample-report.ts';

function runOf(report = sampleReport()) {
  const log = JSON.parse(formatSarif(report));
  expect(log).toMatchObject({ version: '2.1.0', runs: [{}] });
  return log.runs[0];
}

describe('the SARIF report', () => {
  it('describes every rule of the policy', () => {
    const { rules } = runOf().tool.driver;
    expect(rules.map(({ id }: { id: string }) => id)).toEqual(sampleReport().rules.map(({ id }) => id));
    expect(rules[1]).toEqual({
      id: 'no-skipped-tests',
      shortDescription: { text: 'Nothing is skipped.' },
      fullDescription: { text: 'run.skipped must be at most 0' },
      help: { text: 'run.skipped must be at most 0; the rule is on line 6 of the policy' },
      defaultConfiguration: { level: 'error' },
    });
  });

  it('has a result for each rule that does not pass, in the place of the rule', () => {
    const { results } = runOf();
    expect(
      results.map((r: { ruleId: string; ruleIndex: number; level: string }) => [
        r.ruleId,
        r.ruleIndex,
        r.level,
      ]),
    ).toEqual([
      ['no-skipped-tests', 1, 'error'],
      ['few-findings', 2, 'warning'],
      ['conformance-tier', 3, 'error'],
      ['judge-certified', 4, 'error'],
      ['reproducible', 5, 'error'],
    ]);
    expect(results[0].locations).toEqual([
      { physicalLocation: { artifactLocation: { uri: 'policy.yml' }, region: { startLine: 6 } } },
    ]);
    expect(results[0].message.text).toBe('run.skipped: found 3, expected at most 0 (run.json)');
  });

  it('suppresses a waived result, and no other', () => {
    const suppressions = runOf().results.map((r: { suppressions?: unknown }) => r.suppressions);
    expect(suppressions).toEqual([
      undefined,
      undefined,
      [
        {
          kind: 'external',
          status: 'accepted',
          justification: 'A known SHOULD gap. (platform-team, until 2026-06-11T00:00:00Z, GH-1234)',
        },
      ],
      undefined,
      undefined,
    ]);
  });

  it('keeps the fingerprint of a rule that moves or finds another value', () => {
    const fingerprint = (line: number, actual: number) =>
      runOf(reportOf([rule({ outcome: 'fail', line, actual })])).results[0].partialFingerprints;
    expect(fingerprint(3, 1)).toEqual(fingerprint(30, 2));
  });

  it.each([
    ['policy.yml', 'policy.yml'],
    ['./ci/policy.yml', 'ci/policy.yml'],
    ['../policy.yml', '../policy.yml'],
    ['a b/pölicy#1?.yml', 'a%20b/p%C3%B6licy%231%3F.yml'],
    ['a:b.yml', 'a%3Ab.yml'],
    ['100%.yml', '100%25.yml'],
    ['/repo/policy.yml', 'file:///repo/policy.yml'],
    ['C:\\ci\\policy.yml', 'file:///C:/ci/policy.yml'],
    ['ci\\policy.yml', 'ci/policy.yml'],
    ['\ud800.yml', '%EF%BF%BD.yml'],
  ])('writes the path %j as the URI reference %s', (path, uri) => {
    const report = { ...reportOf([rule({ outcome: 'fail' })]), policy: { path, version: '1' } };
    const [{ physicalLocation }] = runOf(report).results[0].locations;
    expect(physicalLocation.artifactLocation.uri).toBe(uri);
  });

  it('keeps text from being read as a link or a placeholder', () => {
    const { text } = runOf(hostileReport()).results[0].message;
    expect(text).toContain('\\[link\\](http://evil.example) {{0}}');
    const plain = runOf(reportOf([rule({ outcome: 'fail', reason: 'found {x} [y]' })]));
    expect(plain.results[0].message.text).toBe('run.failed: found {x} [y] (run.json)');
  });

  it('keeps hostile text as it is where it is data', () => {
    expect(runOf(hostileReport()).results[0].ruleId).toBe(`1 ${HOSTILE}`);
  });

  it('describes a rule without a single comparator', () => {
    const [descriptor] = runOf(reportOf([rule({ comparator: null, expected: null, outcome: 'unevaluated' })]))
      .tool.driver.rules;
    expect(descriptor.fullDescription.text).toBe('run.failed: no single comparator');
  });
});
