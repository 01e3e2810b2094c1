import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintRuleSet } from '../../src/features/gateway/check/lint.ts';
import { parseRuleSet } from '../../src/features/gateway/rule-file/rule-set-file.ts';
import { coversPattern } from '../../src/features/gateway/rules/coverage.ts';
import { compileRuleSet } from '../../src/features/gateway/rules/rule-set.ts';
import { compileToolGlob } from '../../src/features/gateway/rules/tool-glob.ts';

const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 5 });
/** Every name of up to six characters. One of the characters occurs in no pattern. */
const names = Array.from({ length: 6 }, (_, index) => index + 1).flatMap((length) =>
  Array.from({ length: 3 ** length }, (_, number) => {
    const digits = number.toString(3).padStart(length, '0');
    return digits.replace(/\d/g, (digit) => 'abc'.charAt(Number(digit)));
  }),
);

describe('one pattern covers another', () => {
  it('exactly when it matches every name that the other matches', () => {
    fc.assert(
      fc.property(patterns, patterns, (cover, pattern) => {
        const [outer, inner] = [compileToolGlob(cover), compileToolGlob(pattern)];
        const isCovered = names.every((name) => !inner.matches(name) || outer.matches(name));
        expect(coversPattern(cover, pattern)).toBe(isCovered);
      }),
      { numRuns: 150 },
    );
  });
});

const environments = ['production', 'staging', undefined] as const;
const anyOf = (values: fc.Arbitrary<string>) =>
  fc.record({ anyOf: fc.uniqueArray(values, { minLength: 1, maxLength: 2 }), negate: fc.boolean() });
const context = fc.oneof(
  fc.constant(null),
  fc.record({ resource: fc.record({ environment: anyOf(fc.constantFrom('production', 'staging')) }) }),
  fc.record({ agent: fc.record({ labels: anyOf(fc.constantFrom('ci', 'CI', 'dev')) }) }),
  fc.record({
    ip: anyOf(fc.constantFrom('10.0.0.0/8', '10.1.0.0/16')),
    resource: fc.record({ environment: anyOf(fc.constantFrom('production')) }),
  }),
  fc.record({
    time: fc.record({
      windows: fc.constantFrom([{ start: '00:00', end: '24:00' }], [{ start: '09:00', end: '18:00' }]),
      negate: fc.boolean(),
    }),
  }),
);
const rule = fc.record({
  toolPattern: fc.constantFrom('*', 'a*', 'ab', 'a*b', 'b*'),
  action: fc.constantFrom('allow', 'deny', 'require_approval'),
  riskThreshold: fc.constantFrom(null, null, 20, 70),
  signalCategory: fc.constantFrom(null, null, 'secret', 'pii'),
  context,
  priority: fc.constantFrom(1, 2),
  enabled: fc.constantFrom(true, true, true, false),
});
const call = fc.record({
  tool: fc.constantFrom('ab', 'aab', 'ba', 'abc', 'c'),
  at: fc.constantFrom(Date.UTC(2026, 0, 5, 12), Date.UTC(2026, 0, 5, 20)),
  risk: fc.constantFrom(0, 50, 90),
  signals: fc.constantFrom([], [{ category: 'secret' as const }], [{ category: 'pii' as const }]),
  environment: fc.constantFrom(...environments),
  labels: fc.constantFrom(undefined, [], ['ci'], ['dev', 'x']),
  ip: fc.constantFrom(undefined, '10.1.2.3', '10.2.2.3', 'fe80::1'),
});

/** Findings that say that a rule makes no difference to a verdict. */
const WITHOUT_EFFECT = [
  'never-open',
  'shadowed-rule',
  'unreachable-threshold',
  'allow-by-default',
  'switched-off',
];

describe('a rule that the lint reports as making no difference', () => {
  it('makes none, whatever the call', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 2, maxLength: 6 }),
        fc.array(call, { minLength: 20 }),
        (rules, calls) => {
          const written = rules.map((each, index) => ({ name: `p${index}`, ...each }));
          const ruleSetOf = (kept: readonly object[]) =>
            compileRuleSet(parseRuleSet(JSON.stringify(kept), 'p.json'));
          const whole = ruleSetOf(written);
          const { findings } = lintRuleSet(whole);
          const idle = findings.filter(({ code }) => WITHOUT_EFFECT.includes(code));
          for (const { policy: name } of idle) {
            const without = ruleSetOf(written.filter((each) => each.name !== name));
            for (const { environment, labels, ...rest } of calls) {
              const made = {
                ...JSON.parse(JSON.stringify(rest)),
                ...(environment && { resource: { environment } }),
                ...(labels && { agent: { labels } }),
              };
              expect(without.decide(made).decision).toBe(whole.decide(made).decision);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
