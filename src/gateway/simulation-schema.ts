import * as z from 'zod/mini';
import { DECISIONS, SIGNAL_CATEGORIES, SIGNAL_SEVERITIES } from '../artifacts/audit-log/model.ts';

const count = () => z.int().check(z.minimum(0), z.maximum(100));

/** What `gateway simulate --format json` prints for a call. Source: `POST /api/policies/simulate`. */
export const verdictReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/gateway-verdict/v1'),
  decision: z.enum(DECISIONS),
  reason: z.string(),
  risk: count(),
  signals: z.array(
    z.strictObject({
      category: z.enum(SIGNAL_CATEGORIES),
      id: z.optional(z.string()),
      severity: z.optional(z.enum(SIGNAL_SEVERITIES)),
      location: z.optional(z.string()),
      points: z.optional(z.number()),
      evidence: z.optional(z.string()),
    }),
  ),
  matchedPolicy: z.nullable(z.string()),
  trace: z.array(
    z.strictObject({
      policy: z.string(),
      considered: z.boolean(),
      matched: z.boolean(),
      because: z.string(),
    }),
  ),
});

/** The answer for one call, as data. */
export type VerdictReport = z.infer<typeof verdictReportSchema>;
