import { describe, expect, it } from 'vitest';
import type { FactValue } from '../../../src/facts/fact.ts';
import { explain } from '../../../src/features/policy/explain.ts';
import type { ComparatorName } from '../../../src/rules/comparators.ts';
import { evaluate } from '../../../src/rules/evaluate.ts';
import type { Policy, PolicyRule, Waiver } from '../../../src/rules/policy.ts';
import { parseInstant } from '../../../src/time/instant.ts';

const NOW = parseInstant('2026-06-01T00:00:00Z')!;
const EARLIER = '2026-05-31T23:59:59Z';
const LATER = '2026-06-01T00:00:01Z';

function rule(
  comparisons: Partial<Record<ComparatorName, unknown>>,
  more: Partial<PolicyRule> = {},
): PolicyRule {
  return {
    id: 'a',
    fact: 'run.failed',
    severity: 'fail',
    line: 3,
    column: 5,
    comparisons: Object.entries(comparisons).map(([comparator, expected]) => ({
      comparator: comparator as ComparatorName,
      expected: expected as FactValue,
    })),
    ...more,
  };
}

function waiver(expiry: string, more: Partial<Waiver> = {}): Waiver {
  const expiresAt = parseInstant(expiry);
  return {
    rule: 'a',
    owner: 'owner',
    reason: 'reason',
    expiry,
    line: 9,
    column: 5,
    ...(expiresAt !== undefined && { expiresAt }),
    ...more,
  };
}

function run(rules: PolicyRule[], facts: Record<string, FactValue>, waivers: Waiver[] = [], now = NOW) {
  const policy: Policy = { path: 'p.yml', version: '1', rules, waivers };
  const pool = new Map(
    Object.entries(facts).map(([name, value]) => [
      name,
      { name, value, artifact: 'run-report' as const, path: 'r.json' },
    ]),
  );
  return evaluate(policy, pool, now);
}

/** The outcome of one rule about one fact, and its reason. */
function judge(
  comparisons: Partial<Record<ComparatorName, unknown>>,
  value?: FactValue,
  waivers: Waiver[] = [],
  more: Partial<PolicyRule> = {},
) {
  const { results } = run(
    [rule(comparisons, more)],
    value === undefined ? {} : { 'run.failed': value },
    waivers,
  );
  return [results[0]!.outcome, explain(results[0]!)];
}

