import * as z from 'zod/mini';
import { ARTIFACT_KINDS, type ArtifactKind } from '../artifacts/kinds.ts';
import { COMPARATOR_NAMES, type ComparatorName } from '../rules/comparators.ts';
import { OUTCOME_NAMES, type Outcome } from '../rules/outcomes.ts';

const factValue = z.union([z.number(), z.boolean(), z.string()]);
const line = z.int().check(z.minimum(1));

const factSchema = z.strictObject({
  name: z.string(),
  value: factValue,
  artifact: z.enum(ARTIFACT_KINDS as readonly [ArtifactKind, ...ArtifactKind[]]),
  path: z.string(),
});

const waiver = {
  owner: z.string(),
  reason: z.string(),
  expiry: z.string(),
  issue: z.optional(z.string()),
};

const counts = Object.fromEntries(OUTCOME_NAMES.map((outcome) => [outcome, z.int()])) as Record<
  Outcome,
  z.ZodMiniNumberFormat
>;

/** What `policy simulate --format json` prints. Every other format is rendered from this one. */
export const policyReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/policy-report/v1'),
  verdict: z.enum(['pass', 'warn', 'fail']),
  policy: z.strictObject({ path: z.string(), version: z.string() }),
  evaluated_at: z.string(),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      description: z.optional(z.string()),
      fact: z.string(),
      comparator: z.nullable(z.enum(COMPARATOR_NAMES as readonly [ComparatorName, ...ComparatorName[]])),
      expected: z.nullable(z.union([factValue, z.array(factValue)])),
      actual: z.nullable(factValue),
      outcome: z.enum(OUTCOME_NAMES as readonly [Outcome, ...Outcome[]]),
      severity: z.enum(['fail', 'warn']),
      reason: z.string(),
      line,
      source: z.nullable(z.strictObject({ artifact: factSchema.shape.artifact, path: z.string() })),
      waiver: z.nullable(z.strictObject(waiver)),
    }),
  ),
  waivers: z.array(
    z.strictObject({
      rule: z.string(),
      ...waiver,
      status: z.enum(['active', 'expired', 'unused', 'unknown-rule']),
    }),
  ),
  counts: z.strictObject(counts),
  facts: z.array(factSchema),
});

export type PolicyReport = z.infer<typeof policyReportSchema>;
export type RuleReport = PolicyReport['rules'][number];

/** What `policy facts --format json` prints. */
export const factsReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/facts/v1'),
  facts: z.array(factSchema),
});

export type FactsReport = z.infer<typeof factsReportSchema>;

/** What `policy facts --format json` prints when it is given no artifact. */
export const factCatalogSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/fact-catalog/v1'),
  facts: z.array(
    z.strictObject({
      name: z.string(),
      type: z.enum(['number', 'boolean', 'text']),
      artifact: factSchema.shape.artifact,
      flag: z.string(),
      description: z.string(),
    }),
  ),
});

export type FactCatalog = z.infer<typeof factCatalogSchema>;
