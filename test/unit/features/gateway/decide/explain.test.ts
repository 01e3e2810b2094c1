import { describe, expect, it } from 'vitest';
import { explain, type InspectedCall } from '../../../../../src/features/gateway/decide/explain.ts';
import type { Rule, TraceMode } from '../../../../../src/features/gateway/rules/model.ts';
import { callOf, ruleSetOf } from '../../../../support/rule-sets.ts';

const inspected = (fields: Partial<InspectedCall> = {}): InspectedCall => ({
  ...callOf(fields),
  risk: fields.risk ?? 0,
  signals: fields.signals ?? [],
});

const explained = (
  rules: readonly Partial<Rule>[],
  fields: Partial<InspectedCall> = {},
  trace: TraceMode = 'all',
) => explain(ruleSetOf(rules), inspected(fields), trace);

const because = (rule: Partial<Rule>, fields: Partial<InspectedCall> = {}) =>
  explained([rule], fields).trace[0]?.because;

describe('a verdict', () => {
  it('names the rule and the step that decided', () => {
    expect(explained([{ action: 'deny' }])).toMatchObject({
      decision: 'deny',
      matchedPolicy: 'r0',
      reason: 'the explicit rule `r0` says deny',
    });
    const signals = [{ category: 'pii' }] as const;
    expect(explained([{ action: 'require_approval', signalCategory: 'pii' }], { signals })).toMatchObject({
      decision: 'require_approval',
      signals,
      reason: 'the rule on `pii` signals `r0` says require_approval',
    });
  });

  it('says what was overruled', () => {
    expect(explained([{ action: 'allow', priority: 1 }, { action: 'deny' }]).reason).toBe(
      'the explicit rule `r1` says deny; the strictest match decides and overrules `r0` (allow)',
    );
    const many = [
      ...Array.from({ length: 5 }, () => ({ action: 'allow' }) as const),
      { action: 'require_approval' } as const,
    ];
    expect(explained(many).reason).toBe(
      'the explicit rule `r5` says require_approval; the strictest match decides and overrules `r0` (allow) and `r1` (allow) and `r2` (allow) and 2 more',
    );
    expect(explained([{ action: 'deny' }, { action: 'deny' }]).reason).toBe(
      'the explicit rule `r0` says deny',
    );
  });

  it('says how a threshold stood', () => {
    expect(explained([{ riskThreshold: 80 }], { risk: 85 })).toMatchObject({
      decision: 'deny',
      matchedPolicy: 'r0',
      risk: 85,
      reason: 'no other rule decided, and risk 85 reaches the threshold 80 of `r0`',
    });
    expect(explained([{ riskThreshold: 80 }, { riskThreshold: 10 }], { risk: 79 })).toMatchObject({
      decision: 'allow',
      matchedPolicy: null,
      reason: 'no rule decided: risk 79 is below the threshold 80 of `r0`',
      trace: [
        { matched: true, because: '`tool` matches the pattern `*`; risk 79 is below the threshold 80' },
        {
          matched: true,
          because: '`tool` matches the pattern `*`; only the first matching threshold counts, which is `r0`',
        },
      ],
    });
    expect(because({ riskThreshold: 80 }, { risk: 80 })).toBe(
      '`tool` matches the pattern `*`; risk 80 reaches the threshold 80',
    );
  });

  it('says that a threshold is not asked when a rule decides', () => {
    const verdict = explained([{ riskThreshold: 10 }, { action: 'allow' }], { risk: 90 });
    expect(verdict).toMatchObject({ decision: 'allow', matchedPolicy: 'r1' });
    expect(verdict.trace[0]?.because).toBe(
      '`tool` matches the pattern `*`; a threshold counts only when no other rule decides',
    );
  });

  it('says when no rule decided', () => {
    expect(explained([{ toolPattern: 'x', action: 'deny' }])).toMatchObject({
      decision: 'allow',
      matchedPolicy: null,
      reason: 'no rule matches, and calls are allowed by default',
    });
  });
});

