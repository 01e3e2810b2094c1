import { clip } from '../clip.ts';
import { InputError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import type { Policy } from './model.ts';
import { appendPolicies, findPolicy, openRuleSet, switchPolicy } from './rule-set-edit.ts';
import { parseRuleSet } from './rule-set-file.ts';
import type { Suggestion, SuggestionsFile } from './suggestions-file.ts';

/** The file beside a rule set in which suggestions for it are kept. */
export function defaultStatePath(policies: string): string {
  return `${policies}.suggestions.json`;
}

/** The suggestion of an identifier. @throws InputError with the nearest one */
export function findSuggestion({ suggestions }: SuggestionsFile, id: string, path: string): Suggestion {
  const found = suggestions.find((suggestion) => suggestion.id === id);
  if (found) return found;
  const ids = suggestions.map((suggestion) => suggestion.id);
  const near = nearest(id, ids);
  throw new InputError({
    file: path,
    message: `there is no suggestion \`${clip(id)}\``,
    help: near ? `did you mean \`${near}\`?` : 'mcptest gateway suggestions list shows them',
  });
}

/** The file with another status of one suggestion. */
export function withStatus(file: SuggestionsFile, id: string, status: Suggestion['status']): SuggestionsFile {
  return {
    ...file,
    suggestions: file.suggestions.map((each) => (each.id === id ? { ...each, status } : each)),
  };
}

/**
 * The text of a rule set with a suggestion in it. What is there already stays as it is, so that a second time changes
 * nothing: an accept that was interrupted can be given again.
 * @throws InputError when a rule that is to be switched off is gone, or another rule has taken the name
 */
export function acceptInto(text: string, path: string, { rule, disables }: Suggestion): string {
  let result = text;
  const isSwitchedOff = rule.enabled === false;
  if (!isSwitchedOff && !isThere(openRuleSet(result, path).file.policies, rule)) {
    result = appendPolicies(openRuleSet(result, path), [rule]);
  }
  for (const name of disables) {
    const ruleSet = openRuleSet(result, path);
    const policy = findPolicy(ruleSet, name);
    if (policy.enabled) result = switchPolicy(ruleSet, policy, false);
  }
  return result;
}

/** Whether a rule is in the rule set as it was suggested, whatever its place. */
function isThere(policies: readonly Policy[], rule: Suggestion['rule']): boolean {
  const [suggested] = parseRuleSet(JSON.stringify(rule), '').policies;
  const sameName = policies.find(({ name }) => name === rule.name);
  return sameName !== undefined && suggested !== undefined && content(sameName) === content(suggested);
}

function content({ line: _, ...policy }: Policy): string {
  return JSON.stringify(policy);
}
