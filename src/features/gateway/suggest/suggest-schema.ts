import * as z from 'zod/mini';
import { described } from '../../../documents/described.ts';
import { suggestionSchema } from './suggestions-file.ts';

const count = () => z.int().check(z.minimum(0));

/** What a log may name too many of. */
export const CUTTABLE = ['tools', 'environments'] as const;

/** What `gateway suggest --format json` prints. Source: `POST /api/policy-suggestions/generate`. */
export const suggestReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/gateway-suggest/v1'),
  ruleSet: z.string(),
  auditLogs: z.array(z.string()),
  since: z.nullable(z.string()),
  until: z.nullable(z.string()),
  records: count(),
  outside: described(count(), 'records before `since`, or not before `until`'),
  unreadable: described(count(), 'lines that are no record'),
  minSupport: count(),
  cut: described(
    z.array(z.enum(CUTTABLE)),
    'of these the logs name more than are looked at; a pattern that could cover others is not suggested',
  ),
  state: described(z.string(), 'the file in which suggestions are kept'),
  suggestions: described(z.array(suggestionSchema), 'those that are open'),
  accepted: described(count(), 'found again, and not shown: accepted before'),
  dismissed: described(count(), 'found again, and not shown: dismissed before'),
});

export type SuggestReport = z.infer<typeof suggestReportSchema>;
