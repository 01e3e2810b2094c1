import * as z from 'zod/mini';
import { DECISIONS, SIGNAL_CATEGORIES, SIGNAL_SEVERITIES } from '../../../artifacts/audit-log/model.ts';
import { described } from '../../../documents/described.ts';

const signalSchema = z.strictObject({
  id: described(z.optional(z.string()), 'the detector: secret.aws_access_key'),
  category: z.enum(SIGNAL_CATEGORIES),
  severity: z.optional(z.enum(SIGNAL_SEVERITIES)),
  location: described(z.optional(z.string()), 'the place in the call: arguments.env.KEY'),
  points: described(z.optional(z.number()), 'the points that this signal alone adds to the risk'),
  evidence: described(z.optional(z.string()), 'the text that was found, masked'),
});

const traceEntrySchema = z.strictObject({
  policy: z.string(),
  considered: described(z.boolean(), 'false for a rule that is switched off'),
  matched: described(z.boolean(), 'whether pattern, context and signal category matched'),
  because: z.string(),
});

/**
 * The output of `gateway simulate --format json` for one call. Spec (tool-call policies): "POST
 * /api/policies/simulate".
 */
export const gatewayVerdictSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/gateway-verdict/v1'),
  decision: z.enum(DECISIONS),
  expected: described(z.optional(z.enum(DECISIONS)), 'the value of `expect` in the call'),
  reason: z.string(),
  risk: z.int().check(z.minimum(0), z.maximum(100)),
  signals: z.array(signalSchema),
  matchedPolicy: described(z.nullable(z.string()), 'the rule that is credited; null when no rule decided'),
  trace: z.array(traceEntrySchema),
});

/** The verdict on one call, as data. */
export type GatewayVerdict = z.infer<typeof gatewayVerdictSchema>;
