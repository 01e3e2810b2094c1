import * as z from 'zod/mini';
import { ARTIFACT_KINDS } from '../../artifacts/kinds.ts';
import { FACT_TYPES } from '../../facts/fact.ts';

/** The schema of the value of a fact. */
export const factValueSchema = z.union([z.number(), z.boolean(), z.string()]);

/** The schema of a fact in a report; `path` is the file that the fact comes from, or the values of the flag. */
export const factSchema = z.strictObject({
  name: z.string(),
  value: factValueSchema,
  artifact: z.enum(ARTIFACT_KINDS),
  path: z.string(),
});

/**
 * The schema of the files of all artifacts. A report on a policy has it if there are several for one, notes, or flaky tests.
 */
export const sourcesSchema = z.optional(
  z.array(
    z.strictObject({
      artifact: factSchema.shape.artifact,
      path: z.string(),
      format: z.string(),
      flaky: z.optional(z.int().check(z.positive())),
      notes: z.optional(z.array(z.string())),
    }),
  ),
);

/** The schema of the report that `policy facts --format json` prints. */
export const factsReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/facts/v1'),
  facts: z.array(factSchema),
  sources: sourcesSchema,
});

/** The report of `policy facts` on the given artifacts. */
export type FactsReport = z.infer<typeof factsReportSchema>;

/** The schema of the catalog that `policy facts --format json` prints when no artifact is given. */
export const factCatalogSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/fact-catalog/v1'),
  facts: z.array(
    z.strictObject({
      name: z.string(),
      type: z.enum(FACT_TYPES),
      artifact: factSchema.shape.artifact,
      flag: z.string(),
      description: z.string(),
    }),
  ),
});

/** The catalog of all facts. */
export type FactCatalog = z.infer<typeof factCatalogSchema>;
