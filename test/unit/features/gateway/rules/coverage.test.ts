import { describe, expect, it } from 'vitest';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';
import { covers, coversPattern } from '../../../../../src/features/gateway/rules/coverage.ts';

describe('a pattern', () => {
  it.each([
    ['*', 'a'],
    ['*', '*'],
    ['*', '**'],
    ['*', 'aws.*'],
    ['a*', 'a*b*'],
    ['*.b', '*a.b'],
    ['a*c', 'a*b*c'],
    ['**', 'ab'],
    ['a', 'a'],
    ['*a*', '*ba*'],
    ['\ue000*', '\ue000\ue001*'],
  ])('`%s` covers `%s`', (cover, pattern) => {
    expect(coversPattern(cover, pattern)).toBe(true);
  });

  it.each([
    ['**', '*'],
    ['a', '*'],
    ['a*', 'a'],
    ['a*', '*'],
    ['a*b', 'a*'],
    ['*.b', '*'],
    ['a.*', 'A.*'],
    ['\ue000', '*'],
    ['*\ue000*', '***'],
  ])('`%s` does not cover `%s`', (cover, pattern) => {
    expect(coversPattern(cover, pattern)).toBe(false);
  });
});

describe('a rule', () => {
  const ruleOf = (parts: object) => {
    const written = { name: 'p', toolPattern: 'a.*', action: 'deny', ...parts };
    const [rule] = parseRuleSet(JSON.stringify(written), 'p.json').rules;
    if (!rule) throw new Error('there is a rule');
    return rule;
  };
  const time = (parts: object) => ({
    context: { time: { windows: [{ start: '09:00', end: '10:00' }], ...parts } },
  });
  const environment = (anyOf: string[], negate = false) => ({
    context: { resource: { environment: { anyOf, negate } } },
  });

  it.each([
    ['without conditions covers any', {}, environment(['x'])],
    ['without conditions covers one on a signal', {}, { signalCategory: 'pii' }],
    ['with the same signal', { signalCategory: 'pii' }, { signalCategory: 'pii' }],
    ['with more values', environment(['x', 'y']), environment(['y'])],
    ['with fewer values, negated', environment(['x'], true), environment(['x', 'y'], true)],
    ['with the same time', time({ tz: 'UTC' }), time({})],
    [
      'with fewer constraints',
      environment(['x']),
      { context: { ...environment(['x']).context, ip: { anyOf: ['10.0.0.1'] } } },
    ],
    [
      'with a part of the same constraint',
      environment(['x']),
      { context: { resource: { environment: { anyOf: ['x'] }, type: { anyOf: ['other'] } } } },
    ],
  ])('%s', (_, cover, rule) => {
    expect(covers(ruleOf(cover), ruleOf(rule))).toBe(true);
  });

  it.each([
    ['on a signal', { signalCategory: 'pii' }, {}],
    ['on another signal', { signalCategory: 'pii' }, { signalCategory: 'secret' }],
    ['with fewer values', environment(['x']), environment(['x', 'y'])],
    ['with more values, negated', environment(['x', 'y'], true), environment(['x'], true)],
    ['negated, where the other is not', environment(['x'], true), environment(['y'])],
    ['with another time zone', time({ tz: 'Europe/Paris' }), time({})],
    ['with a constraint that the other has not', environment(['x']), { context: { ip: { anyOf: ['::1'] } } }],
    [
      'with a constraint on another attribute',
      { context: { agent: { labels: { anyOf: ['x'] } } } },
      environment(['x']),
    ],
    ['of other tools', { toolPattern: 'b.*' }, {}],
  ])('%s does not', (_, cover, rule) => {
    expect(covers(ruleOf(cover), ruleOf(rule))).toBe(false);
  });
});
