import type { ToolCall } from '../../../artifacts/audit-log/model.ts';
import { foldCase } from '../../../assertions/fold-case.ts';
import { compileHosts } from '../../../net/hosts.ts';
import { compileNetworks, type Network, parseNetwork } from '../../../net/networks.ts';
import { quote } from '../../../text/clip.ts';
import { someOf } from '../../../text/some-of.ts';
import type { Attributes } from './attributes.ts';
import type { AnyOf, RuleContext } from './model.ts';
import { compileWindows, formatMinute, formatWindow, isInside } from './time-windows.ts';

/** The attributes that a call may carry. */
export type AttributeName =
  | 'ip'
  | 'resource.environment'
  | 'resource.type'
  | 'resource.host'
  | 'agent.labels'
  | 'agent.mlThreatClass'
  | 'time'
  | 'signals'
  | 'risk';

/** One condition of a rule on the attributes of a call. */
export interface Constraint {
  /** Its key in `context`. */
  readonly key: string;
  /** The attribute that it checks. */
  readonly attribute: AttributeName;
  /** The required value as text. */
  readonly wanted: string;
  readonly holds: (call: ToolCall) => boolean;
  /** Whether the call or the registry has the attribute. */
  readonly isKnown: (call: ToolCall) => boolean;
  /** The value of the call as text; undefined when it is unknown. */
  readonly found: (call: ToolCall) => string | undefined;
}

/** Compiles a context into constraints that must all hold, the cheapest first. */
export function compileContext(context: RuleContext | null, attributes: Attributes): Constraint[] {
  if (!context) return [];
  const { ip, time, resource, agent, mlThreatClass } = context;
  return [
    mlThreatClass && threatClass(mlThreatClass.anyOf),
    resource?.environment &&
      isOneOf('resource.environment', resource.environment, (call) => attributes.environmentOf(call)),
    resource?.type && isOneOf('resource.type', resource.type, (call) => attributes.typeOf(call)),
    time && wallClock(time, attributes),
    agent?.labels && hasLabel(agent.labels, attributes),
    ip && fromNetwork(ip, attributes),
    resource?.host && toHost(resource.host, attributes),
  ].filter((constraint) => constraint !== undefined);
}

interface ListConstraint<T> {
  readonly key: string;
  readonly attribute: AttributeName;
  readonly list: AnyOf;
  readonly read: (call: ToolCall) => T | undefined;
  readonly isIn: (value: T) => boolean;
  /** Returns the value of the call as text. */
  readonly found: (call: ToolCall) => string;
}

/** Compiles a list. An absent attribute is in no list, so with `negate` the constraint holds. */
function inList<T>({ key, attribute, list, read, isIn, found }: ListConstraint<T>): Constraint {
  const { anyOf, negate } = list;
  return {
    key,
    attribute,
    wanted: negate ? `none of ${quoteAll(anyOf)}` : oneOf(anyOf),
    holds: (call) => {
      const value = read(call);
      return (value !== undefined && isIn(value)) !== negate;
    },
    isKnown: (call) => read(call) !== undefined,
    found: (call) => (read(call) === undefined ? undefined : found(call)),
  };
}

function isOneOf(
  key: 'resource.environment' | 'resource.type',
  list: AnyOf,
  read: (call: ToolCall) => string | undefined,
): Constraint {
  const values = new Set<string>(list.anyOf);
  const isIn = (value: string) => values.has(value);
  const stated = ({ resource }: ToolCall) =>
    key === 'resource.type' ? resource?.type : resource?.environment;
  return inList({
    key,
    attribute: key,
    list,
    read,
    isIn,
    found: (call) => quote(read(call) ?? '') + besideStated(read(call), stated(call)),
  });
}

/** Names what a call says of its target where the registry says something else, which wins. */
function besideStated(registered: string | undefined, stated: string | undefined): string {
  return stated === undefined || stated === registered
    ? ''
    : ` by the registry (the call says ${quote(stated)})`;
}

function fromNetwork(list: AnyOf, attributes: Attributes): Constraint {
  // the loader has rejected entries that are not networks
  const networks = list.anyOf
    .map(parseNetwork)
    .filter((network): network is Network => network !== undefined);
  return inList({
    key: 'ip',
    attribute: 'ip',
    list,
    read: (call) => attributes.addressOf(call),
    isIn: compileNetworks(networks),
    found: ({ ip }) => quote(ip ?? ''),
  });
}

function toHost(list: AnyOf, attributes: Attributes): Constraint {
  return inList({
    key: 'resource.host',
    attribute: 'resource.host',
    list,
    read: (call) => attributes.hostOf(call),
    isIn: compileHosts(list.anyOf),
    found: (call) => quote(attributes.hostOf(call) ?? ''),
  });
}

function hasLabel(list: AnyOf, attributes: Attributes): Constraint {
  const wanted = new Set(list.anyOf.flatMap((label) => [label, foldCase(label)]));
  return inList({
    key: 'agent.labels',
    attribute: 'agent.labels',
    list,
    read: (call) => attributes.labelsOf(call),
    isIn: (labels) => labels.some((label) => wanted.has(label) || wanted.has(foldCase(label))),
    found: (call) => {
      const labels = attributes.labelsOf(call) ?? [];
      const written = labels.length > 0 ? quoteAll(labels) : 'empty';
      const stated = call.agent?.labels;
      if (stated === undefined || isSameSet(stated, labels)) return written;
      return `${written} by the registry (the call says ${stated.length > 0 ? quoteAll(stated) : 'none'})`;
    },
  });
}

/**
 * Compiles `mlThreatClass`, which has no `negate` and never holds when no assessment exists ("fail-open"). Spec
 * (tool-call policies): "Attribute conditions (ABAC)", `mlThreatClass`.
 */
function threatClass(classes: readonly string[]): Constraint {
  const list = { anyOf: classes, negate: false };
  const wanted = new Set(classes);
  const read = ({ agent }: ToolCall) => agent?.mlThreatClass;
  const found = (call: ToolCall) => quote(read(call) ?? '');
  const isIn = (value: string) => wanted.has(value);
  return {
    ...inList({ key: 'mlThreatClass', attribute: 'agent.mlThreatClass', list, read, isIn, found }),
    found: (call) => (read(call) === undefined ? 'absent (the agent has not been assessed)' : found(call)),
  };
}

function wallClock(
  { windows, tz, negate }: NonNullable<RuleContext['time']>,
  attributes: Attributes,
): Constraint {
  const mask = compileWindows(windows);
  const clock = attributes.clock(tz);
  return {
    key: 'time',
    attribute: 'time',
    wanted: `${negate ? 'outside of' : 'inside'} ${windows.map(formatWindow).join(' and ')}`,
    // only a call in the log of another program has no time
    holds: ({ at }) => at !== undefined && isInside(mask, clock.minuteOfWeek(at)) !== negate,
    isKnown: ({ at }) => at !== undefined,
    found: ({ at }) => (at === undefined ? undefined : `${formatMinute(clock.minuteOfWeek(at))} in ${tz}`),
  };
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const fold = (labels: readonly string[]) => [...new Set(labels.map(foldCase))].sort().join('\n');
  return fold(some) === fold(others);
}

/** Text shows up to this many values of a list. */
const MOST_SHOWN = 8;

function quoteAll(values: readonly string[]): string {
  return someOf(values, MOST_SHOWN, quote);
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? quoteAll(values) : `one of ${quoteAll(values)}`;
}
