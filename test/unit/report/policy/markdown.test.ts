import { describe, expect, it } from 'vitest';
import { code } from '../../../../src/report/markdown.ts';
import { formatMarkdown } from '../../../../src/report/policy/markdown.ts';
import { HOSTILE, hostileReport, reportOf, rule, sampleReport } from '../../../support/sample-report.ts';

const linesOf = (report = sampleReport()) => formatMarkdown(report).split('\n');

describe('the Markdown report', () => {
  it('is fit for a job summary', () => {
    expect(formatMarkdown(sampleReport())).toMatchInlineSnapshot(`
      "## FAIL: 3 of 6 rules fail the gate

      \`policy.yml\`, version \`1.0\`, evaluated at 2026-06-01T00:00:00Z

      | Outcome | Rule | Fact | Found | Expected | Artifact | Policy | Note |
      | --- | --- | --- | --- | --- | --- | --- | --- |
      | pass | \`no-failed-tests\` | \`run.failed\` | \`0\` | \`at most 0\` | \`run.json\` | \`policy.yml:3\` |  |
      | **fail** | \`no-skipped-tests\` | \`run.skipped\` | \`3\` | \`at most 0\` | \`run.json\` | \`policy.yml:6\` |  |
      | **warn** | \`few-findings\` | \`security.total_findings\` | \`2\` | \`at most 0\` | \`security.json\` | \`policy.yml:10\` |  |
      | **waived** | \`conformance-tier\` | \`conformance.badge\` | \`T3\` | \`one of T1, T2\` | \`conformance.json\` | \`policy.yml:15\` |  |
      | **expired-waiver** | \`judge-certified\` | \`judge.certified\` | \`false\` | \`true\` | \`cert.json\` | \`policy.yml:19\` |  |
      | **unevaluated** | \`reproducible\` | \`evidence.reproducible\` |  | \`true\` |  | \`policy.yml:24\` | \`the fact is absent: --evidence was not given, or the evidence artifact does not carry it\` |

      | Waiver | Rule | Owner | Reason | Term | Issue |
      | --- | --- | --- | --- | --- | --- |
      | active | \`conformance-tier\` | \`platform-team\` | \`A known SHOULD gap.\` | \`until 2026-06-11T00:00:00Z, 10 days left\` | \`GH-1234\` |
      | expired | \`judge-certified\` | \`qa\` | \`Flaky.\` | \`expired on 2026-05-01T00:00:00Z\` |  |
      | unused | \`no-failed-tests\` | \`qa\` | \`Not needed.\` | <code>counts as expired: &#96;2027-01-01&#96; is not an RFC 3339 time; write &#96;"2027-01-01T00:00:00Z"&#96;</code> |  |
      | unknown-rule | \`no-such-rule\` | \`platform-team\` | \`A known SHOULD gap.\` | \`until 2026-06-11T00:00:00Z, 10 days left\` | \`GH-1234\` |

      6 rules: 1 pass, 1 fail, 1 warn, 1 waived, 1 expired-waiver, 1 unevaluated

      Failing: \`no-skipped-tests\`, \`judge-certified\`, \`reproducible\`
      "
    `);
  });

  it('keeps its rows and columns whatever stands in it', () => {
    const [lines, expected] = [linesOf(hostileReport()), linesOf()];
    const cells = (line: string) => line.split('|').length;
    expect(lines.map(cells)).toEqual(expected.map(cells));
  });

  it('says nothing about waivers when there are none', () => {
    expect(linesOf(reportOf([rule()])).join('\n')).not.toContain('Waiver');
  });
});

describe('text as code', () => {
  it.each([
    ['no-failed-tests', '`no-failed-tests`'],
    ['', ''],
    [' ', ''],
    ['a|b', '<code>a&#124;b</code>'],
    ['a\\|b', '<code>a&#92;&#124;b</code>'],
    ['a\nb', '<code>a&#92;nb</code>'],
    ['<b>', '<code>&#60;b&#62;</code>'],
    ['@me', '<code>&#64;me</code>'],
    ['[x](https://evil.example)', '<code>&#91;x&#93;(https&#58;//evil.example)</code>'],
    ['`www.evil.example`', '<code>&#96;www&#46;evil.example&#96;</code>'],
    ['*a* _b_ c_d', '<code>&#42;a&#42; &#95;b&#95; c_d</code>'],
    ['security.high_count', '`security.high_count`'],
  ])('writes %j as %s', (text, expected) => {
    expect(code(text)).toBe(expected);
  });

  it('leaves nothing in hostile text that Markdown reads', () => {
    expect(code(HOSTILE).slice('<code>'.length, -'</code>'.length)).not.toMatch(
      /[<>|`*~[\]\\@]|:\/|&(?!#\d)/,
    );
  });
});
