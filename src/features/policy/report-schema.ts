import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { count, countsOf } from '../../documents/schema-parts.ts';
import { COMPARATOR_NAMES } from '../../rules/comparators.ts';
import { OUTCOME_NAMES, POLICY_VERDICT_NAMES } from '../../rules/outcomes.ts';
import { RULE_SEVERITIES } from '../../rules/policy.ts';
import { WAIVER_STATUS_NAMES } from '../../rules/waivers.ts';
import { factSchema, factValueSchema, sourcesSchema } from './facts-schema.ts';

const waiver = {
  owner: z.string(),
  reason: z.string(),
  expiry: z.string(),
  issue: z.optional(z.string()),
};

/** The schema of the report that `policy simulate --format json` prints. Every other format is rendered from it. */
export const policyReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/policy-report/v1'),
  verdict: z.enum(POLICY_VERDICT_NAMES),
  policy: z.strictObject({ path: z.string(), version: z.string() }),
  evaluated_at: z.string(),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      description: z.optional(z.string()),
      fact: z.string(),
      comparator: z.nullable(z.enum(COMPARATOR_NAMES)),
      expected: z.nullable(z.union([factValueSchema, z.array(factValueSchema)])),
      actual: z.nullable(factValueSchema),
      outcome: z.enum(OUTCOME_NAMES),
      severity: z.enum(RULE_SEVERITIES),
      reason: z.string(),
      line: z.int().check(z.minimum(1)),
      source: z.nullable(z.strictObject({ artifact: factSchema.shape.artifact, path: z.string() })),
      waiver: z.nullable(z.strictObject(waiver)),
    }),
  ),
  waivers: z.array(
    z.strictObject({
      rule: z.string(),
      ...waiver,
      status: z.enum(WAIVER_STATUS_NAMES),
    }),
  ),
  counts: countsOf(OUTCOME_NAMES),
  facts: z.array(factSchema),
  sources: sourcesSchema,
  warn_expiring_ms: described(
    z.optional(count()),
    'a waiver that ends within this time is shown as about to end, in milliseconds',
  ),
});

/** The report of `policy simulate`, which every format is rendered from. */
export type PolicyReport = z.infer<typeof policyReportSchema>;
/** A rule in the report. */
export type RuleReport = PolicyReport['rules'][number];
