import { describe, expect, it } from 'vitest';
import type { RunReport, TestRecord } from '../../../../../src/artifacts/run-report/model.ts';
import { attempt } from '../../../../../src/errors.ts';
import { compareRuns } from '../../../../../src/features/evidence/emit/reproducibility.ts';
import { COMMIT, from, RUN } from '../../../../support/emitted.ts';

const compare = (second: Partial<RunReport>, first: Partial<RunReport> = {}) =>
  compareRuns(from(first), { ...RUN, ...first }.source, from({ run_id: 'run-2', ...second }, 'again.json'));
const passing = (...names: string[]): TestRecord[] => names.map((name) => ({ name, status: 'pass' }));

describe('two runs', () => {
  it('agree when every test ends the same way, whatever else differs', () => {
    const tests = RUN.tests?.toReversed().map((test) => ({ ...test, duration_ms: 7, message: 'slow' }));
    expect(compare({ tests: tests ?? [], ended_at: '2026-05-31T00:00:00Z' })).toEqual([]);
  });

  it('differ in each test that ends differently, or is in only one of them', () => {
    const tests: TestRecord[] = [...passing('a', 'c', 'd')];
    expect(compare({ tests })).toEqual([
      { test: 'b', first: 'pass', second: undefined },
      { test: 'c', first: 'fail', second: 'pass' },
      { test: 'd', first: undefined, second: 'pass' },
    ]);
  });

  it('are compared test by test where many have one name', () => {
    const tests = passing('a', 'a');
    expect(compare({ tests: [...passing('a'), { name: 'a', status: 'skip' }] }, { tests })).toEqual([
      { test: 'a (2)', first: 'pass', second: 'skip' },
    ]);
  });

  it('distinguish tests of two servers and files', () => {
    const on = (server: string, file: string): TestRecord[] => [{ name: 'a', server, file, status: 'pass' }];
    expect(compare({ tests: on('y', 'f') }, { tests: on('x', 'f') })).toHaveLength(2);
    expect(compare({ tests: on('x', 'g') }, { tests: on('x', 'f') })).toHaveLength(2);
    expect(compare({ tests: on('x › f', 'g') }, { tests: on('x', 'f › g') })).toHaveLength(2);
    const named = (file: string | undefined, name: string): TestRecord[] => [
      { name, status: 'pass', ...(file !== undefined && { file }) },
    ];
    expect(compare({ tests: named('f', 'a') }, { tests: named(undefined, 'f › a') })).toHaveLength(2);
    expect(compare({ tests: passing('a (2)', 'a') }, { tests: passing('a', 'a') })).toHaveLength(2);
  });
});

describe('nothing is shown by', () => {
  const other = COMMIT.replace('4', '5');
  it.each<[string, Partial<RunReport>, Partial<RunReport>, string]>([
    ['another commit', { source: { commit_sha: other } }, {}, `is \`${other}\`, but the run`],
    ['no commit', { source: {} }, {}, 'names no commit'],
    ['no commit of the first', {}, { source: {} }, 'names no commit'],
    ['counts alone', { tests: undefined as never }, {}, 'lists no tests'],
    ['an empty list', { tests: [] }, {}, 'lists no tests'],
    [
      'a copy',
      { run_id: undefined as never },
      { run_id: undefined as never },
      'is identical to the other report',
    ],
    ['a copy that names no run', { run_id: undefined as never }, {}, 'is identical to the other report'],
    [
      'the same run',
      { ended_at: '2026-05-31T00:00:00Z', run_id: 'run-1' },
      {},
      'is `run-1` in both reports, so they are of the same run',
    ],
  ])('%s', async (_, second, first, message) => {
    const result = await attempt(() => compare(second, first));
    expect(result).toMatchObject({ problems: [{ message: expect.stringContaining(message) }] });
  });

  it('two runs without a commit, of which both are named', async () => {
    const result = await attempt(() => compare({ source: {} }, { source: {} }));
    expect(result).toMatchObject({ problems: [{ file: 'run.json' }, { file: 'again.json' }] });
  });
});

it('does not mind how a commit is spelled', () => {
  expect(compare({ source: { commit_sha: COMMIT.toUpperCase() } })).toEqual([]);
});
