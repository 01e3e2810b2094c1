import { describe, expect, it } from 'vitest';
import { draftRules } from '../../../src/gateway/backtest-draft.ts';
import { parseRuleSet } from '../../../src/gateway/rule-set-file.ts';

const rules = (...policies: readonly object[]) => parseRuleSet(JSON.stringify(policies, null, 1), 'p.json');
const a = { name: 'a', toolPattern: '*', action: 'deny', riskThreshold: 80 };
const b = { name: 'b', toolPattern: 'x', action: 'allow', context: { ip: { anyOf: ['::1'] } } };

describe('a draft', () => {
  it('that is a whole rule set changes what it says otherwise, and nothing else', () => {
    const current = rules(a, b);
    const { file, changes } = draftRules(current, rules({ ...b, priority: 1 }, a));
    expect(changes).toEqual([{ policy: 'b', change: 'replaced' }]);
    expect(file.policies.map(({ name, priority }) => [name, priority])).toEqual([
      ['a', 100],
      ['b', 1],
    ]);
    expect(file.policies[0]).toBe(current.policies[0]);
  });

  it('that says what is there already changes nothing', () => {
    const current = rules(a, b);
    expect(draftRules(current, rules(b, a))).toEqual({ file: current, changes: [] });
    expect(() => draftRules(current, rules(b), ['b'])).toThrow('the draft replaces `b`');
  });
});
