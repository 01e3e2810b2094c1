import type { TimedCall } from '../../src/features/gateway/rules/attributes.ts';
import type { RegisteredServer, Rule, RuleSetFile } from '../../src/features/gateway/rules/model.ts';
import { compileRuleSet, type RuleSet } from '../../src/features/gateway/rules/rule-set.ts';

/** A rule that allows everything, with some fields changed. */
export function ruleOf(fields: Partial<Rule>): Rule {
  return {
    name: 'rule',
    toolPattern: '*',
    action: 'allow',
    riskThreshold: null,
    signalCategory: null,
    context: null,
    priority: 100,
    enabled: true,
    line: 1,
    ...fields,
  };
}

/** A rule set file with these rules, named by their index (`r0`, `r1`) unless they have a name. */
function ruleSetFileOf(
  rules: readonly Partial<Rule>[],
  servers: readonly RegisteredServer[] = [],
): RuleSetFile {
  return {
    path: 'policies.yml',
    rules: rules.map((fields, index) => ruleOf({ name: `r${index}`, line: index + 1, ...fields })),
    servers,
    agents: [],
    inspection: { disabled: [] },
  };
}

export function ruleSetOf(
  rules: readonly Partial<Rule>[],
  servers: readonly RegisteredServer[] = [],
): RuleSet {
  return compileRuleSet(ruleSetFileOf(rules, servers));
}

/** A Monday noon in summer, UTC. */
export const MONDAY_NOON = Date.UTC(2026, 5, 1, 12);

/** A call of `tool` on {@link MONDAY_NOON}, with some fields changed. */
export function callOf(fields: Partial<TimedCall> = {}): TimedCall {
  return { tool: 'tool', at: MONDAY_NOON, ...fields };
}
