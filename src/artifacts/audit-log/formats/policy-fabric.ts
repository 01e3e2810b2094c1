import { present } from '../../../values/own-property.ts';
import { instantReader } from '../instant-reader.ts';
import { type DecisionWords, decisionOf } from './decision-words.ts';
import { type LogEntry, type LogFormat, type LogRow, leftOut, oneCall, unreadable } from './log-format.ts';
import { textAt } from './members.ts';

const DECISIONS = { allow: 'allow', deny: 'deny' } as const satisfies DecisionWords;

const SCHEMA = 'apf.audit.event.v1';

/** The prefix of the verb of a tool call. */
const TOOL = 'tool.';

/** The audit records of NVIDIA Agent Policy Fabric. */
export const policyFabricFormat: LogFormat = {
  name: 'policy-fabric',
  title: 'NVIDIA Agent Policy Fabric audit records',
  from: '`apf-policy-gateway-middleware-audit.jsonl`: `schema_version: apf.audit.event.v1`, `event_type: authorization`. By its documentation only',
  mapping: {
    tool: '`verb` without `tool.`',
    server: null,
    agent: '`session_id`, the sandbox',
    at: '`timestamp`',
    arguments: null,
    decision: '`decision`: `allow` or `deny`',
    ip: null,
  },
  leftOut:
    'events of other types, and requests that are not tool calls (`verb: http.post`). `resource.id` becomes `resource.host`',
  marker: /apf\.audit\.event/,
  claims: ({ value }) => value?.schema_version === SCHEMA,
  open: () => {
    const readInstant = instantReader();
    return { read: (row) => readRow(row, readInstant) };
  },
};

function readRow({ value }: LogRow, readInstant: ReturnType<typeof instantReader>): LogEntry {
  if (value?.schema_version !== SCHEMA) return leftOut('lines that are no audit records');
  const type = textAt(value, 'event_type');
  if (type === undefined) return unreadable('`event_type` must be a text');
  if (type !== 'authorization') return leftOut(`\`${type}\` events`);
  const verb = textAt(value, 'verb');
  if (verb === undefined) return unreadable('`verb` must be a text');
  if (!verb.startsWith(TOOL)) return leftOut('authorizations of requests that are not tool calls');
  const tool = verb.slice(TOOL.length);
  if (tool === '') return unreadable('`verb` must name the tool');
  const at = readInstant(textAt(value, 'timestamp') ?? '');
  if (at === undefined) return unreadable('`timestamp` must be an RFC 3339 time');
  const outcome = decisionOf(DECISIONS, 'decision', value.decision);
  if ('why' in outcome) return unreadable(outcome.why);
  const session = textAt(value, 'session_id');
  const host = textAt(value, 'resource', 'id');
  return oneCall({
    tool,
    at,
    decision: outcome.decision,
    ...present({
      id: textAt(value, 'event_id'),
      agent: session === undefined ? undefined : { id: session },
      resource: host === undefined ? undefined : { host },
    }),
  });
}
