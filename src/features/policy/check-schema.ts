import * as z from 'zod/mini';
import { countsOf } from '../../documents/schema-parts.ts';
import { FINDING_CODES, FINDING_SEVERITY_NAMES } from './findings.ts';

/** What `policy check --format json` prints. */
export const policyCheckSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/policy-check/v1'),
  policy: z.strictObject({ path: z.string(), version: z.string() }),
  checked_at: z.string(),
  findings: z.array(
    z.strictObject({
      code: z.enum(FINDING_CODES),
      severity: z.enum(FINDING_SEVERITY_NAMES),
      line: z.int().check(z.minimum(1)),
      column: z.int().check(z.minimum(1)),
      message: z.string(),
      help: z.optional(z.string()),
    }),
  ),
  counts: countsOf(FINDING_SEVERITY_NAMES),
});

/** The result of a lint, as data. */
export type PolicyCheck = z.infer<typeof policyCheckSchema>;
/** One thing that is wrong with a policy. */
export type Finding = PolicyCheck['findings'][number];
