import { preparsePolicySet } from '@cedar-policy/cedar-wasm/nodejs';
import { newEnforcer, newModelFromString } from 'casbin';
import { parseRuleSet } from '../src/features/gateway/rule-file/rule-set-file.ts';
import type { TimedCall } from '../src/features/gateway/rules/attributes.ts';
import type { Rule } from '../src/features/gateway/rules/model.ts';
import { compileRuleSet } from '../src/features/gateway/rules/rule-set.ts';
import { authorize, conditionOf, contextOf } from '../test/support/cedar.ts';
import { median } from './measure.ts';

const SERVICES = ['db', 'github', 'aws', 'gmail', 'slack', 'jira', 's3', 'shell', 'stripe', 'k8s'];
const VERBS = [
  'read',
  'list',
  'write',
  'delete_item',
  'send',
  'search',
  'create',
  'merge',
  'update',
  'delete_all',
];
const ENVIRONMENTS = ['production', 'staging', 'development'];
const LABELS = ['ci', 'prod-agent', 'intern', 'finance'];
const START = Date.UTC(2026, 0, 1);
const ROUNDS = 7;

/** One side of the comparison. A round decides a fixed number of calls and returns how many of them it denied in a pass. */
interface Side {
  readonly name: string;
  readonly calls: number;
  readonly round: () => number;
}

/** Times decisions alone, on one core, against two policy engines with the same rules. */
export async function measureDecisions(): Promise<void> {
  console.log('gateway: decisions a second on one core, after loading; target at least 1,000,000');
  for (const rules of [20, 100]) {
    const shared = sharedRules(rules);
    const calls = makeCalls(20_000);
    const ours = oursOn('mcptest', shared, calls);
    const peers = [await casbinOn(shared, calls.slice(0, 2000)), cedarOn(shared, calls.slice(0, 2000))];
    const rates = measure([ours, ...peers]);
    const [own = 0, ...others] = rates;
    const peerText = peers.map(({ name }, index) => {
      const rate = others[index] ?? 0;
      return `${name} ${inWords(rate)}, ${Math.round(own / rate)} times`;
    });
    console.log(`  ${rules} rules: ${inWords(own)}; ${peerText.join('; ')}; target at least 100 times`);
    const [all = 0, fresh = 0] = measure([
      oursOn('every kind of constraint', everyKind(rules), calls),
      oursOn('tools never seen before', shared, calls.map(renamed)),
    ]);
    console.log(
      `    with every kind of constraint ${inWords(all)}; on tools never seen before ${inWords(fresh)}`,
    );
  }
  console.log();
}

/** Returns the decisions a second of all sides, with their rounds interleaved. */
function measure(sides: readonly Side[]): number[] {
  const times = sides.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    sides.forEach(({ round: decide }, index) => {
      const start = performance.now();
      decide();
      // the first round is a warm-up
      if (round > 0) times[index]?.push(performance.now() - start);
    });
  }
  return sides.map(({ calls }, index) => (calls / median(times[index] ?? [])) * 1000);
}

function inWords(rate: number): string {
  return Math.round(rate).toLocaleString('en');
}

function oursOn(name: string, rules: readonly Rule[], calls: readonly TimedCall[]): Side {
  const ruleSet = compileRuleSet({
    path: 'p.yml',
    rules,
    servers: [],
    agents: [],
    inspection: { disabled: [] },
  });
  // repeated, so a round takes long enough to be timed
  const passes = 10;
  return {
    name,
    calls: calls.length * passes,
    round: () => {
      let denied = 0;
      for (let pass = 0; pass < passes; pass++) {
        for (const call of calls) if (ruleSet.decide(call).decision === 'deny') denied++;
      }
      return denied / passes;
    },
  };
}

const MODEL = `
[request_definition]
r = tool, environment, label, ip
[policy_definition]
p = tool, environment, label, ip, eft
[policy_effect]
e = !some(where (p.eft == deny))
[matchers]
m = keyMatch(r.tool, p.tool) && (p.environment == '*' || r.environment == p.environment) && (p.label == '*' || r.label == p.label) && (p.ip == '*' || ipMatch(r.ip, p.ip))
`;

async function casbinOn(rules: readonly Rule[], calls: readonly TimedCall[]): Promise<Side> {
  const enforcer = await newEnforcer(newModelFromString(MODEL));
  await enforcer.addPolicies(
    rules.map(({ toolPattern, action, context }) => [
      toolPattern,
      context?.resource?.environment?.anyOf[0] ?? '*',
      context?.agent?.labels?.anyOf[0] ?? '*',
      context?.ip?.anyOf[0] ?? '*',
      action,
    ]),
  );
  const requests = calls.map(({ tool, resource, agent, ip }) => [
    tool,
    resource?.environment,
    agent?.labels?.[0],
    ip,
  ]);
  const round = () => requests.filter((request) => !enforcer.enforceSync(...request)).length;
  return agreeing({ name: 'casbin', calls: calls.length, round }, rules, calls);
}

