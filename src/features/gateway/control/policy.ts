import type { EditableRuleSet } from '../rule-file/rule-set-edit.ts';
import type { WrittenRule } from '../rule-file/rule-set-schema.ts';
import { writtenRule } from '../rule-file/written-rule.ts';
import type { Rule } from '../rules/model.ts';
import { inOrder } from '../rules/rule-set.ts';
import type { Policy } from './api-schema.ts';

/** Returns the policies of a rule set in the order of evaluation. */
export function policiesOf(ruleSet: EditableRuleSet): Policy[] {
  return inOrder(ruleSet.file.rules).map((rule) => policyOf(ruleSet, rule));
}

/** Returns a policy with all its defaults, and with what its file says about it for people and programs. */
export function policyOf({ file, written }: EditableRuleSet, rule: Rule): Policy {
  const { id, description, createdAt } = written[file.rules.indexOf(rule)] as WrittenRule;
  return {
    ...(id !== undefined && { id }),
    ...(writtenRule(rule) as Policy),
    ...(description !== undefined && { description }),
    ...(createdAt !== undefined && { createdAt }),
  };
}

/**
 * Returns the rules with a key: the `id`, or the name of a rule that has none. Several may have the same `id`.
 * Spec (enforcement): "Settled".
 */
export function rulesWithKey({ file, written }: EditableRuleSet, key: string): readonly Rule[] {
  const withId = file.rules.filter((_, index) => written[index]?.id === key);
  if (withId.length > 0) return withId;
  return file.rules.filter(({ name }, index) => name === key && written[index]?.id === undefined);
}

/** Returns the key of a policy. */
export function keyOf({ id, name }: Pick<Policy, 'id' | 'name'>): string {
  return id ?? name;
}
