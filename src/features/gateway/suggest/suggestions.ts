import { InputError } from '../../../errors.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import { appendRules, findRule, openRuleSet, switchRule } from '../rule-file/rule-set-edit.ts';
import type { Rule } from '../rules/model.ts';
import { contentOf } from '../rules/rule-content.ts';
import { completed } from './proposal.ts';
import type { Suggestion, SuggestionsFile } from './suggestions-file.ts';

/**
 * Returns the suggestion with an identifier. @throws InputError with the nearest one, or the command that `lists` them
 */
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
    message: `no suggestion has the identifier \`${clip(id)}\``,
    help: near ? `did you mean \`${near}\`?` : `run \`${lists}\` to see them`,
  });
}

/** Returns the file with a new status for one suggestion. */
export function withStatus(file: SuggestionsFile, id: string, status: Suggestion['status']): SuggestionsFile {
  return {
    ...file,
    suggestions: file.suggestions.map((each) => (each.id === id ? { ...each, status } : each)),
  };
}

/**
 * Returns the text of a rule set with a suggestion applied. Parts that are already applied do not change, so an
 * interrupted accept can be run again.
 * @param again the command that looks for suggestions
 * @throws InputError when a rule to switch off is gone or has changed, or another rule has the name
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

/** Whether the rule set contains the rule as suggested, in any place. */
function isThere(rules: readonly Rule[], rule: Suggestion['rule']): boolean {
  const sameName = rules.find(({ name }) => name === rule.name);
  return sameName !== undefined && contentOf(sameName) === contentOf(completed(rule));
}

/**
 * Rejects a rule that has changed since the suggestion was found, because the evidence was about its earlier form. A
 * rule that is already off is accepted.
 */
function refuseChanged(rule: Rule, found: Suggestion['rule'], file: string, again: string): void {
  const was = completed(found);
  if (contentOf({ ...rule, enabled: was.enabled }) === contentOf(was)) return;
  throw new InputError({
    file,
    position: { line: rule.line, column: 1 },
    message: `rule \`${clip(rule.name)}\` has changed since the suggestion to switch it off`,
    help: `look for suggestions again: ${again}`,
  });
}