describe('comparators', () => {
  it.each([
    ['max', 0, 0, 'pass', 'found 0, expected at most 0'],
    ['max', 0, 1, 'fail', 'found 1, expected at most 0'],
    ['max', 0.1, 0.1, 'pass', 'found 0.1, expected at most 0.1'],
    ['min', 100, 100, 'pass', 'found 100, expected at least 100'],
    ['min', 100, 99.95, 'fail', 'found 99.95, expected at least 100'],
    ['min', 100, 99.99999999999999, 'fail', 'found 99.99999999999999, expected at least 100'],
    ['equals', 0, 0, 'pass', 'found 0, expected 0'],
    ['equals', 0, 1, 'fail', 'found 1, expected 0'],
    ['equals', 0, -0, 'pass', 'found 0, expected 0'],
    ['equals', true, true, 'pass', 'found true, expected true'],
    ['equals', true, false, 'fail', 'found false, expected true'],
    ['equals', 'T1', 'T1', 'pass', 'found T1, expected "T1"'],
    ['equals', 'T1', 't1', 'fail', 'found t1, expected "T1"'],
    ['one_of', ['T1', 'T2'], 'T2', 'pass', 'found T2, expected one of T1, T2'],
    ['one_of', ['T1', 'T2'], 'T3', 'fail', 'found T3, expected one of T1, T2'],
    ['one_of', [0, 1], 1, 'pass', 'found 1, expected one of 0, 1'],
    ['one_of', ['0', '1'], 1, 'pass', 'found 1, expected one of 0, 1'],
    ['one_of', [0, 1], '1', 'pass', 'found 1, expected one of 0, 1'],
    ['one_of', ['true'], true, 'pass', 'found true, expected one of true'],
    ['one_of', [true], 'true', 'pass', 'found true, expected one of true'],
    ['one_of', ['1.0'], 1, 'fail', 'found 1, expected one of 1.0'],
  ] as const)('%s %j judges %j: %s', (comparator, expected, actual, outcome, reason) => {
    expect(judge({ [comparator]: expected }, actual)).toEqual([outcome, reason]);
  });

  it.each([
    [
      'equals',
      '0',
      0,
      'the fact is a number (0), but `equals: "0"` compares only text; remove the quotes: 0',
    ],
    ['equals', 'x', 0, 'the fact is a number (0), but `equals: "x"` compares only text'],
    [
      'equals',
      'yes',
      true,
      'the fact is a boolean (true), but `equals: "yes"` compares only text; write true, without quotes',
    ],
    [
      'equals',
      'off',
      true,
      'the fact is a boolean (true), but `equals: "off"` compares only text; write false, without quotes',
    ],
    [
      'equals',
      ' 0 ',
      1,
      'the fact is a number (1), but `equals: " 0 "` compares only text; remove the quotes: 0',
    ],
    ['equals', ' ', 0, 'the fact is a number (0), but `equals: " "` compares only text'],
    ['equals', '', 0, 'the fact is a number (0), but `equals: ""` compares only text'],
    ['equals', '0', true, 'the fact is a boolean (true), but `equals: "0"` compares only text'],
    ['equals', 'true', 0, 'the fact is a number (0), but `equals: "true"` compares only text'],
    [
      'equals',
      'No',
      true,
      'the fact is a boolean (true), but `equals: "No"` compares only text; write false, without quotes',
    ],
    [
      'equals',
      'on',
      true,
      'the fact is a boolean (true), but `equals: "on"` compares only text; write true, without quotes',
    ],
    ['equals', 'nono', true, 'the fact is a boolean (true), but `equals: "nono"` compares only text'],
    ['equals', 'one', true, 'the fact is a boolean (true), but `equals: "one"` compares only text'],
    ['equals', 'upon', true, 'the fact is a boolean (true), but `equals: "upon"` compares only text'],
    ['equals', 'casino', true, 'the fact is a boolean (true), but `equals: "casino"` compares only text'],
    ['equals', 'offside', true, 'the fact is a boolean (true), but `equals: "offside"` compares only text'],
    ['equals', 0, 'T1', 'the fact is text (T1), but `equals: 0` compares only numbers'],
    ['equals', 0, false, 'the fact is a boolean (false), but `equals: 0` compares only numbers'],
    ['equals', true, 1, 'the fact is a number (1), but `equals: true` compares only booleans'],
    ['max', 0, 'T1', 'the fact is text (T1), but `max` compares only numbers'],
    ['max', 0, false, 'the fact is a boolean (false), but `max` compares only numbers'],
    ['min', 0, true, 'the fact is a boolean (true), but `min` compares only numbers'],
  ] as const)('%s %j cannot judge %j', (comparator, expected, actual, reason) => {
    expect(judge({ [comparator]: expected }, actual)).toEqual(['unevaluated', reason]);
  });
});

describe('rules', () => {
  it('a false rule of severity warn only warns', () => {
    expect(judge({ max: 0 }, 1, [], { severity: 'warn' })).toEqual(['warn', 'found 1, expected at most 0']);
  });

  it('cannot compare what it has none or several comparators for', () => {
    const { results } = run([rule({}), rule({ max: 0, min: 0 }), rule({ max: 0 })], { 'run.failed': 0 });
    expect(results.map(({ comparison }) => comparison?.comparator)).toEqual([undefined, undefined, 'max']);
    expect(results.map(({ fact }) => fact?.value)).toEqual([0, 0, 0]);
  });

  it.each([
    [{}, 'no comparator; give the rule exactly one of max, min, equals, one_of'],
    [{ max: 0, min: 0 }, '2 comparators (max, min); give the rule exactly one of max, min, equals, one_of'],
  ])('with comparators %j is unevaluated', (comparisons, reason) => {
    expect(judge(comparisons, 0)).toEqual(['unevaluated', reason]);
  });

  it('whose fact has no artifact names the flag', () => {
    expect(judge({ max: 0 })).toEqual([
      'unevaluated',
      'the fact is absent: --run-report was not given, or the run report does not carry it',
    ]);
  });

  it.each([
    ['run.fail', 'unknown fact `run.fail`; did you mean `run.failed`?'],
    ['coverage.lines', 'unknown fact `coverage.lines`; run `mcptest policy facts` to list all facts'],
    ['__proto__', 'unknown fact `__proto__`; run `mcptest policy facts` to list all facts'],
  ])('about the unknown fact %s suggests a known one', (fact, reason) => {
    expect(judge({ max: 0 }, 0, [], { fact })).toEqual(['unevaluated', reason]);
  });
});

