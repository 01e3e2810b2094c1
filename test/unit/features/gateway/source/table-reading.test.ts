import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../../../../src/artifacts/audit-log/model.ts';
import type { DecidedRecord } from '../../../../../src/features/gateway/backtest/backtest-counter.ts';
import { TableCounts } from '../../../../../src/features/gateway/source/table-reading.ts';
import type { TableRow } from '../../../../../src/table-port.ts';
import { DAY } from '../../../../../src/time/duration.ts';

const FIELDS = ['tool', 'decision', 'agent.labels', 'risk', 'fault', 'at'] as const;
const NOON = Date.UTC(2026, 5, 1, 12);

function countsOf(range = {}) {
  const visited: [AuditRecord, number, number?][] = [];
  const counts = new TableCounts('table', range, undefined, {
    add: (record, { times }) => visited.push([record, times]),
    decide: (record) => ({ record }) as DecidedRecord,
    count: ({ record }, { times, at }) =>
      visited.push(at === undefined ? [record, times] : [record, times, at]),
  });
  const reader = counts.readerOf(FIELDS.slice(0, 5));
  const addCounted = (row: TableRow, at: unknown, times: number) =>
    counts.addCounted(reader, { case: JSON.stringify(row), row: () => row, at, times });
  return { counts, visited, reader, addCounted };
}

describe('rows of a table', () => {
  it('are left out only for the days whose year cannot be written', () => {
    const { counts, visited, addCounted } = countsOf();
    addCounted(['a', 'allow'], -(10 ** 15), 1);
    addCounted(['a', 'allow'], NOON, 500);
    expect(visited).toEqual([[{ tool: 'a', decision: 'allow', at: NOON, agent: {}, resource: {} }, 500]]);
    expect(counts.finish()).toMatchObject({ records: 500, unreadable: 1, source: { cases: 1, streamed: 0 } });
  });

  it('are left out if they have no time, also beside others that have one', () => {
    const { counts, visited, addCounted } = countsOf();
    addCounted(['a', 'allow'], NOON, 500);
    addCounted(['a', 'allow'], null, 2);
    expect(visited).toHaveLength(1);
    expect(counts.finish()).toMatchObject({ records: 500, unreadable: 2 });
  });

  it('are decided once for all days on which the rules see them alike', () => {
    const { counts, visited, addCounted } = countsOf({ until: NOON + 2 * DAY });
    for (const day of [0, 1, 2]) addCounted(['a', 'allow'], NOON + day * DAY, 10 ** day);
    addCounted(['b', 'allow'], NOON + DAY, 5);
    expect(visited).toEqual([
      [expect.objectContaining({ tool: 'a', at: NOON }), 1],
      [expect.objectContaining({ tool: 'a', at: NOON }), 10, NOON + DAY],
      [expect.objectContaining({ tool: 'b', at: NOON + DAY }), 5],
    ]);
    expect(counts.finish()).toMatchObject({ records: 116, unreadable: 0, source: { cases: 2 } });
  });

  it('are read with the values of any database', () => {
    const { counts, visited } = countsOf();
    const reader = counts.readerOf(FIELDS);
    counts.add(reader, ['a', 'allow', ['ci'], 5n, null, new Date(NOON)], undefined);
    counts.add(reader, ['a', 'allow', null, 5, null, '2026-06-01T12:00:00Z'], undefined);
    counts.add(reader, [7n, 'allow', '["ci"]', '5.0', null, NOON], undefined);
    expect(visited.map(([{ tool, at, risk }]) => ({ tool, at, risk }))).toEqual([
      { tool: 'a', at: NOON, risk: 5 },
      { tool: 'a', at: NOON, risk: 5 },
      { tool: '7', at: NOON, risk: 5 },
    ]);
  });

  it('are unreadable with a risk that is not whole, which is not called a text', () => {
    const { counts, reader } = countsOf();
    for (const risk of ['40.5', 40.5, '1e2']) counts.add(reader, ['a', 'allow', null, risk], NOON);
    expect(() => counts.finish()).toThrow(/3 of 3 rows/);
    expect(() => counts.finish()).not.toThrow(/found "40.5"/);
  });

  it('count as outside of the range where only their reader knows their time', () => {
    const { counts, visited, reader } = countsOf({ since: NOON });
    counts.add(reader, ['a', 'allow'], '2026-06-01T13:59:59+02:00');
    counts.add(reader, ['a', 'allow'], '2026-06-01T14:00:00+02:00');
    // counted by the database
    counts.add(reader, ['a', 'allow'], NOON - 1);
    counts.add(reader, ['a', 'none'], NOON - 1);
    expect(visited).toHaveLength(1);
    expect(counts.finish()).toMatchObject({ records: 2, unreadable: 0 });
  });

  it('are left out for denials without a decision, and no other fault', () => {
    const { counts, reader, addCounted } = countsOf();
    counts.add(reader, ['a', 'deny', null, null, 'why'], NOON);
    addCounted(['a', 'deny', null, null, 'why'], NOON, 3);
    addCounted(['a', 'allow'], NOON, 900);
    counts.add(reader, ['a', 'allow', null, null, 'why'], NOON);
    counts.add(reader, ['a', 'allow', 'no JSON'], NOON);
    counts.add(reader, ['a', 'allow', null, 'high'], NOON);
    expect(counts.finish()).toMatchObject({
      unreadable: 3,
      files: [{ leftOut: [{ what: 'denials without a decision', lines: 4 }] }],
    });
  });
});
