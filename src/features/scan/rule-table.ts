import { CONFIG_RULES } from './config/config-rules.ts';
import type { ScanRule } from './core/rule.ts';
import { PIN_RULES } from './pins/pin-rules.ts';
import { DECODED_RULES } from './rules/decoded.ts';
import { HIDDEN_RULES } from './rules/hidden.ts';
import { HINT_RULES } from './rules/hints.ts';
import { INSTRUCTION_RULES } from './rules/instruction-table.ts';
import { PARAMETER_RULES } from './rules/parameters.ts';
import { SECRET_RULES } from './rules/secrets.ts';
import { SHADOWING_RULES } from './rules/shadowing.ts';
import { SOFT_RULES } from './rules/soft.ts';

/**
 * Every rule. To add one, add a row to the table of its family and the check next to it: reports, `--rules` and
 * `docs/security-rules.md` follow.
 */
export const RULES = {
  ...HIDDEN_RULES,
  ...DECODED_RULES,
  ...INSTRUCTION_RULES,
  ...PARAMETER_RULES,
  ...SHADOWING_RULES,
  ...SECRET_RULES,
  ...HINT_RULES,
  ...PIN_RULES,
  ...CONFIG_RULES,
  ...SOFT_RULES,
} as const satisfies Readonly<Record<string, ScanRule>>;

/** The identifier of a rule. */
export type RuleId = keyof typeof RULES;

/** The identifiers of all rules, in the order of the table. */
export const RULE_IDS = Object.keys(RULES) as readonly RuleId[];

/** Returns the row of a rule. */
export function ruleOf(id: string): ScanRule {
  return RULES[id as RuleId];
}

/** Whether a text is the identifier of a rule. */
export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(RULES, text);
}
