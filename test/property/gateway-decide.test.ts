import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain } from '../../src/features/gateway/decide/explain.ts';
import type { RegisteredServer, Rule } from '../../src/features/gateway/rules/model.ts';
import { compileRuleSet } from '../../src/features/gateway/rules/rule-set.ts';
import { compileToolGlob } from '../../src/features/gateway/rules/tool-glob.ts';
import { IpAddress } from '../../src/net/ip.ts';
import { compileNetworks, type Network, parseNetwork } from '../../src/net/networks.ts';
import { calls, rules, servers } from '../support/gateway-arbitraries.ts';
import { bareHost, decideSlowly, isMatch, sourceOf } from '../support/gateway-oracle.ts';
import { ruleOf } from '../support/rule-sets.ts';

const RUNS = { numRuns: 400 };

const compile = (rules: readonly Rule[], registry: readonly RegisteredServer[] = []) =>
  compileRuleSet({ path: 'p.yml', rules, servers: registry, agents: [], inspection: { disabled: [] } });

describe('a decision', () => {
  it('is what the documentation says, step by step', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(rules, servers, fc.array(calls, { minLength: 6, maxLength: 9 }), (rules, registry, all) => {
        const ruleSet = compile(rules, registry);
        for (const call of all) {
          const { decision, rule, by } = ruleSet.decide(call);
          expect({ decision, policy: rule?.name ?? null }).toEqual(decideSlowly(rules, registry, call));
          for (const compiled of ruleSet.rules) {
            expect(compiled.matches(call)).toBe(isMatch(compiled.rule, registry, call));
          }
          seen.add(`${decision} by ${by}`);
        }
      }),
      RUNS,
    );
    // the generated calls reach every kind of decision
    expect([...seen].sort()).toEqual([
      'allow by default',
      'allow by explicit',
      'allow by signal',
      'deny by explicit',
      'deny by signal',
      'deny by threshold',
      'require_approval by explicit',
      'require_approval by signal',
    ]);
  });

  it('finds the rules that match without trying each, in their order', () => {
    const named = { names: 'strict', unknownServer: 'deny' } as const;
    fc.assert(
      fc.property(rules, servers, calls, fc.boolean(), (rules, registry, call, isStrict) => {
        const ruleSet = compile(rules, registry);
        const asked = isStrict ? { ...call, tool: call.tool.toUpperCase(), enforced: named } : call;
        expect(ruleSet.matching(asked).map(({ rule }) => rule)).toEqual(
          ruleSet.rules.filter((each) => each.matches(asked)).map(({ rule }) => rule),
        );
      }),
      RUNS,
    );
  });

  it('agrees with its explanation', () => {
    fc.assert(
      fc.property(rules, servers, calls, (rules, registry, { risk = 0, signals = [], ...call }) => {
        const ruleSet = compile(rules, registry);
        const inspected = { ...call, risk, signals };
        const ruling = ruleSet.decide(inspected);
        const verdict = explain(ruleSet, inspected, 'all');
        expect(verdict.decision).toBe(ruling.decision);
        expect(verdict.matchedPolicy).toBe(ruling.rule?.name ?? null);
        expect(verdict.trace.map(({ policy }) => policy).sort()).toEqual(
          rules.map(({ name }) => name).sort(),
        );
        const matching = verdict.trace.filter(({ matched }) => matched);
        expect(explain(ruleSet, inspected, 'matching').trace).toEqual(matching);
        if (ruling.rule) expect(matching.map(({ policy }) => policy)).toContain(ruling.rule.name);
        for (const { matched, because } of verdict.trace)
          expect(because.includes(', but ')).toBe(!matched && because.includes(' matches the pattern'));
      }),
      RUNS,
    );
  });

  it('depends on the place of rules of the same priority only', () => {
    const shuffled = rules.chain((rules) =>
      fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })),
    );
    fc.assert(
      fc.property(shuffled, servers, calls, ([rules, others], registry, call) => {
        const apart = (all: readonly Rule[]) =>
          all.map((rule) => ({ ...rule, priority: rules.findIndex(({ name }) => name === rule.name) }));
        expect(compile(apart(others), registry).decide(call)).toEqual(
          compile(apart(rules), registry).decide(call),
        );
      }),
      RUNS,
    );
  });

  it('never becomes milder because of one more rule, unless a threshold decided before', () => {
    fc.assert(
      fc.property(
        rules,
        servers,
        calls,
        fc.integer({ min: -5, max: 5 }),
        (rules, registry, call, priority) => {
          const before = compile(rules, registry).decide(call);
          for (const action of ['allow', 'require_approval', 'deny'] as const) {
            const more = [...rules, ruleOf({ name: 'more', action, priority })];
            const after = compile(more, registry).decide(call);
            const strictness = ['allow', 'require_approval', 'deny'];
            // a threshold is a fallback: any rule that decides replaces it
            if (before.by === 'threshold') continue;
            expect(strictness.indexOf(after.decision)).toBeGreaterThanOrEqual(
              strictness.indexOf(before.decision),
            );
            if (action === 'allow') expect(after.decision).toBe(before.decision);
            if (action === 'deny') expect(after.decision).toBe('deny');
          }
        },
      ),
      RUNS,
    );
  });

  it('is known when nothing is missing: attributes that the call does not have change no match', () => {
    const full = {
      ip: '10.1.2.3',
      resource: { environment: 'production', type: 'database', host: 'db.corp.com' },
      agent: { labels: ['ci'], mlThreatClass: 'jailbreak' },
      signals: [{ category: 'secret' as const }, { category: 'pii' as const }],
    };
    const other = {
      ip: '192.0.2.9',
      resource: { environment: 'x', type: 'x', host: 'x.org' },
      agent: { labels: [], mlThreatClass: 'x' },
      signals: [],
    };
    fc.assert(
      fc.property(rules, servers, calls, (rules, registry, call) => {
        for (const compiled of compile(rules, registry).rules) {
          if (compiled.lacks(call).length > 0) continue;
          for (const rest of [full, other]) {
            const server = registry.find(({ name }) => name === call.server);
            const known = {
              ...rest,
              ...call,
              resource: { ...rest.resource, ...call.resource, ...server },
              agent: { ...rest.agent, ...call.agent },
            };
            // an invalid address counts as absent
            if (sourceOf(call) === undefined) known.ip = rest.ip;
            if (bareHost(call.resource?.host) === undefined && !server?.host)
              known.resource.host = rest.resource.host;
            if (!call.resource?.environment && !server?.environment)
              known.resource.environment = rest.resource.environment;
            expect(compiled.matches(known)).toBe(compiled.matches(call));
          }
        }
      }),
      RUNS,
    );
  });
});