function cedarOn(rules: readonly Rule[], calls: readonly TimedCall[]): Side {
  const staticRules = Object.fromEntries(
    rules.map((rule) => {
      const effect = rule.action === 'deny' ? 'forbid' : 'permit';
      return [rule.name, `${effect}(principal, action, resource) when { ${conditionOf(rule)} };`];
    }),
  );
  preparsePolicySet('bench', {
    staticPolicies: { ...staticRules, '-': 'permit(principal, action, resource);' },
  });
  const contexts = calls.map(({ at, ...call }) => {
    const { wall: _, ...context } = contextOf([], { at, ...call }, []);
    return context;
  });
  const round = () =>
    contexts.filter((context) => {
      const answer = authorize('bench', context);
      return answer.type === 'success' && answer.response.decision === 'deny';
    }).length;
  return agreeing({ name: 'cedar-wasm', calls: calls.length, round }, rules, calls);
}

/** Checks that all engines decide alike; otherwise a comparison would mean nothing. */
function agreeing(side: Side, rules: readonly Rule[], calls: readonly TimedCall[]): Side {
  const [theirs, ours] = [side.round(), oursOn('', rules, calls).round()];
  if (theirs !== ours)
    throw new Error(`${side.name} denies ${theirs} of ${calls.length} calls, mcptest ${ours}`);
  return side;
}

/** Rules that all sides can express: a glob, an environment, a label, a network. */
function sharedRules(count: number): readonly Rule[] {
  return rulesOf(count, (index) => {
    const environment = `resource: {environment: {anyOf: [${ENVIRONMENTS[index % 3]}]}}`;
    const label = `agent: {labels: {anyOf: [${LABELS[index % 4]}]}}`;
    const network = `ip: {anyOf: ["10.${index}.0.0/16"]}`;
    return [environment, label, `${network}, ${environment}`, `${label}, ${environment}`][index % 4] ?? '';
  });
}

/** Rules with hosts, types, windows in time zones and signals too. */
function everyKind(count: number): readonly Rule[] {
  const window =
    'windows: [{days: [1, 2, 3, 4, 5], start: "09:00", end: "18:00"}, {start: "23:00", end: "01:00"}]';
  return rulesOf(count, (index) => {
    const time = `time: {${window}, tz: America/New_York, negate: true}`;
    const host = `resource: {host: {anyOf: ["*.corp.com", api.example.com]}, type: {anyOf: [database]}}`;
    const network = 'ip: {anyOf: [10.0.0.0/8, 192.168.0.0/16, "2001:db8::/32"], negate: true}';
    const label = `agent: {labels: {anyOf: [${LABELS[index % 4]}, other]}}, mlThreatClass: {anyOf: [malware]}`;
    return [time, host, `${network}, ${time}`, label, `${host}, ${time}`][index % 5] ?? '';
  });
}

function rulesOf(count: number, contextOfRule: (index: number) => string): readonly Rule[] {
  const lines = Array.from({ length: count }, (_, index) => {
    const service = SERVICES[index % SERVICES.length];
    const verb = VERBS[Math.floor(index / SERVICES.length) % VERBS.length];
    const pattern = index % 3 === 0 ? `${service}.*` : `${service}.${verb}`;
    const action = index % 2 === 0 ? 'deny' : 'allow';
    return `- {name: r${index}, toolPattern: "${pattern}", action: ${action}, context: {${contextOfRule(index)}}}`;
  });
  return parseRuleSet(lines.join('\n'), 'p.yml').rules;
}

/** Calls as in a log: ten services with ten tools each, a call every half minute. */
function makeCalls(count: number): TimedCall[] {
  return Array.from({ length: count }, (_, index) => ({
    tool: `${SERVICES[(index * 7) % 10]}.${VERBS[(index * 3 + (index >> 4)) % 10]}`,
    at: START + index * 30_000,
    ip: `10.${index % 120}.${index % 250}.7`,
    resource: {
      environment: ENVIRONMENTS[index % 3] ?? '',
      type: index % 2 === 0 ? 'database' : 'http_api',
      host: index % 5 === 0 ? 'DB.corp.com:5432' : 'api.example.org',
    },
    agent: { labels: [LABELS[(index >> 2) % 4] ?? ''], ...(index % 9 === 0 && { mlThreatClass: 'malware' }) },
    risk: index % 101,
    signals: index % 6 === 0 ? [{ category: 'pii' }] : [],
  }));
}

function renamed(call: TimedCall, index: number): TimedCall {
  return { ...call, tool: `${call.tool}_${index}` };
}
