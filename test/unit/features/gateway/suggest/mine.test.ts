import { describe, expect, it } from 'vitest';
import { answered, HOLD_ALL, mined } from '../../../../support/traffic.ts';

const denials = (rules: readonly object[], records: readonly object[]) =>
  mined(rules, records, { kind: 'always-denied' });

describe('rules that are suggested', () => {
  const off = { name: 'Deny t', toolPattern: 't', action: 'deny', enabled: false };

  it('are not those that are there already, whatever they are called and whichever comes first', () => {
    const there = { name: 'Mine', toolPattern: 't', action: 'allow', priority: 3 };
    const found = (rules: readonly object[]) =>
      mined(rules, answered('t', 'approved'), { kind: 'always-approved' }).length;
    expect(found([HOLD_ALL, there])).toBe(0);
    expect(found([HOLD_ALL, { ...there, enabled: false }])).toBe(1);
    expect(found([HOLD_ALL, { ...there, context: { agent: { labels: { anyOf: ['ci'] } } } }])).toBe(1);
    expect(found([HOLD_ALL, { ...there, signalCategory: 'pii' }])).toBe(1);
    expect(found([HOLD_ALL, { ...there, toolPattern: 'u' }])).toBe(1);
  });

  it('get another name where a rule has theirs', () => {
    const [found] = denials([HOLD_ALL, off], answered('t', 'denied'));
    expect(found?.rule.name).toBe(`Deny t (${found?.id})`);
    const both = [HOLD_ALL, off, { ...off, name: `Deny t (${found?.id})` }];
    expect(denials(both, answered('t', 'denied'))[0]?.rule.name).toBe(`Deny t (${found?.id}) 2`);
  });

  it('have a name each, whatever the order of the log', () => {
    const long = 'x'.repeat(150);
    const records = [...answered(`${long}a`, 'denied', 6), ...answered(`${long}b`, 'denied', 5)];
    const names = (log: readonly object[]) => denials([HOLD_ALL], log).map(({ id, rule }) => [id, rule.name]);
    const [[, first = ''] = [], [id, second] = []] = names(records);
    expect(second).toBe(`${first} (${id})`);
    expect(second?.length).toBeLessThanOrEqual(120);
    expect(names([...records].reverse())).toEqual(names(records));
  });

  it('come by kind, then the best supported first, a hundred at most', () => {
    const tools = Array.from({ length: 120 }, (_, n) => `tool${String(n).padStart(3, '0')}`);
    const records = tools.flatMap((tool, n) => answered(tool, n % 2 ? 'denied' : 'approved', 5 + (n % 7)));
    const found = mined([HOLD_ALL], records);
    expect(found).toHaveLength(100);
    expect(found.slice(0, 60).every(({ kind }) => kind === 'always-denied')).toBe(true);
    const supports = found.slice(0, 60).map(({ support }) => support);
    expect(supports).toEqual([...supports].sort((a, b) => b - a));
  });
});
