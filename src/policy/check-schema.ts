import * as z from 'zod/mini';
import { FINDING_CODES, type FindingCode } from './findings.ts';

/** What `policy check --format json` prints. */
export const policyCheckSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/policy-check/v1'),
  policy: z.strictObject({ path: z.string(), version: z.string() }),
  checked_at: z.string(),
  findings: z.array(
    z.strictObject({
      code: z.enum(FINDING_CODES as readonly [FindingCode, ...FindingCode[]]),
      severity: z.enum(['error', 'warning']),
      line: z.int().check(z.minimum(1)),
      message: z.string(),
      help: z.optional(z.string()),
    }),
  ),
  counts: z.strictObject({ error: z.int(), warning: z.int() }),
});

export type PolicyCheck = z.infer<typeof policyCheckSchema>;
export type Finding = PolicyCheck['findings'][number];
