import type { RuleContext, RuleSetFile } from '../rules/model.ts';
import { inOrder } from '../rules/rule-set.ts';
import type { RuleList } from './rule-list-schema.ts';

/** Returns the rules of a file in the order of evaluation, including those that are switched off. */
export function listOf({ path, rules }: RuleSetFile): RuleList {
  return {
    schema_version: 'mcptest.dev/gateway-policies/v1',
    ruleSet: path,
    policies: inOrder(rules).map((rule) => ({
      name: rule.name,
      toolPattern: rule.toolPattern,
      action: rule.action,
      riskThreshold: rule.riskThreshold,
      signalCategory: rule.signalCategory,
      context: constraintsOf(rule.context),
      priority: rule.priority,
      enabled: rule.enabled,
      line: rule.line,
    })),
  };
}

/** Returns the keys of the constraints, such as `resource.environment` and `time`, in the order of the spec. */
function constraintsOf(context: RuleContext | null): string[] {
  const { ip, time, resource, agent, mlThreatClass } = context ?? {};
  return [
    ...(ip ? ['ip'] : []),
    ...(time ? ['time'] : []),
    ...(resource?.environment ? ['resource.environment'] : []),
    ...(resource?.type ? ['resource.type'] : []),
    ...(resource?.host ? ['resource.host'] : []),
    ...(agent?.labels ? ['agent.labels'] : []),
    ...(mlThreatClass ? ['mlThreatClass'] : []),
  ];
}
