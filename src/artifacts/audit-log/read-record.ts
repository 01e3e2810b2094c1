import type { Instant } from '../../time/instant.ts';
import { isObject } from '../../values/own-property.ts';
import { instantReader } from './instant-reader.ts';
import {
  APPROVAL_STATES,
  type Approval,
  type ApprovalState,
  type AuditRecord,
  DECISIONS,
  type Decision,
  type Enforcement,
  NAME_MATCHING,
  type NameMatching,
  RESOURCE_TYPES,
  SIGNAL_CATEGORIES,
  SIGNAL_SEVERITIES,
  type Signal,
  type SignalCategory,
  type SignalSeverity,
  THREAT_CLASSES,
  type ToolCall,
  UNKNOWN_SERVER,
  type UnclearValue,
} from './model.ts';

type Mutable<T> = { -readonly [key in keyof T]: T[key] };
type Json = Readonly<Record<string, unknown>>;

/**
 * The result for a value that cannot be read. It is returned, not thrown, because a log may contain a million of them.
 */
const UNREADABLE = Symbol('unreadable');
type Unreadable = typeof UNREADABLE;

/**
 * Returns a reader that turns parsed JSON into an audit record, or undefined when the value is not a record. It is
 * written by hand because a log has millions of lines. It accepts exactly what the schema accepts, and the schema
 * produces the messages for the rest. Null for an optional key means the key is absent; unknown keys are ignored.
 */
export function recordReader(): (value: unknown) => AuditRecord | undefined {
  const readInstant = instantReader();
  return (value) => (isObject(value) ? readRecord(value, readInstant) : undefined);
}

function readRecord(
  value: Json,
  readInstant: (text: string) => Instant | undefined,
): AuditRecord | undefined {
  const call = readCallKeys(value);
  const at = typeof value.at === 'string' ? readInstant(value.at) : undefined;
  const decision = readDecision(value.decision);
  if (call === undefined || at === undefined || decision === undefined) return undefined;
  const { id, policy, ruleSet } = value;
  const approval = readApproval(value.approval, readInstant);
  // no rule has decided
  if (value.fault != null) return undefined;
  if (!isTextOrAbsent(id) || !isTextOrAbsent(policy) || !isTextOrAbsent(ruleSet)) return undefined;
  if (approval === UNREADABLE) return undefined;
  const record = call as Mutable<AuditRecord>;
  record.at = at;
  record.decision = decision;
  if (id != null) record.id = id;
  if (policy != null) record.policy = policy;
  if (ruleSet != null) record.ruleSet = ruleSet;
  const unclear = droppedFrom(value, call);
  if (unclear.length > 0) record.unclear = unclear;
  if (approval) record.approval = approval;
  return record;
}

function readApproval(
  value: unknown,
  readInstant: (text: string) => Instant | undefined,
): Approval | undefined | Unreadable {
  if (value == null) return undefined;
  if (!isObject(value) || !APPROVAL_STATES.includes(value.state as ApprovalState)) return UNREADABLE;
  const { by, at } = value;
  if (!isTextOrAbsent(by) || !isTextOrAbsent(at)) return UNREADABLE;
  const moment = at == null ? undefined : readInstant(at);
  if (at != null && moment === undefined) return UNREADABLE;
  const approval: Mutable<Approval> = { state: value.state as ApprovalState };
  if (by != null) approval.by = by;
  if (moment !== undefined) approval.at = moment;
  return approval;
}

const NOTHING: readonly UnclearValue[] = [];

/** Returns the values that are in no table, which the call therefore has not. */
function droppedFrom({ agent, resource }: Json, call: ToolCall): readonly UnclearValue[] {
  const threat = isObject(agent) && call.agent?.mlThreatClass === undefined && agent.mlThreatClass;
  const type = isObject(resource) && call.resource?.type === undefined && resource.type;
  if (!threat && !type) return NOTHING;
  return [
    ...(threat ? [{ attribute: 'agent.mlThreatClass', value: threat as string } as const] : []),
    ...(type ? [{ attribute: 'resource.type', value: type as string } as const] : []),
  ];
}

