import { describe, expect, it } from 'vitest';
import type { InputError } from '../../../../../src/errors.ts';
import { draftRules, warnOfRepeats } from '../../../../../src/features/gateway/backtest/backtest-draft.ts';
import { findRule, openRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-edit.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';

const rules = (...policies: readonly object[]) => parseRuleSet(JSON.stringify(policies, null, 1), 'p.json');
const a = { name: 'a', toolPattern: '*', action: 'deny', riskThreshold: 80 };
const b = { name: 'b', toolPattern: 'x', action: 'allow', context: { ip: { anyOf: ['::1'] } } };

describe('a draft', () => {
  it('that is a whole rule set changes what it says otherwise, and nothing else', () => {
    const current = rules(a, b);
    const { file, changes } = draftRules(current, rules({ ...b, priority: 1 }, a).rules);
    expect(changes).toEqual([{ policy: 'b', change: 'replaced' }]);
    expect(file.rules.map(({ name, priority }) => [name, priority])).toEqual([
      ['a', 100],
      ['b', 1],
    ]);
    expect(file.rules[0]).toBe(current.rules[0]);
  });

  it('that says what is there already changes nothing', () => {
    const current = rules(a, b);
    expect(draftRules(current, rules(b, a).rules)).toMatchObject({ file: current, changes: [] });
    expect(() => draftRules(current, rules(b).rules, ['b'])).toThrow(
      '`b` cannot be removed, because the draft replaces it',
    );
  });

  it('that is without a rule which is not there says so as the edit of a rule set does', () => {
    const text = JSON.stringify([a, b]);
    for (const name of ['c', 'elsewhere', 'x'.repeat(1000)]) {
      const messageOf = (act: () => unknown) => {
        try {
          act();
        } catch (error) {
          return (error as InputError).diagnostics;
        }
        return undefined;
      };
      const drafted = messageOf(() => draftRules(parseRuleSet(text, 'p.json'), [], [name]));
      expect(drafted).toEqual(messageOf(() => findRule(openRuleSet(text, 'p.json'), name)));
      expect(drafted).toHaveLength(1);
    }
  });

  it('that repeats rules may be meant for a whole rule set', () => {
    const current = rules(a, b);
    expect(warnOfRepeats(current, rules({ ...a, priority: 3 }))).toEqual([]);
    expect(warnOfRepeats(current, rules({ ...a, priority: 3 }, b))).toEqual([
      expect.objectContaining({
        message: '1 of 2 rules is already in p.json; a draft neither moves nor removes rules',
        help: expect.stringContaining('--after'),
      }),
    ]);
  });
});