describe('waivers', () => {
  it('an active one suppresses a failure, and a warning', () => {
    const reason = 'found 1, expected at most 0; waived until 2026-06-01T00:00:01Z by owner: reason';
    expect(judge({ max: 0 }, 1, [waiver(LATER)])).toEqual(['waived', reason]);
    expect(judge({ max: 0 }, 1, [waiver(LATER)], { severity: 'warn' })).toEqual(['waived', reason]);
  });

  it.each([
    [EARLIER, 'expired on 2026-05-31T23:59:59Z'],
    ['2026-06-01T00:00:00Z', 'expired on 2026-06-01T00:00:00Z'],
    ['2099-01-01', 'counts as expired: `2099-01-01` is not an RFC 3339 time; write `"2099-01-01T00:00:00Z"`'],
    [
      '2099-01-01 10:30:00',
      'counts as expired: `2099-01-01 10:30:00` is not an RFC 3339 time; write `"2099-01-01T10:30:00Z"`',
    ],
    [
      '2099-01-01T10:30+02:00',
      'counts as expired: `2099-01-01T10:30+02:00` is not an RFC 3339 time; write `"2099-01-01T10:30:00+02:00"`',
    ],
    [
      '2099-01-01T10:30:00+0200',
      'counts as expired: `2099-01-01T10:30:00+0200` is not an RFC 3339 time; write `"2099-01-01T10:30:00+02:00"`',
    ],
    [
      '2099-01-01 10:30:00.123',
      'counts as expired: `2099-01-01 10:30:00.123` is not an RFC 3339 time; write `"2099-01-01T10:30:00Z"`',
    ],
    [
      '2099-01-01 10:30 z',
      'counts as expired: `2099-01-01 10:30 z` is not an RFC 3339 time; write `"2099-01-01T10:30:00Z"`',
    ],
    [
      'x2099-01-01',
      'counts as expired: `x2099-01-01` is not an RFC 3339 time; write it like `"2099-12-31T00:00:00Z"`',
    ],
    [
      '2099-01-01 soon',
      'counts as expired: `2099-01-01 soon` is not an RFC 3339 time; write it like `"2099-12-31T00:00:00Z"`',
    ],
    [
      '2099-01-01x',
      'counts as expired: `2099-01-01x` is not an RFC 3339 time; write it like `"2099-12-31T00:00:00Z"`',
    ],
    [
      '2099-01-01T10:30:00.123x',
      'counts as expired: `2099-01-01T10:30:00.123x` is not an RFC 3339 time; write it like `"2099-12-31T00:00:00Z"`',
    ],
    [
      '2099-01-01 10:30:00 -05',
      'counts as expired: `2099-01-01 10:30:00 -05` is not an RFC 3339 time; write `"2099-01-01T10:30:00-05:00"`',
    ],
    ['2099-1-2', 'counts as expired: `2099-1-2` is not an RFC 3339 time; write `"2099-01-02T00:00:00Z"`'],
    [
      '2099-01-01T9:30',
      'counts as expired: `2099-01-01T9:30` is not an RFC 3339 time; write `"2099-01-01T09:30:00Z"`',
    ],
    [
      '2099-02-30',
      'counts as expired: `2099-02-30` is not an RFC 3339 time; write it like `"2099-12-31T00:00:00Z"`',
    ],
    [
      'on 2099-01-01',
      'counts as expired: `on 2099-01-01` is not an RFC 3339 time; write it like `"2099-12-31T00:00:00Z"`',
    ],
    [
      '2099-01-01  10:30:00',
      'counts as expired: `2099-01-01  10:30:00` is not an RFC 3339 time; write `"2099-01-01T10:30:00Z"`',
    ],
    ['never', 'counts as expired: `never` is not an RFC 3339 time; write it like `"2099-12-31T00:00:00Z"`'],
  ])('one that expires on %s fails the rule, whatever its severity', (expiry, words) => {
    const expected = ['expired-waiver', `found 1, expected at most 0; the waiver of owner ${words}`];
    expect(judge({ max: 0 }, 1, [waiver(expiry)])).toEqual(expected);
    expect(judge({ max: 0 }, 1, [waiver(expiry)], { severity: 'warn' })).toEqual(expected);
  });

  it('any active one of several will do; the first is named', () => {
    const [outcome, reason] = judge({ max: 0 }, 1, [
      waiver(EARLIER, { owner: 'stale' }),
      waiver(LATER, { owner: 'first' }),
      waiver('2099-01-01T00:00:00Z', { owner: 'second' }),
    ]);
    expect(outcome).toBe('waived');
    expect(reason).toContain('by first');
  });

  it('one cannot cover a rule that was not evaluated', () => {
    expect(judge({ max: 0 }, undefined, [waiver(LATER)])[0]).toBe('unevaluated');
    expect(judge({ max: 0 }, 'text', [waiver(LATER)])[0]).toBe('unevaluated');
    expect(judge({}, 0, [waiver(LATER)])[0]).toBe('unevaluated');
  });

  it('each has a status', () => {
    const status = (facts: Record<string, FactValue>, ...waivers: Waiver[]) =>
      run([rule({ max: 0 })], facts, waivers).waivers.map((entry) => entry.status);
    const all = [waiver(LATER), waiver(EARLIER), waiver(LATER, { rule: 'b' })];
    expect(status({ 'run.failed': 1 }, ...all)).toEqual(['active', 'expired', 'unknown-rule']);
    expect(status({ 'run.failed': 0 }, ...all)).toEqual(['unused', 'unused', 'unknown-rule']);
    expect(status({}, ...all)).toEqual(['unused', 'unused', 'unknown-rule']);
  });

  it.each([
    ['fail', EARLIER, 'expired'],
    ['fail', LATER, 'active'],
    ['warn', EARLIER, 'expired'],
    ['warn', LATER, 'active'],
  ] as const)('on a false rule of severity %s, one until %s is %s', (severity, expiry, status) => {
    const { waivers } = run([rule({ max: 0 }, { severity })], { 'run.failed': 1 }, [waiver(expiry)]);
    expect(waivers.map((entry) => entry.status)).toEqual([status]);
  });

  it('one with an issue names it', () => {
    const [, reason] = judge({ max: 0 }, 1, [waiver(LATER, { issue: 'GH-1' })]);
    expect(reason).toBe(
      'found 1, expected at most 0; waived until 2026-06-01T00:00:01Z by owner: reason (GH-1)',
    );
  });
});

