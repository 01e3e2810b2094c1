import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CoverIndex } from '../../../../../src/features/gateway/rules/cover-index.ts';
import { coversPattern } from '../../../../../src/features/gateway/rules/coverage.ts';
import type { Rule } from '../../../../../src/features/gateway/rules/model.ts';

const rulesOf = (patterns: readonly string[]) => patterns.map((toolPattern) => ({ toolPattern }) as Rule);

it('finds the rule that asking all in order finds', () => {
  const pattern = fc.stringMatching(/^[ab*]{1,4}$/);
  fc.assert(
    fc.property(fc.array(pattern), pattern, (patterns, wanted) => {
      const rules = rulesOf(patterns);
      const accepts = (rule: Rule) => coversPattern(rule.toolPattern, wanted);
      expect(new CoverIndex(rules).find(wanted, accepts)).toBe(rules.find(accepts));
    }),
  );
});

it('passes the place of each rule', () => {
  const rules = rulesOf(['a', '*', 'a*', 'a']);
  const places: number[] = [];
  new CoverIndex(rules).find('a', (_, place) => places.push(place) < 0);
  expect(places.sort()).toEqual([0, 1, 2, 3]);
});

it('asks few rules of many', () => {
  const rules = rulesOf(Array.from({ length: 5000 }, (_, i) => `tool${i}.*`));
  const index = new CoverIndex(rules);
  let asked = 0;
  for (const { toolPattern } of rules) index.find(toolPattern, () => ++asked < 0);
  expect(asked).toBeLessThan(20_000);
});
