import * as z from 'zod/mini';
import { described } from '../../../documents/described.ts';
import { parseJson } from '../../../documents/json.ts';
import { validate } from '../../../documents/validate.ts';
import { backtestCountsSchema, count } from '../backtest/backtest-schema.ts';
import { RULE_SET_FORMS } from '../rule-file/rule-set-schema.ts';
import { SUGGESTION_KIND_NAMES } from './proposal.ts';

/** What a person has made of a suggestion. */
const SUGGESTION_STATUSES = ['open', 'accepted', 'dismissed'] as const;

/** One suggestion. */
export const suggestionSchema = z.strictObject({
  id: described(z.string().check(z.regex(/^[0-9a-f]{12}$/, '12 hexadecimal digits')), 'stays the same'),
  kind: z.enum(SUGGESTION_KIND_NAMES),
  status: z.enum(SUGGESTION_STATUSES),
  summary: z.string(),
  support: described(count(), 'how many records speak for it'),
  evidence: z.record(z.string(), count()),
  // it describes itself: a description here would also stand in the schema of rule sets
  rule: RULE_SET_FORMS.single,
  disables: described(
    z.array(RULE_SET_FORMS.single),
    'rules that are switched off when it is accepted, as they were when it was found',
  ),
  note: z.optional(z.string()),
  backtest: described(backtestCountsSchema, 'what it would have changed in the log it was found in'),
});

export type Suggestion = z.infer<typeof suggestionSchema>;

/** The file in which suggestions are kept, with what became of them. */
export const suggestionsFileSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/suggestions/v1'),
  ruleSet: described(z.string(), 'the rule set that they are for'),
  suggestions: z.array(suggestionSchema),
});

export type SuggestionsFile = z.infer<typeof suggestionsFileSchema>;

/** Reads the file in which suggestions are kept. @throws InputError */
export function parseSuggestions(text: string, path: string): SuggestionsFile {
  return validate(suggestionsFileSchema, parseJson(text, path));
}

/** The file beside a rule set in which suggestions for it are kept. */
export function defaultStatePath(ruleSet: string): string {
  return `${ruleSet}.suggestions.json`;
}
