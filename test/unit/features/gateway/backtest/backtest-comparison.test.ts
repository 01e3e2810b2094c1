import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../../../../src/artifacts/audit-log/model.ts';
import { lackingFor } from '../../../../../src/features/gateway/backtest/backtest-comparison.ts';
import { compileRuleSet } from '../../../../../src/features/gateway/rules/rule-set.ts';
import { ruleSetOf } from '../../../../support/traffic.ts';

const at = Date.UTC(2026, 5, 1);
const ip = { ip: { anyOf: ['10.0.0.0/8'] } };
const rule = (name: string, action: string, more: object = {}) => ({
  name,
  toolPattern: '*',
  action,
  ...more,
});

/** What a record without attributes lacks for an answer that is certain. */
function lacking(rules: readonly object[], more: Partial<AuditRecord> = {}): readonly string[] {
  const ruleSet = compileRuleSet(ruleSetOf(rules));
  const record: AuditRecord = { tool: 't', at, decision: 'allow', ...more };
  return lackingFor(ruleSet)(record, ruleSet.decide(record));
}

describe('what a decision could turn on', () => {
  it('is the rule that decided itself, which may have done so only since the record lacks something', () => {
    const outside = { ip: { anyOf: ['10.0.0.0/8'], negate: true } };
    expect(lacking([rule('a', 'allow'), rule('d', 'deny', { context: outside })])).toEqual(['ip']);
    // the one of two that is credited
    expect(lacking([rule('a', 'allow', { context: outside })])).toEqual(['ip']);
  });

  it('is a stricter rule, and not one that is as strict or milder', () => {
    const decided = rule('decided', 'require_approval');
    expect(lacking([decided, rule('d', 'deny', { context: ip })])).toEqual(['ip']);
    expect(lacking([decided, rule('r', 'require_approval', { context: ip })])).toEqual([]);
    expect(lacking([decided, rule('a', 'allow', { context: ip })])).toEqual([]);
  });

  it('is no threshold where another rule decides', () => {
    const threshold = rule('risky', 'deny', { riskThreshold: 50 });
    expect(lacking([rule('a', 'allow'), threshold])).toEqual([]);
    expect(lacking([threshold])).toEqual(['risk']);
  });

  it('is a threshold in front of the one that denied, whatever it would have said', () => {
    const front = rule('front', 'deny', { riskThreshold: 90, context: ip, priority: 1 });
    const risky = rule('risky', 'deny', { riskThreshold: 50 });
    expect(lacking([front, risky], { risk: 60 })).toEqual(['ip']);
  });

  it('is, where none decided, a rule that says anything else than was decided', () => {
    expect(lacking([rule('a', 'allow', { context: ip })])).toEqual([]);
    expect(lacking([rule('r', 'require_approval', { context: ip })])).toEqual(['ip']);
    const denied = [rule('risky', 'deny', { riskThreshold: 50 }), rule('a', 'allow', { context: ip })];
    expect(lacking(denied, { risk: 60 })).toEqual(['ip']);
    const alike = [rule('risky', 'deny', { riskThreshold: 50 }), rule('d', 'deny', { context: ip })];
    expect(lacking(alike, { risk: 60 })).toEqual([]);
  });

  it('is nothing of another tool', () => {
    expect(lacking([rule('d', 'deny', { toolPattern: 'u', context: ip })])).toEqual([]);
  });
});
