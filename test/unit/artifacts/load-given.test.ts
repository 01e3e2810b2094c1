import { describe, expect, it } from 'vitest';
import type { ArtifactKind } from '../../../src/artifacts/kinds.ts';
import { loadGiven } from '../../../src/artifacts/load-given.ts';
import { refusalOf } from '../../support/load.ts';
import { memoryFiles } from '../../support/memory-files.ts';

const junit = (content: string) => `<testsuite><testcase name="a">${content}</testcase></testsuite>`;
const FILES = {
  'reports/TEST-a.xml': junit(''),
  'reports/TEST-b.xml': junit('<failure/>'),
  'reports/TEST-skipped.xml': junit('<skipped/>'),
  'reports/deep/TEST-c.xml': junit(''),
  'reports/a.txt': 'Tests run: 3',
  'skipped/one.xml': junit('<skipped/>'),
  'skipped/two.xml': junit('<skipped/>'),
  'broken/a.xml': junit(''),
  'broken/b.xml': '<html/>',
  'broken/c.xml': '<html/>',
  'texts/a.txt': 'nothing',
  'odd[1].xml': junit(''),
};

const given = (kind: ArtifactKind, values: string[], texts: Record<string, string> = FILES) =>
  loadGiven(kind, values, memoryFiles({ ...texts }));
const counts = async (...values: string[]) => {
  const { value } = await loadGiven('run-report', values, memoryFiles({ ...FILES }));
  const { total, passed, failed, skipped } = value.counts;
  return `${total}/${passed}/${failed}/${skipped}`;
};
const refused = (...values: string[]) => refusalOf(() => given('run-report', values));

describe('an artifact flag', () => {
  it.each<[string, string[], string]>([
    ['a file', ['reports/TEST-a.xml'], '1/1/0/0'],
    ['two files', ['reports/TEST-a.xml', 'reports/TEST-b.xml'], '2/1/1/0'],
    ['a glob', ['reports/TEST-?.xml'], '2/1/1/0'],
    ['a glob with braces', ['reports/TEST-{a,b}.xml'], '2/1/1/0'],
    ['a glob for folders below', ['reports/**/TEST-*.xml'], '4/2/1/1'],
    ['a folder', ['reports'], '4/2/1/1'],
    ['a file and a glob that matches it', ['reports/TEST-a.xml', 'reports/TEST-?.xml'], '2/1/1/0'],
    ['a file named like a glob', ['odd[1].xml'], '1/1/0/0'],
  ])('takes %s', async (_, values, expected) => {
    expect(await counts(...values)).toBe(expected);
  });

  it('names each file, and the values of the flag', async () => {
    const artifact = await given('run-report', ['reports/TEST-?.xml']);
    expect(artifact.path).toBe('reports/TEST-?.xml');
    expect(artifact.sources).toEqual([
      { path: 'reports/TEST-a.xml', format: 'JUnit XML' },
      { path: 'reports/TEST-b.xml', format: 'JUnit XML' },
    ]);
  });

  it('reads a report in which nothing ran next to others, with a warning', async () => {
    const artifact = await given('run-report', ['reports/TEST-a.xml', 'reports/TEST-skipped.xml']);
    expect(artifact.warnings.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      'reports/TEST-skipped.xml: shows no test that ran: 1 in all, 1 skipped',
    ]);
  });

  it.each<[string, string[], string]>([
    ['a glob that matches nothing', ['none/*.xml'], 'none/*.xml: error: matches no file'],
    [
      'one of two globs that matches nothing',
      ['reports/*.xml', 'none/*.xml'],
      'none/*.xml: error: matches no file',
    ],
    ['a folder without artifacts', ['texts'], 'texts: error: contains no file that ends in .xml'],
    ['a missing file', ['reports/TEST-a.xml', 'missing.xml'], 'missing.xml: error:'],
    [
      'reports in which nothing ran',
      ['skipped/*.xml'],
      'skipped/*.xml:1:1: error: shows no test that ran: 2 in all, 2 skipped',
    ],
  ])('is refused for %s', async (_, values, message) => {
    expect(await refused(...values)).toContain(message);
  });

  it('is refused for every file that cannot be read', async () => {
    const message = await refused('broken/*.xml');
    expect(message).toContain('broken/b.xml:1:1: error: is not a run report');
    expect(message).toContain('broken/c.xml:1:1: error: is not a run report');
  });

  it('is refused for a second judge certification', async () => {
    expect(await refusalOf(() => given('judge-cert', ['a.json', 'b.json']))).toContain(
      '--judge-cert takes one file, found 2: a.json, b.json',
    );
  });

  it('does not guess a count that one of the files lacks', async () => {
    const texts = { 'a.json': '{"passed":1,"failed":0}', 'b.json': '{"passed":2}' };
    const { value } = await loadGiven('run-report', ['a.json', 'b.json'], memoryFiles(texts));
    expect(value.counts).toEqual({ passed: 3 });
  });

  it('keeps inconclusive tests that only one file counts', async () => {
    const texts = { 'a.xml': junit(''), 'b.xml': junit('<warning/>') };
    const { value } = await loadGiven('run-report', ['a.xml', 'b.xml'], memoryFiles(texts));
    expect(value.counts.inconclusive).toBe(1);
  });

  it('is as good as the worst of several servers', async () => {
    const report = (must: number, badge: string, tier: string) =>
      JSON.stringify({ badge, tier, must_passed: must, must_total: 1, should_passed: 1, should_total: 1 });
    const texts = { 'a.json': report(1, 'T1', 'Tier 1'), 'b.json': report(0, 'F', 'Fail') };
    const { value } = await loadGiven('conformance-report', ['a.json', 'b.json'], memoryFiles(texts));
    expect(value).toMatchObject({ badge: 'F', tier: 'Fail', must_passed: 1, must_total: 2 });
  });
});
