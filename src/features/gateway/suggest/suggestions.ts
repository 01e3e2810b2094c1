import { InputError } from '../../../errors.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import { appendRules, findRule, openRuleSet, switchRule } from '../rule-file/rule-set-edit.ts';
import type { Rule } from '../rules/model.ts';
import { contentOf } from '../rules/rule-content.ts';
import { completed } from './proposal.ts';
import type { Suggestion, SuggestionsFile } from './suggestions-file.ts';

/** The suggestion of an identifier. @throws InputError with the nearest one, or the command that `lists` them */
export function findSuggestion(
  { suggestions }: SuggestionsFile,
  id: string,
  path: string,
  lists: string,
): Suggestion {
  const found = suggestions.find((suggestion) => suggestion.id === id);
  if (found) return found;
  const ids = suggestions.map((suggestion) => suggestion.id);
  const near = nearest(id, ids);
  throw new InputError({
    file: path,
    message: `there is no suggestion \`${clip(id)}\``,
    help: near ? `did you mean \`${near}\`?` : `${lists} shows them`,
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
 * @param again the command that looks for suggestions
 * @throws InputError when a rule that is to be switched off is gone or has changed, or another rule has taken the name
 */
export function acceptInto(
  text: string,
  path: string,
  { rule, disables }: Suggestion,
  again: string,
): string {
  let result = text;
  const isSwitchedOff = rule.enabled === false;
  if (!isSwitchedOff && !isThere(openRuleSet(result, path).file.rules, rule)) {
    result = appendRules(openRuleSet(result, path), [rule]);
  }
  for (const found of disables) {
    const ruleSet = openRuleSet(result, path);
    const current = findRule(ruleSet, found.name);
    refuseChanged(current, found, path, again);
    if (current.enabled) result = switchRule(ruleSet, current, false);
  }
  return result;
}

/** Whether a rule is in the rule set as it was suggested, whatever its place. */
function isThere(rules: readonly Rule[], rule: Suggestion['rule']): boolean {
  const sameName = rules.find(({ name }) => name === rule.name);
  return sameName !== undefined && contentOf(sameName) === contentOf(completed(rule));
}

/** The log spoke against a rule as it was; what it has become since, it does not know. That it is off already is no matter. */
function refuseChanged(rule: Rule, found: Suggestion['rule'], file: string, again: string): void {
  const was = completed(found);
  if (contentOf({ ...rule, enabled: was.enabled }) === contentOf(was)) return;
  throw new InputError({
    file,
    position: { line: rule.line, column: 1 },
    message: `rule \`${clip(rule.name)}\` has changed since it was suggested to switch it off`,
    help: `look again: ${again}`,
  });
}
