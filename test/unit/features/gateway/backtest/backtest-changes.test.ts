import { describe, expect, it } from 'vitest';
import { compareRules } from '../../../../../src/features/gateway/backtest/backtest-changes.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';

const rule = (name: string, more: object = {}) => ({ name, toolPattern: '*', action: 'deny', ...more });

const file = (rules: readonly object[], more: object = {}) =>
  parseRuleSet(JSON.stringify({ version: '1', policies: rules, ...more }, null, 1), 'rules.json');

/** What differs, each as `change name`, and the rules that can decide otherwise. */
function compared(before: readonly object[], after: readonly object[], more: [object?, object?] = []) {
  const { changes, settings, suspects } = compareRules(file(before, more[0]), file(after, more[1]));
  return {
    changes: changes.map(({ policy, change }) => `${change} ${policy}`),
    settings,
    suspects: [...suspects].sort(),
  };
}

const [a, b, c] = [rule('a'), rule('b'), rule('c')];
const [low, high] = [rule('low', { riskThreshold: 20 }), rule('high', { riskThreshold: 80 })];

describe('two whole rule sets', () => {
  it('that are the same do not differ, wherever the lines stand', () => {
    expect(compared([a, b], [a, b])).toEqual({ changes: [], settings: [], suspects: [] });
  });

  it('differ by rules that are gone, new, renamed or edited', () => {
    expect(compared([a, b, c], [rule('d'), a, { ...c, action: 'allow' }])).toEqual({
      changes: ['removed b', 'replaced c', 'added d'],
      settings: [],
      suspects: ['b', 'c', 'd'],
    });
  });

  it('differ by the order of equal priority, told of as few rules as can be', () => {
    expect(compared([a, b, c], [c, a, b])).toEqual({ changes: ['moved c'], settings: [], suspects: [] });
    expect(compared([a, b, c], [c, b, a]).changes).toHaveLength(2);
  });

  it('may decide otherwise by the order of thresholds alone', () => {
    expect(compared([a, low, high], [high, a, low]).suspects).toHaveLength(1);
    expect(compared([a, low, high], [low, high, a])).toMatchObject({ changes: ['moved a'], suspects: [] });
  });

  it('do not differ by the place of what is asked at another time anyway, or never', () => {
    const early = rule('early', { priority: 1, riskThreshold: 5 });
    expect(compared([low, early], [early, low]).changes).toEqual([]);
    const off = rule('off', { enabled: false });
    expect(compared([a, off], [off, a]).changes).toEqual([]);
  });

  it('differ by their servers: every rule that looks at a resource is in question', () => {
    const looking = rule('looking', { context: { resource: { environment: { anyOf: ['production'] } } } });
    const servers = [{ name: 'db', environment: 'production' }, { name: 'web' }];
    expect(compared([a, looking], [a, looking], [{ servers }, {}])).toEqual({
      changes: [],
      settings: ['servers'],
      suspects: ['looking'],
    });
    const reordered = { servers: [...servers].reverse() };
    expect(compared([looking], [looking], [{ servers }, reordered]).settings).toEqual([]);
  });

  it('differ by what is inspected, whatever the order', () => {
    const inspection = { disabled: ['pii.email', 'pii.phone'] };
    expect(compared([a], [a], [{}, { inspection }]).settings).toEqual(['inspection']);
    const reversed = { inspection: { disabled: ['pii.phone', 'pii.email'] } };
    expect(compared([a], [a], [{ inspection }, reversed]).settings).toEqual([]);
  });
});
