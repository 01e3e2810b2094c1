import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractFacts, FACTS } from '../../src/facts/catalog.ts';
import type { Fact, FactType, FactValue } from '../../src/facts/fact.ts';
import { explain } from '../../src/features/policy/explain.ts';
import { toPolicyReport } from '../../src/features/policy/report.ts';
import { policyContradictions } from '../../src/features/policy/report-contradictions.ts';
import type { ComparatorName } from '../../src/rules/comparators.ts';
import { evaluate } from '../../src/rules/evaluate.ts';
import type { Policy, PolicyRule, Waiver } from '../../src/rules/policy.ts';
import { formatInstant } from '../../src/time/instant.ts';
import { asWritten } from '../support/as-written.ts';

const RANK = { pass: 0, warn: 1, fail: 2 };

const value: Record<FactType, fc.Arbitrary<FactValue>> = {
  number: fc.oneof(fc.nat(3), fc.double({ min: 0, max: 1, noNaN: true })),
  boolean: fc.boolean(),
  text: fc.constantFrom('T1', 'T2', 'T3', 'F', '1', 'true'),
};
const anyValue = fc.oneof(value.number, value.boolean, value.text);

const comparison = fc.oneof(
  fc.tuple(fc.constantFrom<ComparatorName>('max', 'min'), value.number),
  fc.tuple(fc.constant<ComparatorName>('equals'), anyValue),
  fc.tuple(fc.constant<ComparatorName>('one_of'), fc.array(anyValue, { minLength: 1, maxLength: 3 })),
);

const factName = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...FACTS.map(({ name }) => name)) },
  { weight: 1, arbitrary: fc.constantFrom('run.unknown', '__proto__') },
);

const instant = fc.integer({ min: 0, max: 20 }).map((hours) => hours * 3_600_000);

const rule = (id: string): fc.Arbitrary<PolicyRule> =>
  fc.record({
    id: fc.constant(id),
    fact: factName,
    // mostly one, as is usual
    comparisons: fc
      .array(comparison, { minLength: 1, maxLength: 2 })
      .map((list) => list.slice(0, list.length === 2 && list[0]![0] === 'one_of' ? 2 : 1))
      .map((list) => list.map(([comparator, expected]) => ({ comparator, expected }))),
    severity: fc.constantFrom('fail', 'warn'),
    line: fc.constant(1),
    column: fc.constant(1),
  });

const waiver: fc.Arbitrary<Waiver> = fc
  .record({ rule: fc.constantFrom('r0', 'r1', 'r2', 'r9'), at: fc.option(instant, { nil: undefined }) })
  .map(({ rule: id, at }) => ({
    rule: id,
    owner: 'o',
    reason: 'r',
    line: 1,
    column: 1,
    ...(at === undefined ? { expiry: 'never' } : { expiry: formatInstant(at), expiresAt: at }),
  }));

const policy: fc.Arbitrary<Policy> = fc.record({
  path: fc.constant('p.yml'),
  version: fc.constant('1'),
  rules: fc
    .integer({ min: 1, max: 6 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => rule(`r${i}`)))),
  waivers: fc.array(waiver, { maxLength: 5 }),
});

const facts: fc.Arbitrary<Fact[]> = fc
  .tuple(
    ...FACTS.map(({ name, type, artifact }) =>
      fc.option(
        value[type].map((v): Fact => ({ name, value: v, artifact, path: 'f' })),
        { freq: 4, nil: undefined },
      ),
    ),
  )
  .map((list) => list.filter((fact) => fact !== undefined));

const rank = (p: Policy, list: readonly Fact[], now: number) =>
  RANK[evaluate(p, new Map(list.map((fact) => [fact.name, fact])), now).verdict];