describe('the verdict', () => {
  const passing = rule({ max: 0 }, { id: 'passing', fact: 'p' });
  const failing = rule({ max: 0 }, { id: 'failing', fact: 'f' });
  const warning = rule({ max: 0 }, { id: 'warning', fact: 'f', severity: 'warn' });
  const absent = rule({ max: 0 }, { id: 'absent', fact: 'x', severity: 'warn' });
  const facts = { p: 0, f: 1 };

  it.each([
    ['pass', [passing], []],
    ['pass', [passing, failing], [waiver(LATER, { rule: 'failing' })]],
    ['warn', [warning, passing], []],
    ['fail', [passing, failing, warning], []],
    ['fail', [passing, failing], [waiver(EARLIER, { rule: 'failing' })]],
    ['fail', [passing, warning], [waiver(EARLIER, { rule: 'warning' })]],
    ['fail', [passing, absent], [waiver(LATER, { rule: 'absent' })]],
  ])('is %s for the worst outcome', (verdict, rules, waivers) => {
    expect(run(rules, facts, waivers).verdict).toBe(verdict);
  });

  it('keeps the results in policy order', () => {
    const { results } = run([warning, failing, passing], facts);
    expect(results.map((result) => result.rule.id)).toEqual(['warning', 'failing', 'passing']);
  });
});
