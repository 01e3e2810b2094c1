import * as z from 'zod/mini';
import { CAVEATS } from '../../../artifacts/cassette/model.ts';
import { described } from '../../../documents/described.ts';
import { count, ordinal } from '../../../documents/schema-parts.ts';
import { alignmentSchema } from '../golden/alignment-schema.ts';
import { trajectorySchema } from '../world/trajectory-schema.ts';
import { RUN_FAILURES, SCENARIO_FAILURES } from './failures.ts';

const change = z.strictObject({
  path: z.string(),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
});

const violation = z.strictObject({
  turn: count(),
  index: count(),
  tool: z.string(),
  kind: z.enum(['invalid', 'forbidden']),
  reason: z.string(),
  matched: z.optional(z.string()),
  line: z.optional(z.int().check(z.minimum(1))),
  refused: z.optional(z.literal(true)),
  unanswered: z.optional(z.literal(true)),
  abandoned: z.optional(z.literal(true)),
  agent: z.optional(z.string()),
});

/** A call whose answer the recording lacks, and what the suite takes it for. */
const unansweredCall = z.strictObject({
  turn: count(),
  index: count(),
  tool: z.string(),
  taken_as: z.enum(['undecided', 'done', 'error']),
});

/** Why a run or a scenario failed; absent when it passed. */
const runFailures = z.optional(z.array(z.enum(RUN_FAILURES)).check(z.minLength(1)));
const scenarioFailures = z.optional(z.array(z.enum(SCENARIO_FAILURES)).check(z.minLength(1)));

const run = {
  cassette: z.string(),
  read_with: described(
    z.optional(z.array(z.string()).check(z.minLength(1))),
    'further files that were read as parts of the recording, such as those of sub-agents; absent: none',
  ),
  report: z.strictObject({
    turns: count(),
    actions: count(),
    invalid_actions: count(),
    forbidden_transitions: count(),
    recovery_attempts: count(),
    escalations: count(),
    refusals: count(),
    unanswered_calls: z.optional(count()),
    abandoned_calls: z.optional(count()),
    state_matched: z.boolean(),
    golden: z.optional(
      z.strictObject({
        matched: z.boolean(),
        exact: z.boolean(),
        alternate: z.boolean(),
        penalty: count(),
        efficiency: z.number(),
      }),
    ),
    tool_names: z.array(z.string()),
    state: z.looseObject({}),
    cost_micros: z.optional(count()),
    cost_source: z.optional(z.enum(['cassette', 'suite', 'price-table'])),
    cost_table: z.optional(z.string()),
  }),
  state_diff: z.array(change),
  violations: z.array(violation),
  mismatches: z.array(
    z.strictObject({
      path: z.string(),
      expected: z.optional(z.unknown()),
      actual: z.optional(z.unknown()),
      oracle: z.optional(z.literal('expect_unchanged')),
    }),
  ),
  assertions: z.array(
    z.strictObject({
      target: z.string(),
      matcher: z.unknown(),
      passed: z.boolean(),
      actual: z.optional(z.unknown()),
      message: z.string(),
    }),
  ),
  unanswered: z.optional(z.array(unansweredCall)),
  caveats: z.optional(z.array(z.enum(CAVEATS)).check(z.minLength(1))),
  alignment: z.optional(alignmentSchema),
  trajectory: z.optional(trajectorySchema),
};

/** The run of one trial: judged, or why it could not be. */
const trial = z.union([
  z.strictObject({ passed: z.boolean(), failed_by: runFailures, ...run }),
  z.strictObject({ passed: z.literal(false), cassette: z.string(), error: z.string() }),
]);

const scenario = z.strictObject({
  name: z.string(),
  line: described(z.optional(ordinal()), 'the line of the suite on which the scenario begins'),
  passed: z.boolean(),
  failed_by: scenarioFailures,
  vacuous: z.boolean(),
  cassette: z.string(),
  read_with: run.read_with,
  report: z.optional(run.report),
  state_diff: z.optional(run.state_diff),
  violations: z.optional(run.violations),
  mismatches: z.optional(run.mismatches),
  assertions: z.optional(run.assertions),
  unanswered: run.unanswered,
  caveats: run.caveats,
  alignment: run.alignment,
  trajectory: run.trajectory,
  rubric: z.optional(z.literal('deferred')),
  trials: z.optional(
    z.strictObject({
      total: count(),
      passed: count(),
      pass_rate: z.number(),
      pass_hat: z.array(z.number()),
      runs: z.array(trial),
    }),
  ),
  error: z.optional(z.string()),
});

/** The report that `scenario run --format json` prints. All other formats are rendered from it. */
export const scenarioReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/scenario-report/v1'),
  suite: z.string(),
  verbose: described(z.optional(z.literal(true)), 'true: people see passing scenarios in full, too'),
  passed: z.boolean(),
  counts: z.strictObject({ total: count(), passed: count(), failed: count(), error: count() }),
  scenarios: z.array(scenario),
});

/** The report of `scenario run`. */
export type ScenarioReport = z.infer<typeof scenarioReportSchema>;
/** One scenario in the report. */
export type ScenarioEntryReport = ScenarioReport['scenarios'][number];
/** One run of a scenario, or the reason why its recording could not be judged. */
export type TrialReport = z.infer<typeof trial>;
/** A run whose recording could be judged. */
export type JudgedTrialReport = Extract<TrialReport, { report: unknown }>;
