import { describe, expect, it } from 'vitest';
import { loadArtifact } from '../../../../src/artifacts/load.ts';
import { load, refusal, refusalOf } from '../../../support/load.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const read = (content: unknown) => load('conformance-report', content);
const refused = (content: unknown) => refusal('conformance-report', content);

const counts = (must_passed: number, must_total: number, should_passed: number, should_total: number) => ({
  must_passed,
  must_total,
  should_passed,
  should_total,
});

const check = (level: string, status: string, times = 1) =>
  Array.from({ length: times }, (_, index) => ({ id: `${level}-${index}`, level, status }));

const T1 = { badge: 'T1', tier: 'Tier 1' };
const T2 = { badge: 'T2', tier: 'Tier 2' };
const T3 = { badge: 'T3', tier: 'Tier 3' };
const F = { badge: 'F', tier: 'Fail' };

describe('the tier of a conformance report', () => {
  it.each<[string, ReturnType<typeof counts>, object]>([
    ['everything passed', counts(10, 10, 10, 10), T1],
    ['no SHOULD at all', counts(1, 1, 0, 0), T1],
    ['exactly 95 %', counts(1, 1, 19, 20), T1],
    ['just below 95 %', counts(1, 1, 94_999, 100_000), T2],
    ['exactly 70 %', counts(1, 1, 7, 10), T2],
    ['just below 70 %', counts(1, 1, 69_999, 100_000), T3],
    ['no SHOULD passed', counts(1, 1, 0, 5), T3],
    ['one MUST failed', counts(9, 10, 10, 10), F],
    ['one MUST failed and no SHOULD', counts(0, 1, 0, 0), F],
    ['no MUST at all', counts(0, 0, 10, 10), {}],
    ['nothing at all', counts(0, 0, 0, 0), {}],
  ])('with %s', async (_, given, expected) => {
    expect(await read(given)).toEqual({ ...given, ...expected });
  });

  it.each<[string, object, object]>([
    ['a failed MUST without the SHOULDs', { must_passed: 1, must_total: 2 }, F],
    ['passed MUSTs without the SHOULDs', { must_passed: 2, must_total: 2 }, {}],
    ['SHOULDs without the MUSTs', { should_passed: 2, should_total: 2 }, {}],
    ['totals alone', { must_total: 2, should_total: 2 }, {}],
    ['passes alone', { must_passed: 2, should_passed: 2 }, {}],
  ])('with %s is what can be computed', async (_, given, expected) => {
    expect(await read(given)).toEqual({ ...given, ...expected });
  });

  it.each<[string, object, object]>([
    ['from its badge', { badge: 'T2' }, T2],
    ['from its tier', { tier: 'Fail' }, F],
    ['from both', { badge: 'T3', tier: 'Tier 3' }, T3],
    ['where there is no MUST', { badge: 'T2', ...counts(0, 0, 8, 10) }, { ...T2, ...counts(0, 0, 8, 10) }],
    ['where there is nothing', { badge: 'T2', ...counts(0, 0, 0, 0) }, { ...T2, ...counts(0, 0, 0, 0) }],
    [
      'where every MUST was skipped, F',
      { badge: 'F', checks: check('MUST', 'skip') },
      { ...F, ...counts(0, 0, 0, 0) },
    ],
    [
      'where no check is a MUST',
      { badge: 'T1', checks: check('SHOULD', 'pass') },
      { ...T1, ...counts(0, 0, 1, 1) },
    ],
    ['where there is nothing, F', { badge: 'F', ...counts(0, 0, 0, 0) }, { ...F, ...counts(0, 0, 0, 0) }],
    ['with a part of the counts', { badge: 'T2', must_total: 3 }, { ...T2, must_total: 3 }],
    [
      'with the MUSTs',
      { badge: 'T3', must_passed: 3, must_total: 3 },
      { ...T3, must_passed: 3, must_total: 3 },
    ],
  ])('is taken %s', async (_, given, expected) => {
    expect(await read(given)).toEqual(expected);
  });

  it.each<[string, object, string]>([
    [
      'T1 although a MUST failed',
      { badge: 'T1', ...counts(1, 2, 1, 1) },
      'badge: is `T1`, but the counts allow only `F`',
    ],
    [
      'F although no MUST failed',
      { badge: 'F', ...counts(2, 2, 1, 1) },
      'badge: is `F`, but the counts allow only `T1`',
    ],
    [
      'T1 below 95 %',
      { badge: 'T1', ...counts(2, 2, 94, 100) },
      'badge: is `T1`, but the counts allow only `T2`',
    ],
    [
      'T3 above 70 %',
      { badge: 'T3', ...counts(2, 2, 71, 100) },
      'badge: is `T3`, but the counts allow only `T2`',
    ],
    [
      'Tier 2 below 70 %',
      { tier: 'Tier 2', ...counts(2, 2, 6, 10) },
      'tier: is `Tier 2`, but the counts allow only `Tier 3`',
    ],
    ['T1 of MUSTs alone that failed', { badge: 'T1', must_passed: 1, must_total: 2 }, 'allow only `F`'],
    [
      'F of MUSTs alone that passed',
      { badge: 'F', must_passed: 2, must_total: 2 },
      'allow only `T1`, `T2`, `T3`',
    ],
    [
      'T1 of SHOULDs alone that failed',
      { badge: 'T1', should_passed: 1, should_total: 2 },
      'allow only `T3`, `F`',
    ],
    ['T1 of failed SHOULDs without a MUST', { badge: 'T1', ...counts(0, 0, 1, 2) }, 'allow only `T3`, `F`'],
    [
      'T2 of MUSTs that were all skipped',
      {
        badge: 'T2',
        checks: [...check('MUST', 'skip', 2), ...check('SHOULD', 'pass', 9), ...check('SHOULD', 'fail', 3)],
      },
      'badge: is `T2`, but every MUST check was skipped',
    ],
    [
      'Tier 1 of one skipped MUST',
      { tier: 'Tier 1', checks: check('MUST', 'skip'), ...counts(0, 0, 0, 0) },
      'tier: is `Tier 1`, but no MUST or SHOULD check was run: nothing was checked',
    ],
    [
      'T1 of skipped SHOULDs and a MAY',
      { badge: 'T1', checks: [...check('SHOULD', 'skip'), ...check('MAY', 'pass')] },
      'badge: is `T1`, but no MUST or SHOULD check was run',
    ],
    [
      'T1 of no checks',
      { badge: 'T1', checks: [] },
      'checks: must be a non-empty list: without a check nothing was checked, found an empty list',
    ],
    ['T1 of checks that failed', { badge: 'T1', checks: check('MUST', 'fail') }, 'allow only `F`'],
    [
      'a tier that differs from the badge',
      { badge: 'T1', tier: 'Tier 2' },
      'tier: is `Tier 2`, but the badge is `T1`',
    ],
  ])('is refused as %s', async (_, given, message) => {
    expect(await refused(given)).toContain(message);
  });
});