/** Reads the keys that calls and records share: all but the time. Undefined when one of them is invalid. */
export function readCallKeys(value: Json): Mutable<ToolCall> | undefined {
  const { tool, arguments: args, ip, server, risk } = value;
  if (typeof tool !== 'string' || tool === '') return undefined;
  if (!isTextOrAbsent(ip) || !isTextOrAbsent(server)) return undefined;
  const call: Mutable<ToolCall> = { tool };
  const agent = readAgent(value.agent);
  const resource = readResource(value.resource);
  const signals = readSignals(value.signals);
  const enforced = readEnforcement(value.enforced);
  if (agent === UNREADABLE || resource === UNREADABLE || signals === UNREADABLE) return undefined;
  if (enforced === UNREADABLE) return undefined;
  if (agent) call.agent = agent;
  if (resource) call.resource = resource;
  if (signals) call.signals = signals;
  if (enforced) call.enforced = enforced;
  if (args != null) {
    if (!isObject(args)) return undefined;
    call.arguments = args;
  }
  // an empty text is no value
  if (ip?.trim()) call.ip = ip;
  if (server?.trim()) call.server = server;
  if (risk != null) {
    if (!isRisk(risk)) return undefined;
    call.risk = risk;
  }
  return call;
}

function isTextOrAbsent(value: unknown): value is string | null | undefined {
  return value == null || typeof value === 'string';
}

function isRisk(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100;
}

function readDecision(value: unknown): Decision | undefined {
  if (value === 'hold') return 'require_approval';
  return DECISIONS.includes(value as Decision) ? (value as Decision) : undefined;
}

function readAgent(value: unknown): ToolCall['agent'] | Unreadable {
  if (value == null) return undefined;
  if (!isObject(value)) return UNREADABLE;
  const { id, labels, mlThreatClass } = value;
  if (!isTextOrAbsent(id) || !isTextOrAbsent(mlThreatClass)) return UNREADABLE;
  const agent: Mutable<NonNullable<ToolCall['agent']>> = {};
  if (id != null) agent.id = id;
  if (labels != null) {
    if (!Array.isArray(labels) || !labels.every(isText)) return UNREADABLE;
    agent.labels = labels;
  }
  if (mlThreatClass != null && isOneOf(mlThreatClass, THREAT_CLASSES)) agent.mlThreatClass = mlThreatClass;
  return agent;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isOneOf(value: unknown, values: readonly string[]): boolean {
  return values.includes(value as string);
}

/**
 * Reads the target of a call. A value that is empty, or that is not in the list of types, is unknown: no rule can name
 * it. In a call it is an error, see `toolCallSchema`.
 */
function readResource(value: unknown): ToolCall['resource'] | Unreadable {
  if (value == null) return undefined;
  if (!isObject(value)) return UNREADABLE;
  const { environment, type, host } = value;
  if (!isTextOrAbsent(environment) || !isTextOrAbsent(type) || !isTextOrAbsent(host)) return UNREADABLE;
  const resource: Mutable<NonNullable<ToolCall['resource']>> = {};
  if (environment?.trim()) resource.environment = environment;
  if (type != null && isOneOf(type, RESOURCE_TYPES)) resource.type = type;
  if (host?.trim()) resource.host = host;
  return resource;
}

function readEnforcement(value: unknown): Enforcement | undefined | Unreadable {
  if (value == null) return undefined;
  if (!isObject(value)) return UNREADABLE;
  const { names, unknownServer, isOverride } = value;
  if (!isOneOf(names, NAME_MATCHING) || !isOneOf(unknownServer, UNKNOWN_SERVER)) return UNREADABLE;
  if (isOverride != null && isOverride !== true) return UNREADABLE;
  return {
    names: names as NameMatching,
    ...(isOverride === true && { isOverride }),
    unknownServer: unknownServer as Enforcement['unknownServer'],
  };
}

function readSignals(value: unknown): readonly Signal[] | undefined | Unreadable {
  if (value == null) return undefined;
  if (!Array.isArray(value)) return UNREADABLE;
  const signals: Signal[] = [];
  for (const each of value) {
    const signal = readSignal(each);
    if (!signal) return UNREADABLE;
    signals.push(signal);
  }
  return signals;
}

function readSignal(value: unknown): Signal | undefined {
  if (isCategory(value)) return { category: value };
  if (!isObject(value) || !isCategory(value.category)) return undefined;
  const { category, id, severity, location, points, evidence } = value;
  if (!isTextOrAbsent(id) || !isTextOrAbsent(location) || !isTextOrAbsent(evidence)) return undefined;
  if (severity != null && !SIGNAL_SEVERITIES.includes(severity as SignalSeverity)) return undefined;
  if (points != null && !(typeof points === 'number' && Number.isFinite(points))) return undefined;
  const signal: Mutable<Signal> = { category };
  if (id != null) signal.id = id;
  if (severity != null) signal.severity = severity as SignalSeverity;
  if (location != null) signal.location = location;
  if (points != null) signal.points = points;
  if (evidence != null) signal.evidence = evidence;
  return signal;
}

function isCategory(value: unknown): value is SignalCategory {
  return SIGNAL_CATEGORIES.includes(value as SignalCategory);
}