describe('a tool pattern', () => {
  it('matches the same as its regular expression', () => {
    const unit = fc.constantFrom('a', 'b', '.', '😀', '\n');
    const name = fc.string({ unit, maxLength: 10 });
    const pattern = fc.string({ unit: fc.oneof(unit, fc.constant('*'), fc.constant('*')), maxLength: 8 });
    fc.assert(
      fc.property(pattern, name, (glob, tool) => {
        const expression = glob.replaceAll('.', '\\.').replaceAll('*', '[\\s\\S]+');
        expect(compileToolGlob(glob).matches(tool)).toBe(new RegExp(`^${expression}$`, 'u').test(tool));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('an IP address', () => {
  const anyAddress = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4().map((text) => `::ffff:${text}`),
  );
  const nearly = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789abcdefF:.%/x '), maxLength: 24 }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(':', '::', '.', '%', 'e0'),
          fc.nat(300).map(String),
          fc.nat(0x1ffff).map((value) => value.toString(16)),
        ),
        { maxLength: 17 },
      )
      .map((parts) => parts.join('')),
    fc
      .array(fc.constantFrom('', '0', '1', 'ffff', '1.2.3.4'), { maxLength: 10 })
      .map((parts) => parts.join(':')),
    anyAddress
      .chain((text) =>
        fc.tuple(fc.constant(text), fc.nat(text.length), fc.constantFrom('', ':', '.', '0', 'g', '%')),
      )
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1)),
  );

  it('is one exactly when Node says so', () => {
    const address = new IpAddress();
    fc.assert(
      fc.property(fc.oneof(anyAddress, nearly), (text) => {
        expect(address.readAsWritten(text).family).toBe(isIP(text));
      }),
      { numRuns: 20_000 },
    );
  });

  it('is in a network exactly when Node says so', () => {
    const word = fc.constantFrom('0', '1', '2001', 'db8', 'ffff', '8000');
    const six = fc.array(word, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'));
    const four = fc
      .array(fc.constantFrom(0, 1, 10, 127, 128, 255), { minLength: 4, maxLength: 4 })
      .map((bytes) => bytes.join('.'));
    const pairs = fc.oneof(
      fc.record({ family: fc.constant('ipv4' as const), network: four, address: four, bits: fc.nat(32) }),
      fc.record({ family: fc.constant('ipv6' as const), network: six, address: six, bits: fc.nat(128) }),
    );
    let inside = 0;
    fc.assert(
      fc.property(pairs, ({ family, network, address, bits }) => {
        // we treat IPv4-mapped addresses as IPv4, which a separate table tests
        fc.pre(!/^(0:){5}ffff:/.test(network) && !/^(0:){5}ffff:/.test(address));
        const list = new BlockList();
        list.addSubnet(network, bits, family);
        const test = compileNetworks([parseNetwork(`${network}/${bits}`) as Network]);
        const holds = test(new IpAddress().read(address));
        if (holds) inside++;
        expect(holds).toBe(list.check(address, family));
      }),
      { numRuns: 10_000 },
    );
    expect(inside).toBeGreaterThan(500);
  });
});
