import { describe, expect, it } from 'vitest';
import { formatGithub } from '../../../../src/report/policy/github.ts';
import { HOSTILE, hostileReport, reportOf, rule, sampleReport } from '../../../support/sample-report.ts';

const linesOf = (report = sampleReport()) => formatGithub(report).split('\n');

/** Reads a workflow command as the runner does. */
function decode(line: string) {
  const [, command, properties = '', data = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
  const decoded = properties.split(',').map((property) => {
    const at = property.indexOf('=');
    return [property.slice(0, at), decodeText(property.slice(at + 1))];
  });
  return { command, ...Object.fromEntries(decoded), message: decodeText(data) };
}

function decodeText(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

describe('the workflow commands', () => {
  it('gives errors first, then warnings, then a summary', () => {
    expect(linesOf()).toEqual([
      '::error file=policy.yml,line=6,title=fail%3A no-skipped-tests::run.skipped: found 3, expected at most 0 (run.json)',
      '::error file=policy.yml,line=19,title=expired-waiver%3A judge-certified::judge.certified: found false, expected true; the waiver of qa expired on 2026-05-01T00:00:00Z (cert.json)',
      '::error file=policy.yml,line=24,title=unevaluated%3A reproducible::evidence.reproducible: the fact is absent: --evidence was not given, or the evidence artifact does not carry it',
      '::warning file=policy.yml,line=10,title=warn%3A few-findings::security.total_findings: found 2, expected at most 0 (security.json)',
      '::notice title=FAIL%3A 3 of 6 rules fail the gate::6 rules: 1 pass, 1 fail, 1 warn, 1 waived, 1 expired-waiver, 1 unevaluated; waived: conformance-tier',
      '',
    ]);
  });

  it('is a summary alone when all is well', () => {
    expect(linesOf(reportOf([rule()]))).toEqual([
      '::notice title=PASS%3A the one rule passes::1 rule: 1 pass, 0 fail, 0 warn, 0 waived, 0 expired-waiver, 0 unevaluated',
      '',
    ]);
  });

  it('lets nothing out of its place', () => {
    const lines = linesOf(hostileReport());
    expect(lines.map((line) => line.slice(0, 10))).toEqual(linesOf().map((line) => line.slice(0, 10)));
    // the start of the old form of a command is written as an escape
    const visible = HOSTILE.replace('##[', '#[').replace(/[^\r\n -~]/gu, '');
    const { command, line, title } = decode(lines[0] ?? '');
    expect({ command, line }).toEqual({ command: 'error', line: '6' });
    expect(title.replace(/\\u[0-9a-f]{4}/g, '').replace(/[^\r\n -~]/gu, '')).toBe(`fail: 1 ${visible}`);
  });
});