describe('a conformance report of mcptest', () => {
  const CHECKS = [
    ...check('MUST', 'pass', 3),
    ...check('MUST', 'skip', 2),
    ...check('SHOULD', 'pass', 3),
    ...check('SHOULD', 'fail'),
    ...check('SHOULD', 'skip'),
    ...check('MAY', 'fail'),
    ...check('MAY', 'pass'),
  ];

  it('counts its checks, except skipped ones and those of level MAY', async () => {
    expect(await read({ checks: CHECKS })).toEqual({ ...counts(3, 3, 3, 4), ...T2 });
  });

  it('agrees with itself', async () => {
    const report = {
      schema_version: 'mcptest.dev/conformance/v1',
      server: { name: 'weather' },
      spec_version: '2025-06-18',
      ...counts(3, 3, 3, 4),
      ...T2,
      checks: CHECKS,
      toString: 1,
    };
    expect(await read(report)).toEqual({ ...counts(3, 3, 3, 4), ...T2 });
  });

  it.each([
    ['an empty object', {}, 'is not a conformance report: found an empty object'],
    ['an empty list', [], 'is not a conformance report: found an empty list'],
    ['a list of other things', [{ id: 'a' }], 'is not a conformance report: found a list of 1'],
    ['a list of numbers', [1], 'is not a conformance report: found a list of 1'],
    [
      'another artifact',
      { findings: [] },
      'expected mcptest conformance report, checks.json of the MCP conformance suite',
    ],
    ['an unknown badge', { badge: 'T4' }, 'badge: must be one of `T1`, `T2`, `T3`, `F`, found `"T4"`'],
    ['an unknown tier', { tier: 'Tier1' }, 'did you mean `Tier 1`?'],
    [
      'an unknown level',
      { checks: check('must', 'pass') },
      'checks[0].level: must be one of `MUST`, `SHOULD`, `MAY`',
    ],
    [
      'an unknown status',
      { checks: check('MUST', 'passed') },
      'checks[0].status: must be one of `pass`, `fail`, `skip`',
    ],
    ['an unknown status of a MAY', { checks: check('MAY', 'error') }, 'checks[0].status'],
    ['null for a badge', { badge: null }, 'badge: must be one of'],
    ['null for the checks', { badge: 'T1', checks: null }, 'checks: must be a list, found null'],
    [
      'null for a message',
      { checks: [{ id: 'a', level: 'MAY', status: 'skip', message: null }] },
      'message: must be text',
    ],
    ['a count as text', { must_total: '3' }, 'must_total: must be a whole number, 0 or more, found `"3"`'],
    ['half a check', { must_total: 2.5 }, 'must_total: must be a whole number, 0 or more, found `2.5`'],
    [
      'more passed than run',
      { must_passed: 3, must_total: 2 },
      'must_passed: is 3, but must_total is only 2',
    ],
    [
      'more SHOULDs passed than run',
      { should_passed: 3, should_total: 2 },
      'should_passed: is 3, but should_total is only 2',
    ],
    [
      'a count that the checks deny',
      { must_total: 4, checks: CHECKS },
      'must_total: is 4, but the checks show 3',
    ],
  ])('is refused with %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });
});

/** A check as the official suite writes it. */
const official = (status: string, times = 1) =>
  Array.from({ length: times }, () => ({
    id: 'server-initialize',
    name: 'ServerInitialize',
    description: 'Server responds to initialize request with valid structure',
    status,
    timestamp: '2026-05-01T10:00:00.000Z',
    specReferences: [{ id: 'MCP-Initialize', url: 'https://modelcontextprotocol.io/specification' }],
    details: { serverUrl: null },
  }));

describe('checks.json of the official suite', () => {
  it.each<[string, object[], object]>([
    ['a success', official('SUCCESS'), { ...counts(1, 1, 0, 0), ...T1 }],
    ['a failure', [...official('SUCCESS'), ...official('FAILURE')], { ...counts(1, 2, 0, 0), ...F }],
    ['a warning', [...official('SUCCESS'), ...official('WARNING')], { ...counts(1, 1, 0, 1), ...T3 }],
    ['what counts for nothing', [...official('INFO', 2), ...official('SKIPPED')], counts(0, 0, 0, 0)],
    ['a warning alone', official('WARNING'), counts(0, 0, 0, 1)],
  ])('is read with %s', async (_, checks, expected) => {
    expect(await read(checks)).toEqual(expected);
  });

  it.each([
    [
      'an unknown word',
      official('PASSED'),
      '[0].status: must be one of `SUCCESS`, `FAILURE`, `WARNING`, `SKIPPED`, `INFO`',
    ],
    ['a word in lower case', [...official('INFO'), ...official('failure')], 'did you mean `FAILURE`?'],
    ['a check without a status', [...official('INFO'), { id: 'a', name: 'A' }], '[1].status: is missing'],
    ['null among the checks', [...official('INFO'), null], '[1]: must be a mapping, found null'],
    ['checks of mcptest', check('MUST', 'pass'), '[0].status: must be one of'],
  ])('is refused with %s', async (_, checks, message) => {
    expect(await refused(checks)).toContain(message);
  });
});

describe('a folder of the official suite', () => {
  const readFolder = (texts: Record<string, string>, path = 'results') =>
    loadArtifact('conformance-report', path, memoryFiles(texts));
  const file = (...checks: object[][]) => JSON.stringify(checks.flat());

  it('adds up every checks.json in it and below, and leaves other files alone', async () => {
    const reading = await readFolder({
      'results/server-ping-2026-05-01T10-00-00-000Z/checks.json': file(official('SUCCESS', 2)),
      'results/auth/basic/checks.json': file(official('SUCCESS'), official('FAILURE'), official('WARNING')),
      'results/auth/basic/stdout.txt': 'not JSON',
      'results/my-checks.json': 'not JSON',
    });
    expect(reading.value).toEqual({ ...counts(3, 4, 0, 1), ...F });
    expect(reading).toMatchObject({ path: 'results', format: 'checks.json of the MCP conformance suite' });
  });

  it('warns about results of earlier runs', async () => {
    const ping = (time: string) => `results/server-ping-${time}/checks.json`;
    const once = {
      [ping('2026-05-01T10-00-00-000Z')]: file(official('SUCCESS')),
      'results/server-pong-2026-05-01T10-00-00-000Z/checks.json': file(official('SUCCESS')),
    };
    expect((await readFolder(once)).warnings).toEqual([]);
    const again = { ...once, [ping('2026-05-02T08-30-00-123Z')]: file(official('FAILURE')) };
    const { value, warnings } = await readFolder(again);
    expect(value).toMatchObject({ must_passed: 2, must_total: 3 });
    expect(warnings).toEqual([
      {
        file: 'results',
        message: 'contains 2 results of `results/server-ping`, and all of them count',
        help: 'have the suite write to an empty folder',
      },
    ]);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'no results',
      { 'results/a/stdout.txt': '' },
      'results: error: contains no `checks.json`: nothing was checked',
    ],
    [
      'a scenario that crashed and left an empty folder',
      { 'results/a/checks.json': file(official('SUCCESS')), 'results/b/c/': '' },
      'results/b/c: error: contains no `checks.json`: the scenario did not finish',
    ],
    [
      'a scenario that crashed and left its output',
      { 'results/a/checks.json': file(official('SUCCESS')), 'results/b/stderr.txt': '' },
      'results/b: error: contains no `checks.json`: the scenario did not finish',
    ],
    [
      'a scenario without checks',
      { 'results/a/checks.json': file(official('SUCCESS')), 'results/b/checks.json': '[]' },
      'results/b/checks.json:1:1: error: is not a conformance report: found an empty list',
    ],
    [
      'several files that are broken, all of which it names',
      { 'results/a/checks.json': '[', 'results/b/checks.json': file(official('success')) },
      'results/a/checks.json:1:2: error: [0]: expected a value, found the end of the file\nresults/b/checks.json',
    ],
    [
      'a report of another kind',
      { 'results/checks.json': '{"badge":"T1"}' },
      'results/checks.json:1:1: error: is not a conformance report',
    ],
  ])('is refused with %s', async (_, texts, message) => {
    expect(await refusalOf(() => readFolder(texts))).toContain(message);
  });
});
