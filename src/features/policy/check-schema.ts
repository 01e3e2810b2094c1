import * as z from 'zod/mini';
import { countsOf, ordinal } from '../../documents/schema-parts.ts';
import { findingsShape } from '../../findings/schema.ts';
import { POLICY_FINDINGS } from './findings.ts';

/** The schema of the report that `policy check --format json` prints. */
export const policyCheckSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/policy-check/v1'),
  policy: z.strictObject({ path: z.string(), version: z.string() }),
  checked_at: z.string(),
  ...findingsShape(POLICY_FINDINGS, { line: ordinal(), column: ordinal() }),
  // version 1 of this schema was published without the lower bound that the counts of other reports have
  counts: countsOf(['error', 'warning']),
});

/** The report of `policy check`. */
export type PolicyCheck = z.infer<typeof policyCheckSchema>;
