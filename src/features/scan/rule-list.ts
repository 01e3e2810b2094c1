import { present } from '../../values/own-property.ts';
import { falseAlarmsOf } from './false-alarms.ts';
import type { RuleList } from './rule-list-schema.ts';
import { RULE_IDS, ruleOf } from './rule-table.ts';

/** Lists all rules. */
export function toRuleList(): RuleList {
  return {
    schema_version: 'mcptest.dev/security-rules/v1',
    rules: RULE_IDS.map((id) => {
      const { severity, family, surface, title, why, fix } = ruleOf(id);
      return {
        id,
        severity,
        family,
        surface,
        title,
        why,
        fix,
        ...present({ false_alarms: falseAlarmsOf(id) }),
      };
    }),
  };
}
