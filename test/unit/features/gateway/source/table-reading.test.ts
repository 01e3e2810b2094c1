import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../../../../src/artifacts/audit-log/model.ts';
import { TableCounts } from '../../../../../src/features/gateway/source/table-reading.ts';

const FIELDS = ['tool', 'decision', 'agent.labels', 'risk', 'fault', 'at'] as const;
const NOON = Date.UTC(2026, 5, 1, 12);

function countsOf(range = {}) {
  const visited: [AuditRecord, number][] = [];
  const counts = new TableCounts('table', range, undefined, (record, { times }) =>
    visited.push([record, times]),
  );
  return { counts, visited, reader: counts.readerOf(FIELDS.slice(0, 5)) };
}

describe('rows of a table', () => {
  it('are left out only for the days whose year cannot be written', () => {
    const { counts, visited, reader } = countsOf();
    counts.addGroup(reader, ['a', 'allow'], -(10 ** 15), [
      { time: -(10 ** 15), count: 1 },
      { time: NOON, count: 500 },
    ]);
    expect(visited).toEqual([[{ tool: 'a', decision: 'allow', at: NOON, agent: {}, resource: {} }, 500]]);
    expect(counts.finish()).toMatchObject({ records: 500, unreadable: 1, source: { cases: 1, streamed: 0 } });
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
    const { counts, reader } = countsOf();
    counts.add(reader, ['a', 'deny', null, null, 'why'], NOON);
    counts.addGroup(reader, ['a', 'deny', null, null, 'why'], NOON, [{ time: NOON, count: 3 }]);
    counts.addGroup(reader, ['a', 'allow'], NOON, [{ time: NOON, count: 900 }]);
    counts.add(reader, ['a', 'allow', null, null, 'why'], NOON);
    counts.add(reader, ['a', 'allow', 'no JSON'], NOON);
    counts.add(reader, ['a', 'allow', null, 'high'], NOON);
    expect(counts.finish()).toMatchObject({
      unreadable: 3,
      files: [{ leftOut: [{ what: 'denials without a decision', lines: 4 }] }],
    });
  });
});
