import * as z from 'zod/mini';
import { ARTIFACT_KINDS } from '../../artifacts/kinds.ts';
import { FACT_TYPES } from '../../facts/fact.ts';

/** The value of a fact. */
export const factValueSchema = z.union([z.number(), z.boolean(), z.string()]);

/** A fact as reports carry it; `path` is the file that it comes from. */
export const factSchema = z.strictObject({
  name: z.string(),
  value: factValueSchema,
  artifact: z.enum(ARTIFACT_KINDS),
  path: z.string(),
});

/** What `policy facts --format json` prints. */
export const factsReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/facts/v1'),
  facts: z.array(factSchema),
});

/** The facts that artifacts yield, as data. */
export type FactsReport = z.infer<typeof factsReportSchema>;

/** What `policy facts --format json` prints when it is given no artifact. */
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

/** All facts that there are, as data. */
export type FactCatalog = z.infer<typeof factCatalogSchema>;
