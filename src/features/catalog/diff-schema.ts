import * as z from 'zod/mini';
import { count } from '../../documents/schema-parts.ts';
import { findingsShape } from '../../findings/schema.ts';
import { CATALOG_CHANGES, FAIL_ON, type FailOn } from './changes.ts';

const catalog = z.strictObject({ file: z.string(), tools: count() });

/** The output of `diff --format json`. */
export const catalogDiffSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/catalog-diff/v1'),
  before: catalog,
  after: catalog,
  fail_on: z.optional(z.enum(Object.keys(FAIL_ON) as FailOn[])),
  accepted: z.boolean(),
  ...findingsShape(CATALOG_CHANGES, { tool: z.string() }),
});

/** How two catalogs differ, as data. */
export type CatalogDiff = z.infer<typeof catalogDiffSchema>;

/** One change of a tool. */
export type CatalogChange = CatalogDiff['findings'][number];
