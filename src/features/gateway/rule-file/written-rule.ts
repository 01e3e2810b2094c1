import type { Rule } from '../rules/model.ts';
import { contentOf } from '../rules/rule-content.ts';
import type { WrittenRule } from './rule-set-schema.ts';

/** Returns a rule as written in a rule set, with all its keys. */
export function writtenRule(rule: Rule): WrittenRule {
  return JSON.parse(contentOf(rule)) as WrittenRule;
}