it('is what its report shows when it is evaluated again', () => {
  fc.assert(
    fc.property(policy, facts, instant, (p, list, now) => {
      const evaluation = evaluate(p, new Map(list.map((fact) => [fact.name, fact])), now);
      const report = toPolicyReport(p, evaluation, list, { now, warnExpiring: 0 }, []);
      expect(policyContradictions(asWritten(report))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

describe('a verdict never improves', () => {
  it('when a fact is removed', () => {
    fc.assert(
      fc.property(policy, facts, instant, fc.nat(), (p, list, now, seed) => {
        const fewer = list.filter((_, index) => index !== seed % Math.max(1, list.length));
        expect(rank(p, fewer, now)).toBeGreaterThanOrEqual(rank(p, list, now));
      }),
      { numRuns: 2000 },
    );
  });

  it('when an artifact is left out', () => {
    fc.assert(
      fc.property(
        policy,
        facts,
        instant,
        fc.constantFrom(...FACTS.map(({ artifact }) => artifact)),
        (p, list, now, kind) => {
          const fewer = list.filter(({ artifact }) => artifact !== kind);
          expect(rank(p, fewer, now)).toBeGreaterThanOrEqual(rank(p, list, now));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('when time moves forward', () => {
    fc.assert(
      fc.property(policy, facts, instant, instant, (p, list, now, later) => {
        expect(rank(p, list, now + later)).toBeGreaterThanOrEqual(rank(p, list, now));
      }),
      { numRuns: 2000 },
    );
  });

  it('when time moves forward past the beginning of a certification', () => {
    const certified: PolicyRule = {
      id: 'certified',
      fact: 'judge.expired',
      comparisons: [{ comparator: 'equals', expected: false }],
      severity: 'fail',
      line: 1,
      column: 1,
    };
    fc.assert(
      fc.property(instant, instant, instant, instant, (from, length, wait, later) => {
        const validity = { from, until: from + length };
        const at = (now: number) =>
          rank(
            { path: 'p', version: '1', rules: [certified], waivers: [] },
            extractFacts(
              { kind: 'judge-cert', path: 'c', format: '', warnings: [], value: { validity } },
              { now },
            ),
            now,
          );
        expect(at(from - 1)).toBe(RANK.fail);
        expect(at(from + wait + later)).toBeGreaterThanOrEqual(at(from + wait));
        expect(at(from + length)).toBe(RANK.fail);
      }),
    );
  });

  it('when a waiver is removed, or a rule is added', () => {
    fc.assert(
      fc.property(policy, facts, instant, rule('new'), (p, list, now, added) => {
        const before = rank(p, list, now);
        const unexpired = p.waivers.filter(({ expiresAt }) => expiresAt === undefined || expiresAt <= now);
        expect(rank({ ...p, waivers: unexpired }, list, now)).toBeGreaterThanOrEqual(before);
        expect(rank({ ...p, rules: [...p.rules, added] }, list, now)).toBeGreaterThanOrEqual(before);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('an evaluation', () => {
  it('judges each rule on its own, in any order', () => {
    fc.assert(
      fc.property(policy, facts, instant, (p, list, now) => {
        const pool = new Map(list.map((fact) => [fact.name, fact]));
        const { results } = evaluate(p, pool, now);
        p.rules.forEach((one, index) => {
          expect(evaluate({ ...p, rules: [one] }, pool, now).results[0]).toEqual(results[index]);
        });
        const reversed = evaluate({ ...p, rules: p.rules.toReversed() }, pool, now);
        expect(reversed.results.toReversed()).toEqual(results);
      }),
    );
  });

  it('gives every rule an outcome and a reason, and counts each once', () => {
    fc.assert(
      fc.property(policy, facts, instant, (p, list, now) => {
        const evaluation = evaluate(p, new Map(list.map((fact) => [fact.name, fact])), now);
        for (const result of evaluation.results) expect(explain(result)).not.toBe('');
        const { counts } = toPolicyReport(p, evaluation, list, { now, warnExpiring: 0 }, []);
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(p.rules.length);
      }),
    );
  });
});
