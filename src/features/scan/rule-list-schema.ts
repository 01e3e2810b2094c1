import * as z from 'zod/mini';
import { SCAN_SEVERITIES } from '../../artifacts/security/model.ts';
import { count } from '../../documents/schema-parts.ts';

/** The output of `security --rules --format json`. */
export const ruleListSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/security-rules/v1'),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      severity: z.enum(SCAN_SEVERITIES),
      family: z.string(),
      surface: z.string(),
      title: z.string(),
      why: z.string(),
      fix: z.string(),
      false_alarms: z.optional(z.strictObject({ found: count(), of: count() })),
    }),
  ),
});

/** The rules, as data. */
export type RuleList = z.infer<typeof ruleListSchema>;
