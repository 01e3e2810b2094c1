import { describe, expect, it } from 'vitest';
import type { RecordCounts } from '../../../../src/artifacts/run-report/counts.ts';
import { settleCounts } from '../../../../src/artifacts/run-report/settle-counts.ts';
import type { ValuePath } from '../../../../src/diagnostic.ts';
import { Contradictions } from '../../../../src/documents/contradictions.ts';
import { parseJson } from '../../../../src/documents/json.ts';
import { attempt } from '../../../../src/errors.ts';

type Stated = Parameters<typeof settleCounts>[0][number][1];

/** Settles counts that stand under `summary` (and under `totals`), and returns them with what contradicts them. */
async function settle(stated: readonly Stated[], shown?: RecordCounts) {
  const places: ValuePath[] = [['summary'], ['totals']];
  const value = Object.fromEntries(stated.map((counts, index) => [String(places[index]?.[0]), counts ?? {}]));
  const contradictions = new Contradictions(parseJson(JSON.stringify(value), 'run.json'));
  const counts = settleCounts(
    stated.map((each, index) => [places[index] as ValuePath, each] as const),
    shown,
    contradictions,
  );
  const result = await attempt(() => contradictions.refuse());
  const problems = 'problems' in result ? result.problems : [];
  return { counts, problems: problems.map(({ path, message, help }) => ({ path, message, help })) };
}

const HELP = 'count every test in total; only skipped tests may be left out';
const sums = (total: number, parts: string, sum: number) => [
  { path: ['summary', 'total'], message: `is ${total}, but ${parts} add up to ${sum}`, help: HELP },
];

describe('counts without records', () => {
  it.each<[string, Stated]>([
    ['all tests', { total: 4, passed: 2, failed: 1, skipped: 1 }],
    ['the tests that ran', { total: 3, passed: 2, failed: 1, skipped: 1 }],
    ['inconclusive ones', { total: 5, passed: 2, failed: 1, skipped: 1, inconclusive: 1 }],
    [
      'inconclusive ones, without the skipped',
      { total: 4, passed: 2, failed: 1, skipped: 1, inconclusive: 1 },
    ],
    ['more than is said of, where skipped is unknown', { total: 9, passed: 2, failed: 1 }],
    ['more than is said of, where failed is unknown', { total: 9, passed: 2, skipped: 1 }],
    ['more than is said of, where passed is unknown', { total: 9, failed: 2, skipped: 1 }],
    ['exactly what is said of', { total: 3, passed: 2, failed: 1 }],
    ['nothing', { total: 0, passed: 0, failed: 0, skipped: 0 }],
    ['no total', { passed: 2, failed: 1, skipped: 7 }],
  ])('may count in total %s', async (_, stated) => {
    expect(await settle([stated])).toEqual({ counts: stated, problems: [] });
  });

  it.each<[string, Stated, ReturnType<typeof sums>]>([
    [
      'some of the skipped tests',
      { total: 4, passed: 2, failed: 1, skipped: 3 },
      sums(4, 'passed 2, failed 1, skipped 3', 6),
    ],
    ['too few', { total: 2, passed: 2, failed: 1, skipped: 0 }, sums(2, 'passed 2, failed 1, skipped 0', 3)],
    ['too many', { total: 5, passed: 2, failed: 1, skipped: 1 }, sums(5, 'passed 2, failed 1, skipped 1', 4)],
    [
      'too few, where skipped is unknown',
      { total: 2, passed: 2, failed: 1 },
      sums(2, 'passed 2, failed 1', 3),
    ],
    [
      'too few, where failed is unknown',
      { total: 1, passed: 2, skipped: 5 },
      sums(1, 'passed 2, skipped 5', 7),
    ],
    ['too few, where passed is unknown', { total: 1, failed: 2 }, sums(1, 'failed 2', 2)],
    [
      'no inconclusive ones',
      { total: 3, passed: 2, failed: 1, skipped: 0, inconclusive: 1 },
      sums(3, 'passed 2, failed 1, skipped 0, inconclusive 1', 3 + 1),
    ],
  ])('must not count in total %s', async (_, stated, problems) => {
    expect((await settle([stated])).problems).toEqual(problems);
  });

  it('come from the first place that states them', async () => {
    const { counts, problems } = await settle([{ passed: 2 }, { total: 3, passed: 2, failed: 1 }]);
    expect({ counts, problems }).toEqual({ counts: { total: 3, passed: 2, failed: 1 }, problems: [] });
    const later = await settle([{ passed: 2, failed: 1, skipped: 0 }, { total: 9 }]);
    expect(later.problems).toMatchObject([{ path: ['totals', 'total'] }]);
  });

  it('must agree where two places state them', async () => {
    const { problems } = await settle([{ passed: 2 }, { passed: 3 }]);
    expect(problems).toHaveLength(1);
  });

  it('are absent where nothing states them', async () => {
    for (const stated of [[undefined], []])
      expect(await settle(stated)).toStrictEqual({ counts: {}, problems: [] });
  });
});

describe('counts next to records', () => {
  const shown: RecordCounts = { total: 4, passed: 2, failed: 1, skipped: 1 };

  it('are those of the records where nothing states them', async () => {
    expect(await settle([], shown)).toEqual({ counts: shown, problems: [] });
    expect(await settle([{ passed: 2 }], shown)).toEqual({ counts: shown, problems: [] });
  });

  it('may leave the skipped tests out of the total, and no other count', async () => {
    expect(await settle([{ total: 3 }], shown)).toEqual({ counts: { ...shown, total: 3 }, problems: [] });
    expect((await settle([{ total: 2 }], shown)).problems).toEqual([
      {
        path: ['summary', 'total'],
        message: 'is 2, but the entries of tests give 4, or 3 without the skipped ones',
        help: undefined,
      },
    ]);
    expect((await settle([{ passed: 1 }], shown)).problems).toEqual([
      { path: ['summary', 'passed'], message: 'is 1, but the entries of tests give 2', help: undefined },
    ]);
  });

  it('may count the skipped tests in the total', async () => {
    expect(await settle([{ total: 4 }], shown)).toEqual({ counts: shown, problems: [] });
  });

  it('of a kind that no record has are 0', async () => {
    expect((await settle([{ inconclusive: 0 }], shown)).problems).toEqual([]);
    expect((await settle([{ inconclusive: 1 }], shown)).problems).toMatchObject([
      { message: 'is 1, but the entries of tests give 0' },
    ]);
  });

  it('say of the total only one number where none was skipped', async () => {
    const { problems } = await settle([{ total: 9 }], { total: 3, passed: 2, failed: 1, skipped: 0 });
    expect(problems).toMatchObject([{ message: 'is 9, but the entries of tests give 3' }]);
  });

  it('are not added up', async () => {
    expect((await settle([{ total: 3, skipped: 1 }], shown)).problems).toEqual([]);
  });
});
