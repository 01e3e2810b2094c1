import type { Rule } from './model.ts';
import type { WrittenRule } from './rule-set-schema.ts';

/** All that a rule says, wherever it stands: two rules of one content are the same one. */
export function contentOf({ line: _, ...rule }: Rule): string {
  return JSON.stringify(rule);
}

/** What a rule does, under whatever name and priority. */
export function deedOf({ line: _, name: __, priority: ___, ...rule }: Rule): string {
  return JSON.stringify(rule);
}

/** A rule as it would be written in a rule set, all keys in it. */
export function writtenRule(rule: Rule): WrittenRule {
  return JSON.parse(contentOf(rule)) as WrittenRule;
}
