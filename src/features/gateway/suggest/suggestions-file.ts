import * as z from 'zod/mini';
import { described } from '../../../documents/described.ts';
import { parseJson } from '../../../documents/json.ts';
import { count } from '../../../documents/schema-parts.ts';
import { validate } from '../../../documents/validate.ts';
import { backtestCountsSchema } from '../backtest/backtest-schema.ts';
import { RULE_SET_FORMS } from '../rule-file/rule-set-schema.ts';
import { SUGGESTION_KIND_NAMES } from './proposal.ts';

/** The status that the user gave a suggestion. */
const SUGGESTION_STATUSES = ['open', 'accepted', 'dismissed'] as const;

/** One suggestion. */
export const suggestionSchema = z.strictObject({
  id: described(z.string().check(z.regex(/^[0-9a-f]{12}$/, '12 hexadecimal digits')), 'a stable identifier'),
  kind: z.enum(SUGGESTION_KIND_NAMES),
  status: z.enum(SUGGESTION_STATUSES),
  summary: z.string(),
  support: described(count(), 'how many records support it'),
  evidence: z.record(z.string(), count()),
  // no description here: it would also appear in the schema of rule sets
  rule: RULE_SET_FORMS.single,
  disables: described(
    z.array(RULE_SET_FORMS.single),
    'rules that are switched off on acceptance, as they were when the suggestion was found',
  ),
  note: z.optional(z.string()),
  backtest: described(backtestCountsSchema, 'what it would have changed in the log it was found in'),
});

/** A suggestion as the file stores it. */
export type Suggestion = z.infer<typeof suggestionSchema>;

/** The file that stores suggestions and their status. */
export const suggestionsFileSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/suggestions/v1'),
  ruleSet: described(z.string(), 'the rule set that the suggestions are for'),
  suggestions: z.array(suggestionSchema),
});

/** The content of such a file. */
export type SuggestionsFile = z.infer<typeof suggestionsFileSchema>;

/** Reads a suggestions file. @throws InputError */
export function parseSuggestions(text: string, path: string): SuggestionsFile {
  return validate(suggestionsFileSchema, parseJson(text, path));
}

/** Returns the default path of the suggestions file, next to its rule set. */
export function defaultStatePath(ruleSet: string): string {
  return `${ruleSet}.suggestions.json`;
}
