import * as z from 'zod/mini';
import { RULE_SET_FINDING_CODES, RULE_SET_SEVERITY_NAMES } from './findings.ts';

const count = () => z.int().check(z.minimum(0));

/** What `gateway check --format json` prints. */
export const ruleSetCheckSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/gateway-check/v1'),
  ruleSet: z.string(),
  findings: z.array(
    z.strictObject({
      code: z.enum(RULE_SET_FINDING_CODES),
      severity: z.enum(RULE_SET_SEVERITY_NAMES),
      policy: z.string(),
      line: z.int().check(z.minimum(1)),
      message: z.string(),
      help: z.optional(z.string()),
    }),
  ),
  counts: z.strictObject({ error: count(), warning: count(), note: count() }),
});

/** The result of a lint, as data. */
export type RuleSetCheck = z.infer<typeof ruleSetCheckSchema>;
export type RuleSetFinding = RuleSetCheck['findings'][number];
