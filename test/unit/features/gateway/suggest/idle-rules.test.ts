import { describe, expect, it } from 'vitest';
import { mined, record } from '../../../../support/traffic.ts';

const calls = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, hour) => record('t', { decision: 'allow', ...more }, hour));

const kinds = (rules: readonly object[], records: readonly object[]) =>
  mined(rules, records)
    .filter(({ rule }) => rule.enabled === false)
    .map(({ kind, disables }) => `${kind} ${disables}`);

const rule = (name: string, more: object = {}) => ({ name, toolPattern: 't', action: 'deny', ...more });

describe('rules that the log never needed', () => {
  it('need as many records as are asked for', () => {
    const never = rule('Never', { toolPattern: 'u' });
    expect(kinds([never], calls(5))).toEqual(['never-fires Never']);
    expect(kinds([never], calls(4))).toEqual([]);
  });

  it('are shadowed when they match often enough, and another always decides', () => {
    const pair = [rule('First'), rule('Second', { action: 'require_approval' })];
    expect(kinds(pair, calls(5))).toEqual(['shadowed Second']);
    const few = [...calls(4), record('u'), record('u')];
    expect(kinds(pair, few)).toEqual([]);
  });

  it('are not those that decided once', () => {
    const first = rule('First', { context: { agent: { labels: { anyOf: ['ci'] } } } });
    const second = rule('Second', { action: 'require_approval' });
    const ci = calls(9, { agent: { labels: ['ci'] } });
    expect(kinds([first, second], ci)).toEqual(['shadowed Second']);
    expect(kinds([first, second], [...ci, ...calls(1, { agent: { labels: [] } })])).toEqual([]);
  });

  it('are not those that may have matched: the record lacks what they look at', () => {
    const looking = rule('Looking', { context: { ip: { anyOf: ['10.0.0.0/8'] } } });
    expect(kinds([looking], calls(9, { ip: '::1' }))).toEqual(['never-fires Looking']);
    expect(kinds([looking], [...calls(9, { ip: '::1' }), ...calls(1)])).toEqual([]);
  });

  it('are not thresholds that are never reached: they keep those behind them from being asked', () => {
    const threshold = rule('Threshold', { riskThreshold: 80 });
    expect(kinds([threshold], calls(9, { risk: 1 }))).toEqual([]);
    expect(kinds([{ ...threshold, toolPattern: 'u' }], calls(9, { risk: 1 }))).toEqual([
      'never-fires Threshold',
    ]);
  });
});
