import {
  type AuditRecord,
  RESOURCE_TYPES,
  type Signal,
  type ToolCall,
} from '../../../artifacts/audit-log/model.ts';
import { ARGUMENT_NAMES } from '../../../artifacts/audit-log/public-part.ts';
import { type Diagnostic, formatPath, MOST_FINDINGS, type ValuePath } from '../../../diagnostic.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import { isObject, valueAt } from '../../../values/own-property.ts';

/** Keys that describe the outcome of a call. They are ignored, so misspelling one does no harm. */
const OF_RECORDS = { id: true, decision: true, approval: true, policy: true, ruleSet: true } as const;

const OF_CALLS = {
  tool: true,
  at: true,
  agent: true,
  arguments: true,
  ip: true,
  server: true,
  resource: true,
  risk: true,
  signals: true,
  enforced: true,
  expect: true,
} satisfies Record<Exclude<keyof AuditRecord, keyof typeof OF_RECORDS | 'unclear'> | 'expect', true>;

const OF_AGENTS = { id: true, labels: true, mlThreatClass: true } satisfies Record<
  keyof NonNullable<ToolCall['agent']>,
  true
>;

const OF_RESOURCES = { environment: true, type: true, host: true } satisfies Record<
  keyof NonNullable<ToolCall['resource']>,
  true
>;

const OF_SIGNALS = {
  category: true,
  id: true,
  severity: true,
  location: true,
  points: true,
  evidence: true,
} satisfies Record<keyof Signal, true>;

/** The parameters of a `tools/call` request. */
const OF_REQUESTS = { name: true, arguments: true, _meta: true, task: true } as const;

/** Other names that people and formats use for the parts of a call, and the paths that mcptest reads. */
const OTHER_NAMES: Readonly<Record<string, ValuePath>> = {
  ...alias(['arguments'], ...ARGUMENT_NAMES.filter((name) => name !== 'arguments')),
  ...alias(['tool'], 'name', 'tool_name', 'toolName'),
  ...alias(['at'], 'time', 'timestamp', 'ts', 'date'),
  ...alias(['ip'], 'source_ip', 'sourceIp', 'client_ip', 'clientIp', 'remote_ip', 'address'),
  ...alias(['risk'], 'risk_score', 'riskScore', 'score'),
  ...alias(['signals'], 'signalCategory', 'signal_category', 'category', 'categories'),
  ...alias(['server'], 'mcp_server', 'mcpServer', 'server_name', 'serverName'),
  ...alias(['resource', 'environment'], 'environment', 'env'),
  ...alias(['resource', 'type'], 'type'),
  ...alias(['resource', 'host'], 'host', 'hostname'),
  ...alias(['agent', 'id'], 'agent_id', 'agentId'),
  ...alias(['agent', 'labels'], 'labels', 'label'),
  ...alias(['agent', 'mlThreatClass'], 'mlThreatClass', 'threat', 'threatClass', 'threat_class'),
  ...alias(['expect'], 'want', 'wanted', 'verdict'),
};

function alias(path: ValuePath, ...names: readonly string[]): Record<string, ValuePath> {
  return Object.fromEntries(names.map((name) => [name, path]));
}

/** Keys whose values have parts of their own; a plain text there means something else. */
const NESTED: readonly unknown[] = ['arguments', 'agent', 'resource', 'signals', 'labels'];

/** The keys of a call that no rule reads. */
export interface StrayKeys {
  /** Keys that clearly stand for a known key that is absent. */
  readonly misspelt: readonly Diagnostic[];
  /** The paths of all other unread keys. */
  readonly unknown: readonly ValuePath[];
}

/**
 * Finds the keys of a call that are not read. Programs write logs and may add keys of their own. But people may write
 * the call to be decided, and a misspelt attribute would count as absent.
 */
export function strayKeys(document: SourceDocument): StrayKeys {
  const { value: call } = document;
  const levels: readonly Level[] = [
    { at: [], known: OF_CALLS, ignored: OF_RECORDS, others: OTHER_NAMES },
    { at: ['agent'], known: OF_AGENTS, others: underneath('agent') },
    { at: ['resource'], known: OF_RESOURCES, others: underneath('resource') },
    ...signalsOf(call).map((_, index) => ({ at: ['signals', index], known: OF_SIGNALS })),
  ];
  return strayIn(levels, document);
}

/** Does the same as {@link strayKeys} for the parameters of a `tools/call` request. */
export function strayParameters(document: SourceDocument): StrayKeys {
  const others = alias(['params', 'arguments'], 'args', 'input', 'parameters');
  return strayIn([{ at: ['params'], known: OF_REQUESTS, others }], document);
}

interface Level {
  readonly at: ValuePath;
  readonly known: Readonly<Record<string, true>>;
  readonly ignored?: Readonly<Record<string, true>>;
  readonly others?: Readonly<Record<string, ValuePath>>;
}

function strayIn(levels: readonly Level[], document: SourceDocument): StrayKeys {
  const misspelt: Diagnostic[] = [];
  const unknown: ValuePath[] = [];
  for (const level of levels) {
    const { at, known, ignored = {} } = level;
    const mapping = at.length === 0 ? document.value : valueAt(document.value, at);
    if (!isObject(mapping)) continue;
    for (const key of Object.keys(mapping)) {
      if (Object.hasOwn(known, key) || Object.hasOwn(ignored, key)) continue;
      const path = [...at, key];
      const meant = meantBy(key, mapping[key], level, document.value);
      if (!meant) unknown.push(path);
      else if (misspelt.length <= MOST_FINDINGS) misspelt.push(misspeltKey(path, meant, document));
    }
  }
  return { misspelt, unknown };
}

function signalsOf(call: unknown): readonly unknown[] {
  const signals = isObject(call) ? call.signals : undefined;
  return Array.isArray(signals) ? signals : [];
}

/**
 * Returns other names for the keys inside `parent`, such as `env` in `resource`: they mean the same as at the top
 * level.
 */
function underneath(parent: string): Record<string, ValuePath> {
  return Object.fromEntries(Object.entries(OTHER_NAMES).filter(([, path]) => path[0] === parent));
}

/**
 * Returns the path that an unknown key most likely stands for. The call must not use that path yet, and it must accept
 * such a value.
 */
function meantBy(key: string, value: unknown, level: Level, call: unknown): ValuePath | undefined {
  const fits = (path: ValuePath) =>
    valueAt(call, path) === undefined &&
    NESTED.includes(path.at(-1)) === (typeof value === 'object' && value !== null);
  const { at, known, others = {} } = level;
  const other = Object.hasOwn(others, key) ? others[key] : undefined;
  if (other && fits(other) && !isOtherType(key, value)) return other;
  const near = nearest(
    key,
    Object.keys(known).filter((name) => fits([...at, name])),
  );
  return near === undefined ? undefined : [...at, near];
}

/** Whether the key is the `type` that many logs use for the kind of line. */
function isOtherType(key: string, value: unknown): boolean {
  return key === 'type' && !RESOURCE_TYPES.some((type) => type === value);
}

function misspeltKey(path: ValuePath, meant: ValuePath, document: SourceDocument): Diagnostic {
  return {
    file: document.file,
    position: document.locate(path, 'key'),
    path,
    message: `unknown key \`${clip(String(path.at(-1)))}\``,
    help: `did you mean \`${formatPath(meant)}\`?`,
  };
}
