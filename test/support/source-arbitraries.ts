import fc from 'fast-check';
import {
  APPROVAL_STATES,
  DECISIONS,
  SIGNAL_CATEGORIES,
  THREAT_CLASSES,
} from '../../src/artifacts/audit-log/model.ts';
import type { RuleSetFile } from '../../src/features/gateway/rules/model.ts';
import { calls, rules, servers } from './gateway-arbitraries.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

/** Texts that are hard on a query or on its quoting. */
const HOSTILE = [
  "'; DROP TABLE audit; --",
  '"',
  '\\',
  "\\'",
  '`',
  '{p1:String}',
  '$1',
  'a\u0000b',
  '😀',
  '\u202e',
  '%',
  'null',
  '',
];

const signal = fc.oneof(
  fc.constantFrom<unknown>(...SIGNAL_CATEGORIES.slice(0, 2), 'egress'),
  fc
    .record({
      id: maybe(fc.constantFrom('egress.oversized_field', 'secret.jwt', 'a,"b', '\\')),
      category: fc.constantFrom(...SIGNAL_CATEGORIES.slice(0, 2), 'egress' as const),
      severity: maybe(fc.constantFrom('low', 'critical')),
      location: maybe(fc.constantFrom('arguments.a', ...HOSTILE, '","severity":"low')),
      points: maybe(fc.constantFrom(0, 10, 2.5, -1)),
      evidence: maybe(fc.constantFrom('ab…yz (20)', '"}],[', '\\"')),
    })
    .map((written) => JSON.parse(JSON.stringify(written))),
  // not signals, or not written as a proxy does
  fc.constantFrom<unknown>(
    'nonsense',
    { category: 'pii', id: 5 },
    { severity: 'high', category: 'pii' },
    { id: null, category: 'egress' },
    5,
  ),
);

/** Audit records as they are written, some of them none, with all that rules look at and with hostile texts. */
export const hostileRecords: fc.Arbitrary<object[]> = fc
  .array(
    fc.record({
      call: calls,
      id: maybe(fc.constantFrom('a', 'b', ...HOSTILE)),
      tool: maybe(fc.constantFrom(...HOSTILE, 'ｄb.read')),
      agent: maybe(fc.constantFrom('ana', 'bob', ...HOSTILE)),
      ip: maybe(
        fc.constantFrom(
          '10.255.255.255',
          '11.0.0.0',
          '9.255.255.255',
          '1.2.3',
          '256.1.1.1',
          '1.2.3.4\n',
          '192.0.2.6',
          '192.0.2.8',
          ...HOSTILE,
        ),
      ),
      host: maybe(
        fc.constantFrom(
          'a.db.corp.com',
          'xn--a',
          'a.corp.com',
          'other.invalid',
          'corp.com\n',
          'b.x',
          ...HOSTILE,
        ),
      ),
      environment: maybe(fc.constantFrom('Production', 'prod', ...HOSTILE)),
      threat: maybe(fc.constantFrom(...THREAT_CLASSES.slice(0, 2), 'unheard of')),
      risk: maybe(fc.constantFrom(-1, 101, 19, 20, 49, 50)),
      signals: maybe(fc.array(signal, { maxLength: 3 })),
      enforced: maybe(
        fc.constantFrom<unknown>(
          { names: 'strict', unknownServer: 'deny' },
          { names: 'loose', unknownServer: 'require_approval' },
          { names: 'none' },
        ),
      ),
      decision: fc.constantFrom(...DECISIONS, 'hold'),
      state: maybe(fc.constantFrom<string>(...APPROVAL_STATES, 'unheard of')),
      fault: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, 'no rules'),
    }),
    { minLength: 1, maxLength: 40, size: 'max' },
  )
  .map((written) =>
    // with their own moments, since the order of a log is that of time
    written.map(({ call, ...more }, index) => {
      const { agent, resource, ...rest } = call;
      return JSON.parse(
        JSON.stringify({
          ...rest,
          ...{ id: more.id, tool: more.tool ?? call.tool, ip: more.ip ?? call.ip, fault: more.fault },
          ...{ risk: more.risk ?? call.risk, signals: more.signals ?? call.signals, enforced: more.enforced },
          at: new Date(Math.floor(call.at / 100) * 100 + index).toISOString(),
          agent: { ...agent, id: more.agent, ...(more.threat && { mlThreatClass: more.threat }) },
          resource: {
            ...resource,
            ...(more.host && { host: more.host }),
            ...(more.environment && { environment: more.environment }),
          },
          decision: more.decision,
          approval: more.state && { state: more.state },
        }),
      ) as { at: string };
    }),
  )
  .map((records) => records.sort((a, b) => (a.at < b.at ? -1 : 1)));

/** Rule sets with a registry, with or without thresholds that see what was cut. */
export const ruleSets: fc.Arbitrary<RuleSetFile> = fc
  .record({
    rules,
    servers,
    incomplete: fc.constantFrom('allow' as const, 'deny' as const),
    names: fc.constantFrom('strict' as const, undefined),
    default: fc.constantFrom('deny' as const, undefined),
    isCarrying: fc.boolean(),
  })
  .map(({ incomplete, names, default: byDefault, isCarrying, ...file }) => ({
    path: 'rules.yml',
    ...file,
    // assessments make a query read record by record: see to it that half of the sets have none
    rules: file.rules.map((rule) => {
      if (isCarrying || rule.context?.mlThreatClass === undefined) return rule;
      const { mlThreatClass: _, ...context } = rule.context;
      return { ...rule, context: Object.keys(context).length === 0 ? null : context };
    }),
    agents: [{ id: 'bob', labels: ['ci'] }],
    inspection: { disabled: [], incomplete },
    ...(names && { names }),
    ...(byDefault && { default: byDefault }),
  }));
