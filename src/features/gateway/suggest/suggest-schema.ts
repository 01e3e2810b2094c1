import * as z from 'zod/mini';
import { described } from '../../../documents/described.ts';
import { count } from '../../../documents/schema-parts.ts';
import { logShape } from '../backtest/log-shares-schema.ts';
import { suggestionSchema } from './suggestions-file.ts';

/** The subjects of which a log may name too many. */
export const CUTTABLE = ['tools', 'environments'] as const;

/**
 * The output of `gateway suggest --format json`. Spec (tool-call policies): "POST /api/policy-suggestions/generate".
 */
export const suggestReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/gateway-suggest/v1'),
  ruleSet: z.string(),
  auditLogs: z.array(z.string()),
  ...logShape,
  since: z.nullable(z.string()),
  until: z.nullable(z.string()),
  records: count(),
  outside: described(count(), 'records before `since`, or not before `until`'),
  unreadable: described(count(), 'lines that are not records'),
  minSupport: count(),
  cut: described(
    z.array(z.enum(CUTTABLE)),
    'subjects of which the logs name more than are counted; patterns that could cover the rest are not suggested',
  ),
  state: described(z.string(), 'the file in which suggestions are stored'),
  suggestions: described(z.array(suggestionSchema), 'the open suggestions'),
  accepted: described(count(), 'found again but not shown, because they were accepted before'),
  dismissed: described(count(), 'found again but not shown, because they were dismissed before'),
});

/** The report of `gateway suggest`. */
export type SuggestReport = z.infer<typeof suggestReportSchema>;
