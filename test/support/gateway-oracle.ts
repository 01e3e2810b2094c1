import { BlockList, isIP } from 'node:net';
import type { TimedCall } from '../../src/features/gateway/rules/attributes.ts';
import type { AnyOf, RegisteredServer, Rule, TimeWindow } from '../../src/features/gateway/rules/model.ts';

/** A decision, and the rule that decided. */
export interface Opinion {
  readonly decision: string;
  readonly policy: string | null;
}

/**
 * Decides a call as the documentation says, sentence by sentence, with other means than the program: regular
 * expressions, the block lists of Node, the formats of `Intl`.
 */
export function decideSlowly(
  rules: readonly Rule[],
  servers: readonly RegisteredServer[],
  call: TimedCall,
): Opinion {
  const inOrder = rules
    .filter(({ enabled }) => enabled)
    .map((rule, place) => ({ rule, place }))
    .toSorted((a, b) => a.rule.priority - b.rule.priority || a.place - b.place)
    .map(({ rule }) => rule);
  const candidates = inOrder.filter((rule) => isMatch(rule, servers, call));
  const deciding = candidates.filter(({ riskThreshold }) => riskThreshold === null);
  for (const decision of ['deny', 'require_approval', 'allow']) {
    const saying = deciding.filter(({ action }) => action === decision);
    const explicit = saying.find(({ signalCategory }) => signalCategory === null);
    const credited = explicit ?? saying[0];
    if (credited) return { decision, policy: credited.name };
  }
  const threshold = candidates.find(({ riskThreshold }) => riskThreshold !== null);
  if (threshold && call.risk !== undefined && call.risk >= Number(threshold.riskThreshold)) {
    return { decision: 'deny', policy: threshold.name };
  }
  return { decision: 'allow', policy: null };
}

/** Whether pattern, context and signal category of a rule match a call. */
export function isMatch(rule: Rule, servers: readonly RegisteredServer[], call: TimedCall): boolean {
  const { context, signalCategory, toolPattern } = rule;
  const names = [call.tool, ...(call.server === undefined ? [] : [`mcp__${call.server}__${call.tool}`])];
  if (!names.some((name) => globToRegExp(toolPattern).test(name))) return false;
  if (signalCategory !== null && !call.signals?.some(({ category }) => category === signalCategory))
    return false;
  const server = servers.find(({ name }) => name === call.server);
  const { ip, time, resource, agent, mlThreatClass } = context ?? {};
  const threat = call.agent?.mlThreatClass;
  return [
    isIn(ip, sourceOf(call), (entry, address) => isInNetwork(entry, address)),
    !time || time.windows.some((window) => isOpen(window, time.tz, call.at)) !== time.negate,
    isIn(
      resource?.environment,
      server?.environment ?? (call.resource?.environment || undefined),
      (a, b) => a === b,
    ),
    isIn(resource?.type, server?.type ?? call.resource?.type, (a, b) => a === b),
    isIn(resource?.host, bareHost(server?.host ?? call.resource?.host), isHost),
    isIn(agent?.labels, call.agent?.labels, (entry, labels) =>
      labels.some((label) => fold(label) === fold(entry)),
    ),
    !mlThreatClass || mlThreatClass.anyOf.some((wanted) => wanted === threat),
  ].every(Boolean);
}

function isIn<T>(
  list: AnyOf | undefined,
  value: T | undefined,
  test: (entry: string, value: T) => boolean,
): boolean {
  if (!list) return true;
  return (value !== undefined && list.anyOf.some((entry) => test(entry, value))) !== list.negate;
}

function globToRegExp(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]+')}$`, 'u');
}

/** Folds letter case. */
export const fold = (text: string) => text.toUpperCase().toLowerCase();

/** `::ffff:10.1.2.3` as `10.1.2.3`, without a zone. */
export const unmapped = (text: string) => text.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/, '');

function isInNetwork(entry: string, source: string): boolean {
  if (isIP(source) === 0) return false;
  const [written = '', length] = entry.split('/');
  const mapped = written !== unmapped(written);
  const network = unmapped(written);
  const address = unmapped(source);
  if (isIP(network) !== isIP(address)) return false;
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  const most = family === 'ipv4' ? 32 : 128;
  list.addSubnet(network, length === undefined ? most : Number(length) - (mapped ? 96 : 0), family);
  return list.check(address, family);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns the day of the week, with Sunday as 0, and the local time, `09:30`. */
export function wallTime(tz: string, at: number): { day: number; time: string } {
  const parts = formatOf(tz).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday'));
  return { day, time: `${part('hour')}:${part('minute')}` };
}

/** Whether a window that began today or yesterday is open now. */
function isOpen({ days, start, end }: TimeWindow, tz: string, at: number): boolean {
  const { day, time } = wallTime(tz, at);
  const on = (wanted: number) => days === undefined || days.some((each) => each % 7 === wanted % 7);
  if (end > start) return on(day) && time >= start && time < end;
  return (on(day) && time >= start) || (on(day + 6) && time < end);
}

/** Returns the source address without port, brackets and blanks; undefined when it is not an address. */
export function sourceOf({ ip }: Pick<TimedCall, 'ip'>): string | undefined {
  const bare = ip
    ?.trim()
    .replace(/^\[(.*)\]:\d+$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  return bare !== undefined && isIP(bare) !== 0 ? bare : undefined;
}

function isHost(entry: string, found: string): boolean {
  const wanted = bareHost(entry.replace(/^\*\./, ''));
  return found === wanted || (entry.startsWith('*.') && found.endsWith(`.${wanted}`));
}

/** Removes the port, trailing dots and upper case. Knows only the special hosts of the tests. */
export function bareHost(text: string | undefined): string | undefined {
  if (text === undefined || text === 'not a host') return undefined;
  if (text === '0x0a000001') return '10.0.0.1';
  const name = text.toLowerCase().replace(/^\[(.*)\](:\d*)?$/, '$1');
  if (['::1', '0:0::1'].includes(name)) return '::1';
  return name.replace(/^([^:]*):\d*$/, '$1').replace(/[.。]+$/, '');
}
