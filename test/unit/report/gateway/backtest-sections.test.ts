import { describe, expect, it } from 'vitest';
import { FLIPS } from '../../../../src/features/gateway/backtest/backtest-flips.ts';
import type { BacktestReport } from '../../../../src/features/gateway/backtest/backtest-schema.ts';
import { backtestSections } from '../../../../src/report/gateway/backtest-sections.ts';

const flips = Object.fromEntries(FLIPS.map((flip) => [flip, 0])) as BacktestReport['flips'];
const nothing = { entries: [], other: null };

const report = (more: Partial<BacktestReport>): BacktestReport => ({
  schema_version: 'mcptest.dev/backtest/v1',
  ruleSet: 'rules.yml',
  draft: null,
  after: null,
  asIfEnabled: [],
  unclear: [],
  changes: [],
  settings: [],
  source: null,
  auditLogs: ['log'],
  logs: [{ file: 'log', format: 'mcptest', leftOut: [] }],
  assumed: null,
  since: null,
  until: null,
  total: 10,
  unchanged: 10,
  unknown: 0,
  flipped: 0,
  loosening: 0,
  tightening: 0,
  flips,
  lacking: {},
  byTool: nothing,
  byAgent: nothing,
  byDay: nothing,
  samples: [],
  unknownSamples: [],
  drift: { total: 0, unknown: 0, flips },
  outside: 0,
  unreadable: 0,
  gate: null,
  ...more,
});

const tally = (name: string, loosening: number, tightening: number, unknown = 0) => ({
  name,
  total: 10_000_000,
  loosening,
  tightening,
  unknown,
});

describe('the sections of a backtest', () => {
  it('put a tool of which one call loosens before those of which millions tighten', () => {
    const entries = [
      tally('tight', 0, 9_000_000),
      tally('quiet', 0, 0),
      tally('loose', 1, 0),
      tally('odd', 0, 0, 7),
    ];
    const [section] = backtestSections(report({ byTool: { entries, other: null } }));
    expect(section?.rows.map(([name]) => name)).toEqual(['loose', 'tight', 'odd']);
  });

  it('say of how many records drift is known', () => {
    const drift = { total: 1, unknown: 1, flips: { ...flips, 'allow->deny': 1 } };
    const [section] = backtestSections(report({ drift }));
    expect(section?.title).toBe(
      'drift: the current rules decide 1 of 9 records differently from the log; 1 lacks a value that the answer depends on',
    );
    const [certain] = backtestSections(report({ drift: { ...drift, unknown: 0 } }));
    expect(certain?.title).toBe('drift: the current rules decide 1 of 10 records differently from the log');
  });

  it('say that a rule was replaced where it decides both times', () => {
    const sample = (before: string | null, after: string | null) => ({
      flip: 'deny->allow' as const,
      file: 'log',
      line: 1,
      id: null,
      at: '2026-05-01T00:00:00Z',
      tool: 't',
      agent: null,
      before: { decision: 'deny' as const, policy: before },
      after: { decision: 'allow' as const, policy: after },
    });
    const samples = [sample('a', 'a'), sample('a', 'b'), sample('a', null), sample(null, null)];
    const section = backtestSections(report({ samples })).find(({ title }) => title === 'samples: loosening');
    expect(section?.rows.map((row) => row.at(-1))).toEqual([
      '`a` -> `a` (replaced)',
      '`a` -> `b`',
      '`a` -> no rule',
      'no rule -> no rule',
    ]);
  });
});
