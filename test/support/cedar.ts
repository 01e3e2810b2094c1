import {
  type AuthorizationAnswer,
  type Context,
  preparsePolicySet,
  statefulIsAuthorized,
} from '@cedar-policy/cedar-wasm/nodejs';
import type { Decision } from '../../src/artifacts/audit-log/model.ts';
import type { TimedCall } from '../../src/features/gateway/rules/attributes.ts';
import type { AnyOf, RegisteredServer, Rule, RuleContext } from '../../src/features/gateway/rules/model.ts';
import { bareHost, fold, sourceOf, unmapped, wallTime } from './gateway-oracle.ts';

/** What a rule can do that Cedar knows as forbidding, the strictest first. */
const FORBIDDING = ['deny', 'require_approval'] as const;

/** Cedar's decision, and all rules that caused it; Cedar does not report rules that allow. */
export interface CedarAnswer {
  readonly decision: Decision;
  readonly policies: readonly string[];
}

/**
 * Loads a rule set into Cedar, and returns what asks it about a call. The rule set has no signals and thresholds, and at
 * most one star in each pattern. Cedar knows only forbid and permit, but it names all rules that forbid.
 */
export function cedarOf(
  policies: readonly Rule[],
  servers: readonly RegisteredServer[],
): (call: TimedCall) => CedarAnswer {
  const forbidding = policies.filter((rule) => rule.enabled && rule.action !== 'allow');
  const named = (action: string) =>
    forbidding.filter((rule) => rule.action === action).map(({ name }) => name);
  const rules = forbidding.map((rule) => [
    rule.name,
    `forbid(principal, action, resource) when { ${conditionOf(rule)} };`,
  ]);
  const staticPolicies = { ...Object.fromEntries(rules), '-': 'permit(principal, action, resource);' };
  const loaded = preparsePolicySet('rules', { staticPolicies });
  if (loaded.type === 'failure') throw new Error(JSON.stringify(loaded.errors));
  const zones = [...new Set(forbidding.flatMap(({ context }) => context?.time?.tz ?? []))];
  const byAction = FORBIDDING.map((action) => [action, new Set(named(action))] as const);
  return (call) => {
    const answer = authorize('rules', contextOf(servers, call, zones));
    if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors));
    const { decision, diagnostics } = answer.response;
    if (diagnostics.errors.length > 0) throw new Error(JSON.stringify(diagnostics.errors));
    if (decision === 'allow') return { decision, policies: [] };
    for (const [action, names] of byAction) {
      const policies = diagnostics.reason.filter((name) => names.has(name));
      if (policies.length > 0) return { decision: action, policies };
    }
    throw new Error('Cedar forbids a call, and names no rule');
  };
}

/** Asks one question of a rule set that Cedar has loaded. */
export function authorize(id: string, context: Context): AuthorizationAnswer {
  return statefulIsAuthorized({
    principal: { type: 'Agent', id: 'a' },
    action: { type: 'Action', id: 'call' },
    resource: { type: 'Tool', id: 't' },
    context,
    preparsedPolicySetId: id,
    entities: [],
  });
}

/** Returns a call as the context of a question to Cedar, with the local time in each zone that the rules name. */
export function contextOf(
  servers: readonly RegisteredServer[],
  call: TimedCall,
  zones: readonly string[],
): Context {
  const server = servers.find(({ name }) => name === call.server);
  const { environment, type, host } = { ...call.resource, ...server };
  const source = sourceOf(call);
  const ip = source === undefined ? undefined : unmapped(source);
  const bare = bareHost(host);
  return {
    tool: call.tool,
    whole: call.server === undefined ? call.tool : `mcp__${call.server}__${call.tool}`,
    wall: Object.fromEntries(
      zones.map((zone) => {
        const { day, time } = wallTime(zone, call.at);
        return [zone, { day, minute: minutesOf(time) }];
      }),
    ),
    ...(ip !== undefined && { ip: { __extn: { fn: 'ip', arg: ip } } }),
    ...(environment && { environment }),
    ...(type !== undefined && { type }),
    ...(bare !== undefined && { host: bare }),
    ...(call.agent?.labels && { labels: call.agent.labels.map(fold) }),
    ...(call.agent?.mlThreatClass !== undefined && { threat: call.agent.mlThreatClass }),
  };
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

const text = (value: string) => JSON.stringify(value);

/** Returns the pattern and context of a policy in Cedar. */
export function conditionOf({ toolPattern, context }: Rule): string {
  // Cedar's star also matches zero characters
  const stars = toolPattern.split('*').length - 1;
  if (stars > 1) throw new Error(`\`${toolPattern}\` cannot be said in Cedar`);
  const matches = ['tool', 'whole'].map((name) => {
    const like = `context.${name} like ${text(toolPattern)}`;
    return stars === 1 ? `(${like} && context.${name} != ${text(toolPattern.replace('*', ''))})` : like;
  });
  const conditions = [matches.join(' || ')];
  return [...conditions, ...(context ? conditionsOf(context) : [])].map((one) => `(${one})`).join(' && ');
}

function conditionsOf({ ip, time, resource, agent, mlThreatClass }: RuleContext): string[] {
  return [
    inList(ip, 'ip', (entry) => `context.ip.isInRange(ip(${text(networkOf(entry))}))`),
    inList(resource?.environment, 'environment', (entry) => `context.environment == ${text(entry)}`),
    inList(resource?.type, 'type', (entry) => `context.type == ${text(entry)}`),
    inList(resource?.host, 'host', (entry) => {
      const name = bareHost(entry.replace(/^\*\./, '')) as string;
      const below = entry.startsWith('*.') ? ` || context.host like ${text(`*.${name}`)}` : '';
      return `context.host == ${text(name)}${below}`;
    }),
    inList(agent?.labels, 'labels', (entry) => `context.labels.contains(${text(fold(entry))})`),
    inList(
      mlThreatClass && { ...mlThreatClass, negate: false },
      'threat',
      (entry) => `context.threat == ${text(entry)}`,
    ),
    time && windowsInCedar(time),
  ].filter((condition) => condition !== undefined);
}

function inList(list: AnyOf | undefined, key: string, test: (entry: string) => string): string | undefined {
  if (!list) return undefined;
  const isIn = `context has ${key} && (${list.anyOf.map((entry) => `(${test(entry)})`).join(' || ')})`;
  return list.negate ? `!(${isIn})` : isIn;
}

function networkOf(entry: string): string {
  const [written = '', length] = entry.split('/');
  const network = unmapped(written);
  if (length === undefined) return network;
  return `${network}/${Number(length) - (network === written ? 0 : 96)}`;
}

function windowsInCedar({ windows, tz, negate }: NonNullable<RuleContext['time']>): string {
  const wall = `context.wall[${text(tz)}]`;
  const open = windows.map(({ days = [1, 2, 3, 4, 5, 6, 7], start, end }) => {
    const on = (shift: number) =>
      `[${days.map((day) => (day + shift) % 7).join(', ')}].contains(${wall}.day)`;
    const from = `${wall}.minute >= ${minutesOf(start)}`;
    const until = `${wall}.minute < ${minutesOf(end)}`;
    if (minutesOf(end) > minutesOf(start)) return `(${on(0)} && ${from} && ${until})`;
    return `(${on(0)} && ${from}) || (${on(1)} && ${until})`;
  });
  return negate ? `!(${open.join(' || ')})` : open.join(' || ');
}
