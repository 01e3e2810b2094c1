import { describe, expect, it } from 'vitest';
import { load, refusal } from '../../../support/load.ts';

const read = (content: unknown) => load('run-report', content);
const refused = (content: unknown) => refusal('run-report', content);
const tests = (...statuses: string[]) => statuses.map((status, index) => ({ name: `t${index}`, status }));

const COUNTS = { total: 4, passed: 2, failed: 1, skipped: 1 };
const TESTS = tests('pass', 'pass', 'fail', 'skip');
const SUMMARY = { schema_version: 'mcptest.dev/run/v1', summary: COUNTS };

describe('the counts of a run report', () => {
  it.each<[string, unknown, object]>([
    ['a summary', SUMMARY, COUNTS],
    ['totals', { totals: COUNTS }, COUNTS],
    ['counts at the top', COUNTS, COUNTS],
    ['tests alone', { tests: TESTS }, COUNTS],
    ['all of them, in agreement', { ...COUNTS, summary: COUNTS, totals: COUNTS, tests: TESTS }, COUNTS],
    ['a total without the skipped', { summary: { ...COUNTS, total: 3 } }, { ...COUNTS, total: 3 }],
    ['the same with tests', { summary: { ...COUNTS, total: 3 }, tests: TESTS }, { ...COUNTS, total: 3 }],
    ['no count of skipped', { total: 9, passed: 2, failed: 1 }, { total: 9, passed: 2, failed: 1 }],
    ['no count of passed', { total: 9, failed: 0 }, { total: 9, failed: 0 }],
    [
      'no count of passed, all else known',
      { total: 9, failed: 0, skipped: 1 },
      { total: 9, failed: 0, skipped: 1 },
    ],
    [
      'no count of failed, all else known',
      { total: 9, passed: 1, skipped: 1 },
      { total: 9, passed: 1, skipped: 1 },
    ],
    ['a total that the passed make up', { total: 3, passed: 3 }, { total: 3, passed: 3 }],
    ['a total without skipped, and no count of failed', { total: 3, passed: 0 }, { total: 3, passed: 0 }],
    ['one count alone', { passed: 1 }, { passed: 1 }],
    ['a failed test alone', { failed: 1 }, { failed: 1 }],
    ['counts of which the tests fill in the others', { summary: { failed: 1 }, tests: TESTS }, COUNTS],
    [
      'inconclusive, stated as zero',
      { ...COUNTS, inconclusive: 0, tests: TESTS },
      { ...COUNTS, inconclusive: 0 },
    ],
    [
      'inconclusive tests',
      { tests: tests('pass', 'inconclusive') },
      { total: 2, passed: 1, failed: 0, skipped: 0, inconclusive: 1 },
    ],
    [
      'inconclusive in the sum',
      { ...COUNTS, total: 5, inconclusive: 1 },
      { ...COUNTS, total: 5, inconclusive: 1 },
    ],
    [
      'every word for a status',
      { tests: tests('pass', 'passed', 'ok', 'fail', 'failed', 'error', 'skip', 'skipped', 'inconclusive') },
      { total: 9, passed: 3, failed: 3, skipped: 2, inconclusive: 1 },
    ],
  ])('come from %s', async (_, content, counts) => {
    expect((await read(content)).counts).toEqual(counts);
  });

  it.each<[string, unknown, string]>([
    [
      'disagree between summary and top level',
      { ...SUMMARY, failed: 0 },
      'f.json:1:105: error: failed: is 0, but summary.failed is 1',
    ],
    [
      'disagree between summary and totals',
      { ...SUMMARY, totals: { passed: 3 } },
      'totals.passed: is 3, but summary.passed is 2',
    ],
    [
      'hide a failed test',
      { summary: { total: 4, passed: 3, failed: 0, skipped: 1 }, tests: TESTS },
      'summary.failed: is 0, but the entries of tests give 1',
    ],
    [
      'state tests that are not there',
      { total: 5, tests: TESTS },
      'total: is 5, but the entries of tests give 4, or 3 without the skipped ones',
    ],
    [
      'state inconclusive tests that are not there',
      { inconclusive: 1, tests: TESTS },
      'inconclusive: is 1, but the entries of tests give 0',
    ],
    [
      'leave inconclusive tests out',
      { inconclusive: 0, tests: tests('pass', 'inconclusive') },
      'inconclusive: is 0, but the entries of tests give 1',
    ],
    [
      'come without the tests that they count',
      { ...SUMMARY, tests: [] },
      'summary.total: is 4, but the entries of tests give 0',
    ],
    [
      'add up to less than the total',
      { summary: { total: 9, passed: 2, failed: 1, skipped: 1 } },
      'summary.total: is 9, but passed 2, failed 1, skipped 1 add up to 4\n  help: count every test in total; only skipped tests may be left out',
    ],
    [
      'add up to more than the total',
      { total: 2, passed: 2, failed: 1 },
      'total: is 2, but passed 2, failed 1 add up to 3',
    ],
    [
      'leave out the failed from the total',
      { total: 3, passed: 2, failed: 1, skipped: 1, inconclusive: 1 },
      'total: is 3, but',
    ],
    [
      'leave out the inconclusive from the total',
      { total: 1, passed: 1, inconclusive: 1 },
      'total: is 1, but passed 1, inconclusive 1 add up to 2',
    ],
    [
      'are negative',
      { summary: { ...COUNTS, failed: -1 } },
      'summary.failed: must be a whole number, 0 or more, found `-1`',
    ],
    [
      'are fractions',
      { summary: { ...COUNTS, failed: 0.5 } },
      'summary.failed: must be a whole number, 0 or more, found `0.5`',
    ],
    [
      'are no exact doubles',
      '{"failed":9007199254740993}',
      'failed: must be a whole number, 0 or more, found `9007199254740992`',
    ],
    ['are null', { passed: 1, failed: null }, 'failed: must be a whole number, 0 or more, found null'],
    ['are texts', { passed: '1' }, 'passed: must be a whole number, 0 or more, found `"1"`'],
  ])('are refused when they %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });

  it.each<[string, unknown, string]>([
    ['no tests at all', { tests: [] }, ': 0 in all, 0 skipped'],
    ['skipped tests alone', { tests: tests('skip', 'skipped') }, ': 2 in all, 2 skipped'],
    [
      'zero of everything',
      { summary: { total: 0, passed: 0, failed: 0, skipped: 0 } },
      ': 0 in all, 0 skipped',
    ],
    [
      'a total that is all skipped',
      { summary: { total: 3, skipped: 3, failed: 0 } },
      ': 3 in all, 3 skipped',
    ],
    [
      'skipped tests outside of the total',
      { total: 0, passed: 0, failed: 0, skipped: 3 },
      ': 0 in all, 3 skipped',
    ],
    ['a total with an unknown rest', { total: 3, passed: 0, failed: 0 }, ': 3 in all'],
    ['no failure, and nothing else', { failed: 0 }, '\n'],
    ['no count', { schema_version: 'mcptest.dev/run/v1', run_id: 'r' }, '\n'],
  ])('are refused when they show that nothing ran: %s', async (_, content, seen) => {
    expect(`${await refused(content)}\n`).toContain(`f.json:1:1: error: shows no test that ran${seen}`);
  });

  it.each<[string, object, string]>([
    [
      'none passed or failed',
      { summary: { total: 2, passed: 0, failed: 0, skipped: 0, inconclusive: 2 } },
      '2 in all, 0 skipped, 2 inconclusive',
    ],
    [
      'the records are inconclusive',
      { tests: tests('inconclusive', 'skip') },
      '2 in all, 1 skipped, 1 inconclusive',
    ],
    ['the total is all inconclusive', { total: 2, passed: 0, inconclusive: 2 }, '2 in all, 2 inconclusive'],
  ])('are refused when they show that nothing came to a result: %s', async (_, content, seen) => {
    expect(await refused(content)).toContain(`shows no test that passed or failed: ${seen}`);
  });
});

describe('the tests of a run report', () => {
  it('keep what the report says of them, with canonical status words', async () => {
    const record = {
      name: 'a',
      server: 's',
      file: 'f',
      line: 3,
      duration_ms: 0.5,
      message: 'm',
      rule_id: 'r',
      severity: 'high',
    };
    expect((await read({ tests: [{ ...record, status: 'error', unknown: null }] })).tests).toMatchObject([
      { ...record, status: 'fail' },
    ]);
    expect((await read(SUMMARY)).tests).toBeUndefined();
  });

  it.each<[string, object, string]>([
    [
      'an unknown status',
      { status: 'PASS' },
      'tests[1].status: must be one of `pass`, `fail`, `skip`, `inconclusive`, `passed`, `ok`, `failed`, `error`, `skipped`, found `"PASS"`\n  help: did you mean `pass`?',
    ],
    ['the name of a built-in as status', { status: 'constructor' }, 'tests[1].status: must be one of'],
    ['no status', { status: undefined }, 'tests[1].status: is missing'],
    ['no name', { name: undefined }, 'tests[1].name: is missing; it must be text'],
    ['null for the name', { name: null }, 'tests[1].name: must be text, found null'],
    ['null for the server', { server: null }, 'tests[1].server: must be text, found null'],
    ['null for the file', { file: null }, 'tests[1].file: must be text, found null'],
    ['null for the message', { message: null }, 'tests[1].message: must be text, found null'],
    ['null for the rule', { rule_id: null }, 'tests[1].rule_id: must be text, found null'],
    ['a line before the first', { line: -1 }, 'tests[1].line: must be a whole number, 0 or more, found `-1`'],
    ['half a line', { line: 1.5 }, 'tests[1].line: must be a whole number, 0 or more, found `1.5`'],
    [
      'a negative duration',
      { duration_ms: -1 },
      'tests[1].duration_ms: must be a number, 0 or more, found `-1`',
    ],
    [
      'a duration in words',
      { duration_ms: '1s' },
      'tests[1].duration_ms: must be a number, 0 or more, found `"1s"`',
    ],
    [
      'an unknown severity',
      { severity: 'High' },
      'tests[1].severity: must be one of `critical`, `high`, `medium`, `low`, `info`',
    ],
  ])('are refused with %s', async (_, change, message) => {
    const content = {
      tests: [
        { name: 'a', status: 'pass' },
        { name: 'b', status: 'pass', ...change },
      ],
    };
    expect(await refused(content)).toContain(message);
  });

  it.each([null, 1, 'pass', [], [['name', 'a']]])(
    'are refused when one is not an object: %j',
    async (entry) => {
      expect(await refused({ tests: [{ name: 'a', status: 'pass' }, entry] })).toContain('error: tests[1]');
    },
  );

  it('are refused when they are not a list', async () => {
    expect(await refused({ ...SUMMARY, tests: {} })).toContain(
      'tests: must be a list, found an empty mapping',
    );
    expect(await refused({ ...SUMMARY, tests: null })).toContain('tests: must be a list, found null');
  });

  it('are refused with the first findings when a million of them are malformed', async () => {
    const content = { tests: Array.from({ length: 200_000 }, () => ({ name: 'a', status: 'nope' })) };
    const message = await refused(content);
    expect(message).toContain('tests[24].status: must be one of');
    expect(message).toContain('more findings in this file are not shown');
    expect(message).not.toContain('tests[25]');
  });

  it('are refused for one invalid entry near the end', async () => {
    const entries = Array.from({ length: 3000 }, () => ({ name: 'a', status: 'pass' }));
    expect(await refused({ tests: [...entries, { name: 'a' }] })).toContain('tests[3000].status: is missing');
  });
});

describe('what a run report says of its run', () => {
  const server = { name: 'tides', transport: 'stdio', auth: 'none', version: '1', protocol_version: '2' };
  const metadata = {
    run_id: 'r1',
    mcptest_version: '0.1.0',
    started_at: '2026-06-01T00:00:00Z',
    ended_at: '2026-06-01T00:00:01Z',
    duration_ms: 1000.5,
    servers: [server],
    spec_version: '2025-06-18',
    corpus_version: 'sha256:1',
    cassette_hash: 'sha256:2',
    cost_profile: { usd: 0 },
    compliance_tier: 'gold',
    tdqs: [1],
  };
  const source = { repo: 'git@host:a/b.git', branch: 'main', commit_sha: 'c0ffee' };

  it('is kept', async () => {
    expect(await read({ ...SUMMARY, ...metadata, source, nobody_knows: null })).toEqual({
      counts: COUNTS,
      ...metadata,
      source,
    });
  });

  it.each<[string, object]>([
    ['git for source', { git: source }],
    ['commit for commit_sha', { source: { ...source, commit_sha: undefined, commit: 'c0ffee' } }],
    ['sha for commit_sha', { git: { ...source, commit_sha: undefined, sha: 'c0ffee' } }],
    ['all at once', { source, git: { ...source, commit: 'c0ffee', sha: 'c0ffee' } }],
    ['parts of each', { source: { repo: source.repo }, git: { branch: 'main', sha: 'c0ffee' } }],
  ])('reads %s', async (_, spelling) => {
    expect((await read({ ...SUMMARY, ...spelling })).source).toEqual(source);
  });

  it('has no source without one, and an empty one when it says nothing', async () => {
    expect(await read(SUMMARY)).not.toHaveProperty('source');
    expect((await read({ ...SUMMARY, source: {} })).source).toEqual({});
  });

  it.each<[string, object, string]>([
    [
      'two commits',
      { source: { commit_sha: 'a', sha: 'b' } },
      'source.sha: is "b", but source.commit_sha is "a"',
    ],
    [
      'two branches',
      { source: { branch: 'a' }, git: { branch: 'b' } },
      'git.branch: is "b", but source.branch is "a"',
    ],
    [
      'two repositories',
      { source: { repo: 'a' }, git: { repo: 'b' } },
      'git.repo: is "b", but source.repo is "a"',
    ],
    ...Object.keys(metadata).map((key): [string, object, string] => [
      `null for ${key}`,
      { [key]: null },
      `${key}: must be`,
    ]),
    ['null for the source', { source: null }, 'source: must be a mapping, found null'],
    ['null for the commit', { git: { sha: null } }, 'git.sha: must be text, found null'],
    ['null for the summary', { totals: null }, 'totals: must be a mapping, found null'],
    ['a server without a name', { servers: [{ transport: 'stdio' }] }, 'servers[0].name: is missing'],
    [
      'a server with an odd transport',
      { servers: [{ name: 'a', transport: 1 }] },
      'servers[0].transport: must be text',
    ],
    ['a negative duration', { duration_ms: -1 }, 'duration_ms: must be a number, 0 or more'],
    ['a version that is not text', { spec_version: 2025 }, 'spec_version: must be text, found `2025`'],
    [
      'another schema version',
      { schema_version: 'mcptest.dev/run/v2' },
      'schema_version: must be `mcptest.dev/run/v1`',
    ],
    [
      'the schema version of another artifact',
      { schema_version: 'mcptest.dev/security/v1' },
      'schema_version: is a security scan, not a run report',
    ],
  ])('is refused with %s', async (_, change, message) => {
    expect(await refused({ ...SUMMARY, ...change })).toContain(message);
  });

  it('cannot reach any prototype', async () => {
    const text = '{"passed":1,"failed":0,"__proto__":{"polluted":true},"source":{"__proto__":{"repo":"x"}}}';
    const report = await read(text);
    expect({}).not.toHaveProperty('polluted');
    expect(report.source).toEqual({});
  });
});
