import * as z from 'zod/mini';
import { DECISIONS } from '../../../artifacts/audit-log/model.ts';
import { described } from '../../../documents/described.ts';
import { count, ordinal } from '../../../documents/schema-parts.ts';
import { ATTRIBUTES } from '../rules/unclear-values.ts';
import { RULE_CHANGES, RULE_SET_SETTINGS } from './backtest-changes.ts';
import { FLIPS, type Flip } from './backtest-flips.ts';
import { logShape } from './log-shares-schema.ts';

/** The number of flips for each change. */
const flips = () =>
  z.strictObject(
    Object.fromEntries(FLIPS.map((flip) => [flip, count()])) as Record<Flip, ReturnType<typeof count>>,
  );

/** The counts for a group of records. */
const tally = {
  total: count(),
  loosening: count(),
  tightening: count(),
  unknown: count(),
};

const breakdown = <T extends z.ZodMiniType>(name: T) =>
  z.strictObject({
    entries: z.array(z.strictObject({ name, ...tally })),
    other: described(z.nullable(z.strictObject(tally)), 'the sum of all names after the first 10,000'),
  });

const place = {
  file: z.string(),
  line: described(z.nullable(ordinal()), 'null: the record is in a table of a database'),
  id: z.nullable(z.string()),
  at: described(z.nullable(z.string()), 'null: the log has no time for the call'),
  tool: z.string(),
  agent: z.nullable(z.string()),
};

const ruling = () => z.strictObject({ decision: z.enum(DECISIONS), policy: z.nullable(z.string()) });

/** The counts of a backtest. Spec (tool-call policies): "POST /api/policies/backtest". */
const counts = {
  total: described(count(), 'records that were decided twice: unchanged + flipped + unknown'),
  unchanged: count(),
  unknown: described(count(), 'records that lack an attribute that a changed rule looks at'),
  flipped: described(count(), 'loosening + tightening'),
  loosening: described(count(), 'flips to a less strict decision'),
  tightening: count(),
  flips: flips(),
};

/** A backtest as numbers only. */
export const backtestCountsSchema = z.strictObject(counts);

/** The output of `gateway backtest --format json`. Every other format is rendered from it. */
export const backtestSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/backtest/v1'),
  ruleSet: described(z.nullable(z.string()), 'null: no rules yet'),
  draft: described(z.nullable(z.string()), 'the file of rules that are added or replace others'),
  after: described(z.nullable(z.string()), 'the whole rule set that is compared with'),
  changes: z.array(z.strictObject({ policy: z.string(), change: z.enum(RULE_CHANGES) })),
  asIfEnabled: described(
    z.array(z.string()),
    'rules of the draft that are written with `enabled: false`, and were tried as if they were on',
  ),
  settings: described(z.array(z.enum(RULE_SET_SETTINGS)), 'the settings that differ, apart from the rules'),
  auditLogs: z.array(z.string()),
  ...logShape,
  source: described(
    z.nullable(
      z.strictObject({
        cases: described(count(), 'groups of records that every rule sees alike'),
        streamed: described(count(), 'records that were read one by one, in the order of time'),
      }),
    ),
    'how a table of a database was read; null: the records are in files',
  ),
  since: described(z.nullable(z.string()), 'the first moment in the range'),
  until: described(z.nullable(z.string()), 'the first moment after the range'),
  ...counts,
  lacking: described(
    z.record(z.string(), count()),
    'each attribute that unknown records lack, with the number of records',
  ),
  unclear: described(
    z.array(
      z.strictObject({
        attribute: z.enum(ATTRIBUTES),
        value: described(z.nullable(z.string()), 'null: all values after the first 1,000'),
        records: count(),
      }),
    ),
    'values that no rule can be tried on, so the attribute is unknown',
  ),
  byRule: described(
    z.optional(breakdown(z.nullable(z.string()))),
    'flips only, by the rule that decides now or, where none does, that decided before; null: neither',
  ),
  byTool: breakdown(z.string()),
  byAgent: breakdown(z.nullable(z.string())),
  byDay: breakdown(z.nullable(z.string())),
  samples: z.array(z.strictObject({ flip: z.enum(FLIPS), ...place, before: ruling(), after: ruling() })),
  unknownSamples: z.array(z.strictObject({ ...place, lacking: z.array(z.string()) })),
  drift: described(
    z.strictObject({ total: count(), unknown: count(), flips: flips() }),
    'recorded decisions that differ from those of the current rules',
  ),
  outside: described(count(), 'records before `since`, or not before `until`'),
  unreadable: described(count(), 'lines that are not records'),
  gate: z.nullable(z.strictObject({ passed: z.boolean(), reasons: z.array(z.string()) })),
});

/** How many records flip, and how many cannot be decided. */
export type BacktestCounts = z.infer<typeof backtestCountsSchema>;
/** The report of a backtest. */
export type BacktestReport = z.infer<typeof backtestSchema>;
/** The counts of each name, such as each agent. */
export type BacktestBreakdown = BacktestReport['byAgent'];
/** A record whose decision flips, as the report shows it. */
export type BacktestSample = BacktestReport['samples'][number];
/** A record that cannot be decided, as the report shows it. */
export type UnknownSample = BacktestReport['unknownSamples'][number];