describe('a trace', () => {
  it('names pattern, constraint, found and wanted', () => {
    expect(because({ toolPattern: 'db.*' })).toBe('`tool` does not match the pattern `db.*`');
    const context = {
      resource: {
        environment: { anyOf: ['production', 'staging'], negate: false },
        host: { anyOf: ['*.corp.com'], negate: true },
      },
    };
    expect(because({ context }, { resource: { environment: 'test', host: 'x.org' } })).toBe(
      '`tool` matches the pattern `*`, but resource.environment is `test`, required: one of `production`, `staging`',
    );
    expect(because({ context }, { resource: { environment: 'staging', host: 'DB.corp.com:1' } })).toBe(
      '`tool` matches the pattern `*`, but resource.host is `db.corp.com`, required: none of `*.corp.com`',
    );
    expect(because({ context }, { resource: { environment: 'staging' } })).toBe(
      '`tool` matches the pattern `*`; resource.environment is `staging`, required: one of `production`, `staging`; ' +
        'resource.host is absent, required: none of `*.corp.com`',
    );
  });

  it('tells of each kind of constraint', () => {
    const context: Rule['context'] = {
      ip: { anyOf: Array.from({ length: 10 }, (_, index) => `10.0.0.${index}`), negate: false },
      time: { windows: [{ days: [2], start: '09:00', end: '18:00' }], tz: 'Asia/Tokyo', negate: false },
      resource: { type: { anyOf: ['database'], negate: false } },
      agent: { labels: { anyOf: ['ci'], negate: false } },
      mlThreatClass: { anyOf: ['malware'] },
    };
    expect(because({ context, signalCategory: 'pii' })).toBe(
      '`tool` matches the pattern `*`, but mlThreatClass is absent (the agent has not been assessed), required: `malware`; ' +
        'resource.type is absent, required: `database`; ' +
        'time is Mon 21:00 in Asia/Tokyo, required: inside 09:00-18:00 on Tue; ' +
        'agent.labels is absent, required: `ci`; ' +
        'ip is absent, required: one of `10.0.0.0`, `10.0.0.1`, `10.0.0.2`, `10.0.0.3`, `10.0.0.4`, `10.0.0.5`, `10.0.0.6`, `10.0.0.7` and 2 more; ' +
        'there are no signals, required: `pii`',
    );
    const call = {
      ip: '::ffff:10.0.0.77',
      agent: { labels: [], mlThreatClass: 'x' },
      signals: [{ category: 'secret' as const }, { category: 'secret' as const }],
    };
    expect(because({ context, signalCategory: 'pii' }, call)).toMatch(
      /mlThreatClass is `x`.*agent\.labels is empty.*ip is `::ffff:10\.0\.0\.77`.*signals are `secret`, required: `pii`$/,
    );
    expect(
      because(
        { context: { agent: { labels: { anyOf: ['a'], negate: true } } } },
        { agent: { labels: ['b', 'c'] } },
      ),
    ).toContain('agent.labels is `b`, `c`, required: none of `a`');
  });

  it('tells of all rules in the order of evaluation, of those that match, or of none', () => {
    const rules: Partial<Rule>[] = [
      {},
      { priority: 1, enabled: false },
      { toolPattern: 'x' },
      { priority: 2 },
    ];
    expect(
      explained(rules, {}, 'all').trace.map(({ policy, considered, matched }) => ({
        policy,
        considered,
        matched,
      })),
    ).toEqual([
      { policy: 'r1', considered: false, matched: false },
      { policy: 'r3', considered: true, matched: true },
      { policy: 'r0', considered: true, matched: true },
      { policy: 'r2', considered: true, matched: false },
    ]);
    expect(explained(rules, {}, 'all').trace[0]?.because).toBe('the rule is switched off');
    expect(explained(rules, {}, 'matching').trace.map(({ policy }) => policy)).toEqual(['r3', 'r0']);
    expect(explained(rules, {}, 'none').trace).toEqual([]);
  });

  it('tells of windows and signals that match', () => {
    const windows = [
      { start: '01:00', end: '02:00' },
      { start: '03:00', end: '04:00' },
    ];
    const signals = [{ category: 'secret' }, { category: 'pii' }] as const;
    expect(
      because(
        { context: { time: { windows, tz: 'UTC', negate: true } }, signalCategory: 'pii' },
        { signals },
      ),
    ).toBe(
      '`tool` matches the pattern `*`; time is Mon 12:00 in UTC, required: outside of 01:00-02:00 and 03:00-04:00; ' +
        'signals are `secret`, `pii`, required: `pii`',
    );
  });

  it('cuts what is long', () => {
    const tool = 'x'.repeat(100_000);
    const verdict = explained([{}], { tool, resource: { environment: tool } });
    expect(JSON.stringify(verdict).length).toBeLessThan(1000);
  });
});
