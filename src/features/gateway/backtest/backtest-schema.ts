import * as z from 'zod/mini';
import { DECISIONS } from '../../../artifacts/audit-log/model.ts';
import { described } from '../../../documents/described.ts';
import { RULE_CHANGES, RULE_SET_SETTINGS } from './backtest-changes.ts';
import { FLIPS, type Flip } from './backtest-flips.ts';

/** A number of records. */
export const count = () => z.int().check(z.minimum(0));

/** So many of each change. */
export const flips = () =>
  z.strictObject(
    Object.fromEntries(FLIPS.map((flip) => [flip, count()])) as Record<Flip, ReturnType<typeof count>>,
  );

/** What is counted of the records that have something in common. */
export const tally = {
  total: count(),
  loosening: count(),
  tightening: count(),
  unknown: count(),
};

const breakdown = <T extends z.ZodMiniType>(name: T) =>
  z.strictObject({
    entries: z.array(z.strictObject({ name, ...tally })),
    other: described(z.nullable(z.strictObject(tally)), 'what was counted together: beyond 10,000 names'),
  });

const place = {
  file: z.string(),
  line: z.int().check(z.minimum(1)),
  id: z.nullable(z.string()),
  at: z.string(),
  tool: z.string(),
  agent: z.nullable(z.string()),
};

const ruling = () => z.strictObject({ decision: z.enum(DECISIONS), policy: z.nullable(z.string()) });

/** What a backtest counts. Source: `POST /api/policies/backtest`. */
const counts = {
  total: described(count(), 'records that were decided twice: unchanged + flipped + unknown'),
  unchanged: count(),
  unknown: described(count(), 'records that lack what a changed rule looks at'),
  flipped: described(count(), 'loosening + tightening'),
  loosening: described(count(), 'flips to a less strict decision'),
  tightening: count(),
  flips: flips(),
};

/** A backtest in numbers alone. */
export const backtestCountsSchema = z.strictObject(counts);

/** What `gateway backtest --format json` prints. Every other format is rendered from this one. */
export const backtestSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/backtest/v1'),
  ruleSet: z.string(),
  draft: described(z.nullable(z.string()), 'policies that are added, or take the place of others'),
  after: described(z.nullable(z.string()), 'a whole rule set, compared as it is'),
  changes: z.array(z.strictObject({ policy: z.string(), change: z.enum(RULE_CHANGES) })),
  settings: described(z.array(z.enum(RULE_SET_SETTINGS)), 'what differs beside the policies'),
  auditLogs: z.array(z.string()),
  since: described(z.nullable(z.string()), 'the first moment inside'),
  until: described(z.nullable(z.string()), 'the first moment outside'),
  ...counts,
  lacking: described(z.record(z.string(), count()), 'what the unknown records lack, and how many of them'),
  byTool: breakdown(z.string()),
  byAgent: breakdown(z.nullable(z.string())),
  byDay: breakdown(z.string()),
  samples: z.array(z.strictObject({ flip: z.enum(FLIPS), ...place, before: ruling(), after: ruling() })),
  unknownSamples: z.array(z.strictObject({ ...place, lacking: z.array(z.string()) })),
  drift: described(
    z.strictObject({ total: count(), unknown: count(), flips: flips() }),
    'recorded decisions that the current rules would not make',
  ),
  outside: described(count(), 'records before `since`, or not before `until`'),
  unreadable: described(count(), 'lines that are no record'),
  gate: z.nullable(z.strictObject({ passed: z.boolean(), reasons: z.array(z.string()) })),
});

export type BacktestCounts = z.infer<typeof backtestCountsSchema>;
export type BacktestReport = z.infer<typeof backtestSchema>;
export type BacktestBreakdown = BacktestReport['byAgent'];
export type BacktestSample = BacktestReport['samples'][number];
export type UnknownSample = BacktestReport['unknownSamples'][number];
