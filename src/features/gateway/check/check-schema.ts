import * as z from 'zod/mini';
import { ordinal } from '../../../documents/schema-parts.ts';
import { findingsShape } from '../../../findings/schema.ts';
import { RULE_SET_FINDINGS } from './findings.ts';

/** The output of `gateway check --format json`. */
export const ruleSetCheckSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/gateway-check/v1'),
  ruleSet: z.string(),
  ...findingsShape(RULE_SET_FINDINGS, { policy: z.string(), line: ordinal() }),
});

/** The result of a lint, as data. */
export type RuleSetCheck = z.infer<typeof ruleSetCheckSchema>;
