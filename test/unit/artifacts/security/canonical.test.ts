import { describe, expect, it } from 'vitest';
import type { ScanSeverity } from '../../../../src/artifacts/security/model.ts';
import { load, refusal } from '../../../support/load.ts';

const read = (content: unknown) => load('security', content);
const refused = (content: unknown) => refusal('security', content);

const NONE = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
const scan = (counts: Partial<Record<ScanSeverity, number>>) => ({
  counts: { ...NONE, ...counts },
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
});
const finding = (severity: unknown) => ({
  rule_id: 'r',
  severity,
  tool: 't',
  message: 'm',
  location: { line: 1 },
});

const VERSION = { schema_version: 'mcptest.dev/security/v1' };

const FULL = {
  schema_version: 'mcptest.dev/security/v1',
  target: 'tools-list.json',
  findings: ['critical', 'high', 'high', 'medium', 'low', 'info'].map(finding),
  summary: { critical: 1, high: 2, medium: 1, low: 1, info: 1, total: 6 },
};
const FULL_SCAN = scan({ critical: 1, high: 2, medium: 1, low: 1, info: 1 });

describe('a security scan', () => {
  it.each<[string, unknown, object]>([
    ['in full', FULL, FULL_SCAN],
    ['without a summary', { findings: FULL.findings }, FULL_SCAN],
    ['with a part of the summary', { ...FULL, summary: { critical: 1 } }, FULL_SCAN],
    ['that found nothing', { ...VERSION, findings: [] }, scan({})],
    [
      'with keys that nobody knows',
      { ...FULL, valueOf: null, summary: { ...FULL.summary, files: 'x' } },
      FULL_SCAN,
    ],
    ['as results', { results: [{ severity: 'high', id: 7, message: { text: 'x' } }] }, scan({ high: 1 })],
    [
      'as issues',
      { issues: [{ severity: 'low', rule_id: null, title: 'x' }], summary: { low: 1 } },
      scan({ low: 1 }),
    ],
    ['as a list', [{ severity: 'high' }, { severity: 'low' }], scan({ high: 1, low: 1 })],
    ['twice, in agreement', { findings: [finding('low')], issues: [finding('low')] }, scan({ low: 1 })],
    [
      'with a schema of its own',
      { $schema: 'https://example.org/scan.json', findings: [finding('low')] },
      scan({ low: 1 }),
    ],
    ['whose errors are none', { ...VERSION, findings: [], errors: [], error: null, success: true }, scan({})],
    ['on one page of one', { ...VERSION, findings: [finding('low')], page: 1, total: 1 }, scan({ low: 1 })],
    ['that failed a gate', { findings: [finding('high')], status: 'failed' }, scan({ high: 1 })],
    ['whose program counts its runs', { findings: [finding('low')], runs: 3 }, scan({ low: 1 })],
  ])('%s is read', async (_, content, expected) => {
    expect(await read(content)).toEqual(expected);
  });

  it.each<[string, ScanSeverity]>([
    ['CRITICAL', 'critical'],
    ['High', 'high'],
    ['error', 'high'],
    ['ERROR', 'high'],
    ['Moderate', 'medium'],
    ['warning', 'medium'],
    ['Low', 'low'],
    ['informational', 'info'],
    ['Note', 'info'],
    ['INFO', 'info'],
  ])('takes %s for %s', async (word, severity) => {
    expect(await read({ findings: [finding(word)] })).toEqual(scan({ [severity]: 1 }));
    expect(await read([{ severity: word }])).toEqual(scan({ [severity]: 1 }));
  });

  it.each([
    ['an empty object', {}, 'is not a security scan: found an empty object'],
    ['an empty list', [], 'is not a security scan: found an empty list'],
    ['a list of numbers', [1], 'is not a security scan: found a list of 1'],
    ['a list of other things', [{ id: 'a', status: 'SUCCESS' }], 'a conformance report, not a security scan'],
    [
      'a summary alone',
      { summary: { total: 0 } },
      'is not a security scan: found an object with `"summary"`',
    ],
    [
      'its version and a summary alone',
      { schema_version: 'mcptest.dev/security/v1', summary: { total: 0 } },
      'findings: is missing; it must be a list\n  help: write an empty list of findings if the scan found nothing',
    ],
    [
      'an unknown severity',
      { findings: [finding('low'), finding('hihg')] },
      'findings[1].severity: must be one of `critical`, `high`, `medium`, `low`, `info`,',
    ],
    ['a severity that is misspelled', [{ severity: 'CRITCAL' }], 'did you mean `critical`?'],
    [
      'a severity of the prototype',
      { findings: [finding('constructor')] },
      'findings[0].severity: must be one of',
    ],
    ['a severity as a number', [{ severity: 9 }], '[0].severity: must be one of'],
    ['no severity', [{ severity: 'low' }, { rule_id: 'a' }], '[1].severity: is missing'],
    ['null for a severity', { results: [{ severity: null }] }, 'results[0].severity: must be one of'],
    [
      'null for a message',
      { findings: [{ ...finding('low'), message: null }] },
      'findings[0].message: must be text',
    ],
    [
      'null for a location',
      { findings: [{ ...finding('low'), location: null }] },
      'findings[0].location: must be a value',
    ],
    ['null for the findings', { findings: null }, 'findings: must be a list, found null'],
    ['null for the summary', { ...FULL, summary: null }, 'summary: must be a mapping, found null'],
    ['a finding that is a text', { issues: ['low'] }, 'issues[0]: must be a mapping, found `"low"`'],
    [
      'a summary that hides a finding',
      { ...FULL, summary: { critical: 0 } },
      'summary.critical: is 0, but the findings show 1',
    ],
    [
      'a total that its findings deny',
      { ...FULL, summary: { total: 0 } },
      'summary.total: is 0, but the findings show 6',
    ],
    [
      'a summary that its issues deny',
      { issues: [], summary: { high: 1 } },
      'summary.high: is 1, but the findings show 0',
    ],
    [
      'a negative count',
      { ...FULL, summary: { low: -1 } },
      'summary.low: must be a whole number, 0 or more, found `-1`',
    ],
    [
      'two lists that differ',
      { findings: [], results: [{ severity: 'critical' }] },
      'results: shows 1 critical findings, but findings shows 0',
    ],
  ])('is refused with %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });

  it.each<[string, object, string]>([
    [
      'an empty list',
      { results: [] },
      'results: is empty, and nothing shows that the file is a security scan',
    ],
    ['another empty list', { issues: [] }, 'issues: is empty, and nothing shows'],
    ['three empty lists', { findings: [], results: [], issues: [] }, 'findings: is empty'],
    ['no message', { findings: [{ severity: 'low' }] }, 'findings: has no finding with a message'],
    ['no severity', { findings: [{ message: 'x' }] }, 'findings[0].severity: is missing'],
  ])('is not an object with %s alone', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });

  it.each<[string, object, string]>([
    ['an error', { error: 'no access' }, 'error: is `"no access"`: the scan reports an error'],
    ['errors', { errors: [{ file: 'a' }] }, 'errors: is a list: the scan reports an error'],
    [
      'an error in another spelling',
      { error_messages: ['x'] },
      'error_messages: is a list: the scan reports',
    ],
    ['a lack of success', { success: false }, 'success: is `false`: the scan failed'],
    ['a status', { Status: 'Timed out' }, 'Status: is `"Timed out"`: the scan did not finish'],
    ['a higher total', { total: 120 }, 'total: is 120, but the file shows 0: findings are missing'],
    ['a higher count of findings', { totalCount: 1 }, 'totalCount: is 1, but the file shows 0'],
    ['a page number', { page: 2 }, 'page: is 2: the file is one page of several'],
    ['a total of pages', { paging: { pageIndex: 1, total: 3 } }, 'paging.total: is 3, but the file shows 0'],
    ['a next page', { links: { next: 'https://example.org/?page=2' } }, 'links.next: is `"https'],
  ])('is refused with %s that its empty list does not explain', async (_, rest, message) => {
    expect(await refused({ ...VERSION, findings: [], ...rest })).toContain(message);
    expect(await refused({ findings: [], ...rest })).toMatch(/^f\.json:\S+ error: /);
  });

  it.each<[string, object]>([
    ['an error', { error: 'timeout' }],
    ['a lack of success', { success: false }],
    ['a higher total', { total: 2 }],
    ['a later page', { page: 2 }],
  ])('is refused with %s, even with findings', async (_, rest) => {
    expect(await refused({ findings: [finding('low')], ...rest })).toContain('help: scan again');
  });

  it('reports the first of a large number of faults, quickly', async () => {
    const text = `{"findings":[${'{"severity":"bad"},'.repeat(300_000)}{"severity":"bad"}]}`;
    const lines = (await refused(text)).split('\n');
    expect(lines).toHaveLength(26);
    expect(lines[24]).toContain('findings[24].severity: must be one of');
    expect(lines[25]).toContain('more findings in this file are not shown; the limit is 25');
  });
});
