import { describe, expect, it } from 'vitest';
import { loadPalette, PLAIN } from '../../../../src/report/palette.ts';
import { formatPretty } from '../../../../src/report/policy/pretty.ts';
import { hostileReport, reportOf, rule, sampleReport } from '../../../support/sample-report.ts';

const linesOf = (report = sampleReport()) => formatPretty(report, PLAIN).split('\n');

const tagged = (tone: string) => (text: string) => `<${tone}>${text}`;
const PAINTED = {
  bold: tagged('bold'),
  quiet: tagged('quiet'),
  good: tagged('good'),
  bad: tagged('bad'),
  caution: tagged('caution'),
  note: tagged('note'),
};

describe('the pretty report', () => {
  it('shows everything at a glance', () => {
    expect(formatPretty(sampleReport(), PLAIN)).toMatchInlineSnapshot(`
      "FAIL  3 of 6 rules fail the gate
      policy policy.yml, version 1.0, evaluated at 2026-06-01T00:00:00Z

        outcome         rule              fact                     found  expected       artifact          policy
        pass            no-failed-tests   run.failed               0      at most 0      run.json          policy.yml:3
        fail            no-skipped-tests  run.skipped              3      at most 0      run.json          policy.yml:6
        warn            few-findings      security.total_findings  2      at most 0      security.json     policy.yml:10
        waived          conformance-tier  conformance.badge        T3     one of T1, T2  conformance.json  policy.yml:15
        expired-waiver  judge-certified   judge.certified          false  true           cert.json         policy.yml:19
        unevaluated     reproducible      evidence.reproducible    -      true           -                 policy.yml:24
                        the fact is absent: --evidence was not given, or the evidence artifact does not carry it

        waiver        rule              owner          term                                      issue
        active        conformance-tier  platform-team  until 2026-06-11T00:00:00Z, 10 days left  GH-1234
                      reason: A known SHOULD gap.
        expired       judge-certified   qa             expired on 2026-05-01T00:00:00Z
                      reason: Flaky.
        unused        no-failed-tests   qa             counts as expired: \`2027-01-01\` is not an RFC 3339 time; write \`"2027-01-01T00:00:00Z"\`
                      reason: Not needed.
        unknown-rule  no-such-rule      platform-team  until 2026-06-11T00:00:00Z, 10 days left  GH-1234
                      reason: A known SHOULD gap.

      6 rules: 1 pass, 1 fail, 1 warn, 1 waived, 1 expired-waiver, 1 unevaluated
      failing: no-skipped-tests, judge-certified, reproducible
      "
    `);
  });

  it.each([
    [[rule()], 'PASS  the one rule passes'],
    [[rule(), rule()], 'PASS  all 2 rules pass'],
    [[rule(), rule({ outcome: 'waived' })], 'PASS  1 of 2 rules pass, 1 waived'],
    [[rule(), rule({ outcome: 'warn' })], 'WARN  1 of 2 rules warns'],
    [[rule({ outcome: 'warn' }), rule({ outcome: 'warn' })], 'WARN  2 of 2 rules warn'],
    [[rule({ outcome: 'warn' }), rule({ outcome: 'waived' })], 'WARN  1 of 2 rules warns, 1 waived'],
    [[rule({ outcome: 'fail' })], 'FAIL  the one rule fails the gate'],
  ])('states the verdict in words', (rules, headline) => {
    expect(linesOf(reportOf(rules))[0]).toBe(headline);
  });

  it('ends with the counts when nothing fails', () => {
    expect(linesOf(reportOf([rule({ outcome: 'warn' })])).at(-2)).toMatch(/^1 rule: 0 pass, 0 fail, 1 warn,/);
  });

  it('keeps to one line per rule whatever stands in it', () => {
    expect(linesOf(hostileReport())).toHaveLength(linesOf().length);
  });

  it('lets a long id push only its own row', () => {
    const long = 'x'.repeat(500);
    const lines = linesOf(reportOf([rule(), rule({ id: long, line: 2 })]));
    expect(lines[4]?.length).toBeLessThan(100);
    expect(lines[5]).toContain(`${long}  run.failed`);
  });

  it('cuts a long value, as the JSON report has all of it', () => {
    const [, , , , line] = linesOf(reportOf([rule({ comparator: 'equals', expected: 'x'.repeat(500) })]));
    expect(line).toContain(`"${'x'.repeat(59)}…`);
    expect(line?.length).toBeLessThan(160);
  });

  it('lines up wide letters', () => {
    const lines = linesOf(reportOf([rule({ id: '試験' }), rule({ id: 'four' })]));
    expect(lines[4]).toContain('試験  run.failed');
    expect(lines[5]).toContain('four  run.failed');
  });

  it('has a coloured form that reads the same', async () => {
    const coloured = formatPretty(sampleReport(), await loadPalette(true));
    expect(coloured).toContain('\u001b[31m');
    expect(coloured.replace(/\u001b\[\d+m/g, '').replace(/ +$/gm, '')).toBe(
      formatPretty(sampleReport(), PLAIN),
    );
  });

  it('paints the term of a waiver that expires soon', async () => {
    const palette = await loadPalette(true);
    const coloured = (days: number) =>
      formatPretty({ ...sampleReport(), warn_expiring_ms: days * 86_400_000 }, palette);
    const [soon, over] = ['\u001b[33muntil 2026-06-11T00:00:00Z, 10 days left', '\u001b[33mexpired on'];
    expect(coloured(10)).toContain(soon);
    expect(coloured(9.9)).not.toContain(soon);
    expect(coloured(9.9)).toContain('until 2026-06-11T00:00:00Z, 10 days left');
    expect(coloured(10)).not.toContain(over);
  });

  it('gives each outcome, status and verdict its colour', async () => {
    const text = formatPretty(sampleReport(), await loadPalette(true));
    const [red, green, yellow, cyan, dim] = [31, 32, 33, 36, 2].map((code) => `\u001b[${code}m`);
    expect(text.startsWith(`\u001b[1m${red}FAIL`)).toBe(true);
    expect(text).toContain(`\u001b[1m${red}failing:`);
    for (const [colour, word] of [
      [green, 'pass'],
      [red, 'fail'],
      [yellow, 'warn'],
      [cyan, 'waived'],
      [red, 'expired-waiver'],
      [red, 'unevaluated'],
      [cyan, 'active'],
      [red, 'expired'],
      [dim, 'unused'],
      [yellow, 'unknown-rule'],
    ]) {
      expect(text).toMatch(new RegExp(`^ {2}${colour?.replace('[', '\\[')}${word} *\u001b`, 'm'));
    }
    const verdictOf = (outcome: 'pass' | 'warn') => formatPretty(reportOf([rule({ outcome })]), PAINTED);
    expect(verdictOf('pass')).toMatch(/^<bold><good>PASS/);
    expect(verdictOf('warn')).toMatch(/^<bold><caution>WARN/);
  });

  it('counts the days left of an active waiver', () => {
    const waiver = { rule: 'a', owner: 'me', reason: 'r', status: 'active' } as const;
    const term = (expiry: string) => linesOf(reportOf([rule()], [{ ...waiver, expiry }]))[7];
    expect(term('2026-06-01T00:00:01Z')).toContain('less than a day left');
    expect(term('2026-06-02T00:00:00Z')).toContain('1 day left');
    expect(term('2026-06-01T00:00:00Z')).toContain('expired on');
  });
});
