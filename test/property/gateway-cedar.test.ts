import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Rule } from '../../src/features/gateway/rules/model.ts';
import { compileRuleSet } from '../../src/features/gateway/rules/rule-set.ts';
import { cedarOf } from '../support/cedar.ts';
import { calls, rules, servers } from '../support/gateway-arbitraries.ts';

const RULE_SETS = 200;
const CALLS = 100;

/** Rules that Cedar can express: no signals, no thresholds, one star. */
const plain = (rules: readonly Rule[]) =>
  rules
    .filter(({ toolPattern }) => toolPattern.split('*').length <= 2)
    .map((rule) => ({ ...rule, signalCategory: null, riskThreshold: null }));

it('decides as Cedar does', () => {
  const seed = 20260601;
  const [registry = []] = fc.sample(servers, { seed, numRuns: 1 });
  const ruleSets = fc.sample(rules, { seed, numRuns: RULE_SETS }).map(plain);
  const asked = fc.sample(calls, { seed, numRuns: RULE_SETS * CALLS });
  const decisions = { deny: 0, require_approval: 0, allow: 0 };
  for (const [index, rules] of ruleSets.entries()) {
    const ruleSet = compileRuleSet({
      path: 'p.yml',
      rules: rules,
      servers: registry,
      agents: [],
      inspection: { disabled: [] },
    });
    const ask = cedarOf(rules, registry);
    for (const call of asked.slice(index * CALLS, (index + 1) * CALLS)) {
      const { decision, rule } = ruleSet.decide(call);
      const cedar = ask(call);
      decisions[decision]++;
      if (decision !== cedar.decision)
        expect({ rules, call, decision }).toEqual({ rules, call, decision: cedar.decision });
      // if several rules give this answer, the first by priority and place is credited
      const first = ruleSet.rules.find((compiled) => cedar.policies.includes(compiled.rule.name));
      if (decision !== 'allow') expect(rule?.name).toBe(first?.rule.name);
    }
  }
  // the generated calls reach every decision often enough
  for (const count of Object.values(decisions)) expect(count).toBeGreaterThan(RULE_SETS * 5);
});
