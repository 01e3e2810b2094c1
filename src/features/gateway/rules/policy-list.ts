import type { PolicyContext, RuleSetFile } from './model.ts';
import type { PolicyList } from './policy-list-schema.ts';
import { inOrder } from './rule-set.ts';

/** The rules of a file in the order in which they are evaluated, those that are switched off among them. */
export function listOf({ path, policies }: RuleSetFile): PolicyList {
  return {
    schema_version: 'mcptest.dev/gateway-policies/v1',
    ruleSet: path,
    policies: inOrder(policies).map((policy) => ({
      name: policy.name,
      toolPattern: policy.toolPattern,
      action: policy.action,
      riskThreshold: policy.riskThreshold,
      signalCategory: policy.signalCategory,
      context: constraintsOf(policy.context),
      priority: policy.priority,
      enabled: policy.enabled,
      line: policy.line,
    })),
  };
}

/** `resource.environment`, `time`: the keys of the constraints, in the order of the source text. */
function constraintsOf(context: PolicyContext | null): string[] {
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
