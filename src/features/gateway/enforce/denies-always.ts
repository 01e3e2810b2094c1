import type { InspectedCall } from '../decide/explain.ts';
import type { CompiledRule } from '../rules/compiled-rule.ts';
import type { AttributeName } from '../rules/constraints.ts';
import type { RuleSet } from '../rules/rule-set.ts';

/**
 * Whether a tool is denied whatever a call of it says, and whenever it is called. Doubt means no: a tool that is shown is
 * still decided when it is called. Spec (enforcement): "Proxy".
 * @param call a call of the tool without arguments, with what is known of all its calls
 */
export function deniesAlways({ file, rules, attributes }: RuleSet, call: InspectedCall): boolean {
  const matching = rules.filter((rule) => rule.matchesName(call) !== undefined);
  const { enforced, server } = call;
  const isUnknown = enforced?.unknownServer === 'deny' && !attributes.isRegistered(server);
  if (isUnknown && matching.some(({ looksAtServer }) => looksAtServer)) return true;
  if (matching.some((rule) => rule.rule.action === 'deny' && holdsAlways(rule, call))) return true;
  // a threshold denies, too, so only other rules can let a call through
  return (
    file.default === 'deny' && !matching.some((rule) => rule.rule.action !== 'deny' && mayHold(rule, call))
  );
}

/** What the next call, or a later time, may change. */
const CHANGING: readonly AttributeName[] = ['time', 'ip', 'agent.mlThreatClass'];

/** What is found in the name alone is found in every call. */
function holdsAlways({ rule, constraints, isFlagged }: CompiledRule, call: InspectedCall): boolean {
  return (
    rule.riskThreshold === null &&
    isFlagged(call) &&
    constraints.every(({ attribute, holds }) => !CHANGING.includes(attribute) && holds(call))
  );
}

function mayHold({ rule, constraints }: CompiledRule, call: InspectedCall): boolean {
  return (
    rule.riskThreshold === null &&
    constraints.every(({ attribute, holds }) => CHANGING.includes(attribute) || holds(call))
  );
}
