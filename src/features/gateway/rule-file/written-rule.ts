import type { Rule } from '../rules/model.ts';
import { contentOf } from '../rules/rule-content.ts';
import type { WrittenRule } from './rule-set-schema.ts';

/** A rule as it would be written in a rule set, all keys in it. */
export function writtenRule(rule: Rule): WrittenRule {
  return JSON.parse(contentOf(rule)) as WrittenRule;
}
