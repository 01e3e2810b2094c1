import { expect, it } from 'vitest';
import { TallyTable } from '../../../../../src/features/gateway/backtest/backtest-tally.ts';

it('counts the first 10,000 names apart and the rest together', () => {
  const table = new TallyTable();
  for (let name = 0; name < 10_005; name++) table.add(String(name), name % 2 === 0 ? 'unknown' : undefined);
  table.add('3', 'loosening');
  table.add('__proto__', 'loosening');
  const { entries, other } = table.toBreakdown();
  expect(entries).toHaveLength(10_000);
  expect(entries.find(({ name }) => name === '3')).toEqual({
    name: '3',
    total: 2,
    loosening: 1,
    tightening: 0,
    unknown: 0,
  });
  expect(other).toEqual({ total: 6, loosening: 1, tightening: 0, unknown: 3 });
});

it('counts names without end by how they begin', () => {
  const table = new TallyTable();
  for (let end = 0; end < 20_000; end++) table.add('a'.repeat(300) + end, undefined);
  table.add(null, undefined);
  const { entries, other } = table.toBreakdown();
  expect(entries.map(({ name, total }) => [name?.length, total])).toEqual([
    [undefined, 1],
    [201, 20_000],
  ]);
  expect(other).toBeNull();
});
