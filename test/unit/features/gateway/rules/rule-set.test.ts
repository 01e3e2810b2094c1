import { describe, expect, it } from 'vitest';
import { DECISIONS, type Decision } from '../../../../../src/artifacts/audit-log/model.ts';
import type { Rule } from '../../../../../src/features/gateway/rules/model.ts';
import { callOf, ruleSetOf } from '../../../../support/rule-sets.ts';

const CALL = callOf({ signals: [{ category: 'pii' }], risk: 50 });

const decided = (rules: readonly Partial<Rule>[], call = CALL) => {
  const { decision, rule, by } = ruleSetOf(rules).decide(call);
  return `${decision} by ${by} ${rule?.name ?? '-'}`;
};

const KINDS = {
  explicit: {},
  signal: { signalCategory: 'pii' },
  threshold: { riskThreshold: 50 },
  'signal threshold': { signalCategory: 'pii', riskThreshold: 50 },
  'threshold out of reach': { riskThreshold: 51 },
} as const satisfies Record<string, Partial<Rule>>;

type Kind = keyof typeof KINDS;
const SORTS = (Object.keys(KINDS) as Kind[]).flatMap((kind) => DECISIONS.map((action) => ({ kind, action })));

/** What the steps of the source text make of two rules that both match, the first looked at first. */
function expected(rules: readonly { kind: Kind; action: Decision }[]): string {
  for (const action of DECISIONS) {
    for (const kind of ['explicit', 'signal'] as const) {
      const index = rules.findIndex((rule) => rule.kind === kind && rule.action === action);
      if (index >= 0) return `${action} by ${kind} r${index}`;
    }
  }
  const index = rules.findIndex(({ kind }) => kind.includes('threshold'));
  return rules[index]?.kind === 'threshold out of reach' || index < 0
    ? 'allow by default -'
    : `deny by threshold r${index}`;
}

describe('the order of the verdict', () => {
  it.each(SORTS.flatMap((first) => SORTS.map((second) => ({ first, second }))))(
    '$first.kind $first.action, then $second.kind $second.action',
    ({ first, second }) => {
      const rules = [first, second];
      const written = rules.map(({ kind, action }) => ({ ...KINDS[kind], action }));
      expect(decided(written)).toBe(expected(rules));
      // by priority, whatever the place
      const [a = {}, b = {}] = written;
      expect(
        decided([
          { ...b, name: 'r1', priority: 2 },
          { ...a, name: 'r0', priority: -1 },
        ]),
      ).toBe(expected(rules));
    },
  );

  it('credits the first of equal rules, by priority and then by place', () => {
    expect(decided([{}, {}, {}])).toBe('allow by explicit r0');
    expect(decided([{ priority: 3 }, { priority: 2 }, { priority: 2 }])).toBe('allow by explicit r1');
  });

  it('allows when no rule matches, and says that none did', () => {
    expect(decided([{ toolPattern: 'other', action: 'deny' }])).toBe('allow by default -');
  });

  it('does not ask rules that are switched off', () => {
    expect(decided([{ action: 'deny', enabled: false }, { action: 'require_approval' }])).toBe(
      'require_approval by explicit r1',
    );
    expect(ruleSetOf([{ enabled: false }, {}]).rules.map(({ rule }) => rule.name)).toEqual(['r1']);
  });

  it('lets no signal-aware rule soften an explicit one, and lets the strictest decide', () => {
    expect(decided([{ ...KINDS.signal, action: 'allow', priority: 1 }, { action: 'deny' }])).toBe(
      'deny by explicit r1',
    );
    expect(
      decided([
        { action: 'allow', priority: 1 },
        { ...KINDS.signal, action: 'deny' },
      ]),
    ).toBe('deny by signal r1');
    expect(decided([{ ...KINDS.signal, action: 'deny', priority: 1 }, { action: 'deny' }])).toBe(
      'deny by explicit r1',
    );
  });
});

describe('a threshold', () => {
  it.each([
    [0, 0, 'deny'],
    [0, 100, 'deny'],
    [100, 99, 'allow'],
    [100, 100, 'deny'],
    [50, 49, 'allow'],
    [50, 50, 'deny'],
  ])('of %i at risk %i: %s', (riskThreshold, risk, decision) => {
    expect(ruleSetOf([{ riskThreshold, action: 'allow' }]).decide(callOf({ risk })).decision).toBe(decision);
  });

  it('is not reached by a risk that is not known', () => {
    expect(decided([{ riskThreshold: 0, action: 'deny' }], callOf())).toBe('allow by default -');
  });

  it('stands aside for every other rule', () => {
    expect(
      decided([
        { riskThreshold: 0, priority: 1 },
        { action: 'allow', priority: 500 },
      ]),
    ).toBe('allow by explicit r1');
  });

  it('counts only when it is the first that matches', () => {
    expect(decided([{ riskThreshold: 90 }, { riskThreshold: 10 }])).toBe('allow by default -');
    expect(decided([{ riskThreshold: 90, toolPattern: 'other' }, { riskThreshold: 10 }])).toBe(
      'deny by threshold r1',
    );
    expect(decided([{ riskThreshold: 90, signalCategory: 'secret' }, { riskThreshold: 10 }])).toBe(
      'deny by threshold r1',
    );
    expect(decided([{ riskThreshold: 90, signalCategory: 'pii' }, { riskThreshold: 10 }])).toBe(
      'allow by default -',
    );
  });
});

describe('a signal-aware rule', () => {
  it('needs a signal of its category', () => {
    const rules = [{ signalCategory: 'secret', action: 'deny' }] as const;
    expect(decided(rules)).toBe('allow by default -');
    expect(decided(rules, callOf())).toBe('allow by default -');
    expect(decided(rules, callOf({ signals: [] }))).toBe('allow by default -');
    expect(decided(rules, callOf({ signals: [{ category: 'pii' }, { category: 'secret' }] }))).toBe(
      'deny by signal r0',
    );
  });
});
