import { append } from '../../../values/append.ts';
import { isObject, own, present } from '../../../values/own-property.ts';
import { instantReader } from '../instant-reader.ts';
import type { AuditRecord } from '../model.ts';
import { type DecisionWords, decisionOf } from './decision-words.ts';
import { type LogEntry, type LogFormat, type LogRow, leftOut, unreadable } from './log-format.ts';
import { objectAt, textAt } from './members.ts';

type Json = Readonly<Record<string, unknown>>;

const EFFECTS = { EFFECT_ALLOW: 'allow', EFFECT_DENY: 'deny' } as const satisfies DecisionWords;

/** Actions that say only that something is called; the resource is the tool then. */
const CALLING = new Set(['call', 'invoke', 'execute', 'run', 'use', 'call_tool', 'tools/call']);

/** Kinds of resources that are tools. */
const TOOL_KIND = /(^|[^a-z])tools?$/i;

/** The prefix of the kind of a resource that is an MCP server. */
const SERVER_KIND = /^mcp::(.+)$/;

/** The decision log of Cerbos. */
export const cerbosFormat: LogFormat = {
  name: 'cerbos',
  title: 'Cerbos decision log',
  from: 'the file of the `file` audit backend, or `cerbosctl audit --kind=decision`: `log.logger: cerbos.audit`, `checkResources`. A log of 0.51.0 was read',
  mapping: {
    tool: '`actions`, one call each; for an action such as `call` or `invoke`, or a resource whose kind is `tool`, it is `resource.id`',
    server: '`resource.kind` without `mcp::`, where it has that prefix and is not a tool',
    agent: '`principal.id`; `principal.roles` are its labels',
    at: '`timestamp`',
    arguments: '`resource.attr.arguments`',
    decision: '`effect` of the action in `outputs`: `EFFECT_ALLOW` or `EFFECT_DENY`',
    ip: null,
  },
  leftOut:
    'access log entries, and `planResources`. `peer.address` is the service that asked Cerbos, not the agent',
  marker: /cerbos\.audit|checkResources/,
  claims: ({ value }) => value !== undefined && isEntry(value),
  open: () => {
    const readInstant = instantReader();
    return { read: (row) => readRow(row, readInstant) };
  },
};

function isEntry(value: Json): boolean {
  if (value['log.logger'] === 'cerbos.audit') return true;
  return (
    typeof value.callId === 'string' &&
    ('checkResources' in value || 'planResources' in value || ('inputs' in value && 'outputs' in value))
  );
}

function readRow({ value }: LogRow, readInstant: ReturnType<typeof instantReader>): LogEntry {
  if (value === undefined || !isEntry(value)) return leftOut('lines that are no log entries');
  if (value['log.kind'] === 'access') return leftOut('access log entries');
  if ('planResources' in value) return leftOut('`planResources` decisions');
  // older versions write both lists at the top
  const check = objectAt(value, 'checkResources') ?? value;
  const { inputs, outputs } = check;
  if (!Array.isArray(inputs)) return unreadable('`checkResources.inputs` must be a list');
  const at = readInstant(textAt(value, 'timestamp') ?? '');
  if (at === undefined) return unreadable('`timestamp` must be an RFC 3339 time');
  const calls: AuditRecord[] = [];
  for (const [index, input] of inputs.entries()) {
    const output = outputOf(outputs, index, textAt(input, 'resource', 'id'));
    const read = readInput(input, output, { at, callId: textAt(value, 'callId') });
    if (typeof read === 'string') return unreadable(read);
    append(calls, read);
  }
  return calls.length === 0 ? unreadable('`checkResources.inputs` has no actions') : { kind: 'calls', calls };
}

/** Finds the answer to an input: in the same place, or the only one that names its resource. */
function outputOf(outputs: unknown, index: number, resource: string | undefined): Json | undefined {
  if (!Array.isArray(outputs)) return undefined;
  const output: unknown = outputs[index];
  const named = textAt(output, 'resourceId');
  if (isObject(output) && (named === undefined || named === resource)) return output;
  const [found, another] = outputs.filter((each) => textAt(each, 'resourceId') === resource);
  return isObject(found) && another === undefined ? found : undefined;
}

function readInput(
  input: unknown,
  output: Json | undefined,
  { at, callId }: { readonly at: number; readonly callId: string | undefined },
): AuditRecord[] | string {
  const actions: unknown = isObject(input) ? input.actions : undefined;
  if (!Array.isArray(actions)) return '`actions` must be a list';
  const calls: AuditRecord[] = [];
  for (const action of actions) {
    if (typeof action !== 'string' || action === '') return '`actions` must name the actions';
    const answer = objectAt(output, 'actions', action);
    const outcome = decisionOf(EFFECTS, `outputs.actions.${action}.effect`, answer && own(answer, 'effect'));
    if ('why' in outcome) return outcome.why;
    const named = nameOf(action, textAt(input, 'resource', 'kind'), textAt(input, 'resource', 'id'));
    if (named === undefined) return `\`resource.id\` must be the tool for the action \`${action}\``;
    calls.push({
      ...named,
      at,
      decision: outcome.decision,
      ...present({
        id: callId,
        agent: readPrincipal(objectAt(input, 'principal')),
        arguments: objectAt(input, 'resource', 'attr', 'arguments'),
        policy: textAt(answer, 'policy'),
      }),
    });
  }
  return calls;
}

function nameOf(
  action: string,
  kind: string | undefined,
  resource: string | undefined,
): { tool: string; server?: string } | undefined {
  const isTool = kind !== undefined && TOOL_KIND.test(kind);
  const tool = isTool || CALLING.has(action) ? resource : action;
  if (tool === undefined) return undefined;
  const server = isTool ? undefined : SERVER_KIND.exec(kind ?? '')?.[1];
  return { tool, ...present({ server }) };
}

function readPrincipal(principal: Json | undefined): AuditRecord['agent'] {
  if (principal === undefined) return undefined;
  const { roles } = principal;
  const labels =
    Array.isArray(roles) && roles.every((role) => typeof role === 'string') ? (roles as string[]) : undefined;
  return present({ id: textAt(principal, 'id'), labels });
}
