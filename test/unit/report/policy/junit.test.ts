import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { formatJunit } from '../../../../src/report/policy/junit.ts';
import { hostileReport, reportOf, rule, sampleReport } from '../../../support/sample-report.ts';

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return root.children[0] as Element;
}

function testcasesOf(report = sampleReport()): Element[] {
  return parse(formatJunit(report)).children[0]?.children ?? [];
}

describe('the JUnit report', () => {
  it('counts as its testcases show', () => {
    const suites = parse(formatJunit(sampleReport()));
    const counts = { tests: '6', failures: '2', errors: '1', skipped: '1' };
    expect(suites.attributes).toMatchObject(counts);
    expect(suites.children[0]?.attributes).toMatchObject({ ...counts, name: 'policy.yml' });
  });

  it('has a testcase per rule, with the line that it stands in', () => {
    expect(testcasesOf().map(({ attributes }) => attributes)).toMatchObject([
      { name: 'no-failed-tests', file: 'policy.yml', line: '3' },
      { name: 'no-skipped-tests', file: 'policy.yml', line: '6' },
      { name: 'few-findings', file: 'policy.yml', line: '10' },
      { name: 'conformance-tier', file: 'policy.yml', line: '15' },
      { name: 'judge-certified', file: 'policy.yml', line: '19' },
      { name: 'reproducible', file: 'policy.yml', line: '24' },
    ]);
  });

  it('says how each rule came out', () => {
    const results = testcasesOf().map(({ children: [result] }) => [result?.name, result?.attributes.type]);
    expect(results).toEqual([
      ['system-out', undefined],
      ['failure', 'fail'],
      ['system-out', undefined],
      ['skipped', undefined],
      ['failure', 'expired-waiver'],
      ['error', 'unevaluated'],
    ]);
  });

  it('gives the reason of a waiver as the message of the skip', () => {
    const [, , , waived] = testcasesOf();
    expect(waived?.children[0]?.attributes.message).toContain(
      'by platform-team: A known SHOULD gap. (GH-1234)',
    );
  });

  it('passes a warning with its text', () => {
    expect(testcasesOf()[2]?.children[0]?.text).toBe(
      'warning: security.total_findings: found 2, expected at most 0',
    );
  });

  it('is well formed whatever stands in it, and keeps all that XML can hold', () => {
    const [testcase] = testcasesOf(hostileReport());
    const name = testcase?.attributes.name;
    expect(name).toContain(']]> </testcase>\r\n::error::boo\n##[error]x');
    expect(name).toContain('\\u001b[31mred\\u0007 \u202egnp');
    expect(name).toContain('\\u0000 \\ufffe \\ud800 \u009b2J');
  });

  it('tidies the path of the file for those that look for it in the repository', () => {
    const report = { ...reportOf([rule()]), policy: { path: './ci/../ci/policy.yml', version: '1' } };
    expect(testcasesOf(report)[0]?.attributes.file).toBe('ci/policy.yml');
  });
});
