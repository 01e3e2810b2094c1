import * as z from 'zod/mini';
import { DECISIONS, SIGNAL_CATEGORIES } from '../../../artifacts/audit-log/model.ts';
import { described } from '../../../documents/described.ts';
import { ordinal } from '../../../documents/schema-parts.ts';

const entrySchema = z.strictObject({
  name: z.string(),
  toolPattern: z.string(),
  action: z.enum(DECISIONS),
  riskThreshold: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
  signalCategory: z.nullable(z.enum(SIGNAL_CATEGORIES)),
  context: described(
    z.array(z.string()),
    'the attributes that the rule looks at, such as resource.environment',
  ),
  priority: z.int(),
  enabled: z.boolean(),
  line: ordinal(),
});

/** The output of `gateway policies list --format json`: the rules in the order of evaluation. */
export const ruleListSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/gateway-policies/v1'),
  ruleSet: z.string(),
  policies: z.array(entrySchema),
});

/** The rules of a rule set, as data. */
export type RuleList = z.infer<typeof ruleListSchema>;
