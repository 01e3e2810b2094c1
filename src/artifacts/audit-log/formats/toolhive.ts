import { present } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { instantReader } from '../instant-reader.ts';
import { type DecisionWords, decisionOf } from './decision-words.ts';
import { type LogEntry, type LogFormat, type LogRow, leftOut, oneCall, unreadable } from './log-format.ts';
import { objectAt, textAt } from './members.ts';

/** ToolHive writes `denied` for HTTP 401 and 403. The other outcomes tell how a call ended that was let through. */
const OUTCOMES = {
  success: 'allow',
  failure: 'allow',
  error: 'allow',
  application_error: 'allow',
  denied: 'deny',
} as const satisfies DecisionWords;

/** The component of events that no MCP server is behind. */
const NO_SERVER = 'toolhive-api';

/** The audit events of ToolHive, which its proxies write between the lines of their application log. */
export const toolhiveFormat: LogFormat = {
  name: 'toolhive',
  title: 'ToolHive audit events',
  from: '`thv logs` or `kubectl logs` of a server with auditing on, or its audit file: `msg: audit_event`, `type: mcp_tool_call`. By its documentation, with one shortened public event of 0.42.1',
  mapping: {
    tool: '`target.name`',
    server: '`metadata.extra.backend_name`, else `component`',
    agent: '`subjects.user`, else `user_id`, else `client_name`',
    at: '`logged_at`, else `time`',
    arguments: '`data.request.params.arguments`',
    decision:
      '`outcome`: `denied` is a deny; `success`, `failure`, `error` and `application_error` are an allow',
    ip: '`source.value`',
  },
  leftOut: 'events of other types, and lines of the application log',
  marker: /mcp_tool_call/,
  claims: ({ value }) => value !== undefined && isEvent(value),
  open: () => {
    const readInstant = instantReader();
    return { read: (row) => readRow(row, readInstant) };
  },
};

function isEvent(value: Readonly<Record<string, unknown>>): boolean {
  return (
    value.msg === 'audit_event' &&
    typeof value.type === 'string' &&
    'outcome' in value &&
    ('audit_id' in value || 'logged_at' in value)
  );
}

function readRow({ value }: LogRow, readInstant: ReturnType<typeof instantReader>): LogEntry {
  if (value === undefined || !isEvent(value)) return leftOut('lines of the application log');
  const isCall = value.type === 'mcp_tool_call' || textAt(value, 'target', 'method') === 'tools/call';
  if (!isCall) return leftOut(`\`${scalarText(value.type)}\` events`);
  const tool = textAt(value, 'target', 'name');
  if (tool === undefined) return unreadable('`target.name` must be the name of the tool');
  const at = readInstant(textAt(value, 'logged_at') ?? textAt(value, 'time') ?? '');
  if (at === undefined) return unreadable('`logged_at` must be an RFC 3339 time');
  const outcome = decisionOf(OUTCOMES, 'outcome', value.outcome);
  if ('why' in outcome) return unreadable(outcome.why);
  const id =
    textAt(value, 'subjects', 'user') ??
    textAt(value, 'subjects', 'user_id') ??
    textAt(value, 'subjects', 'client_name');
  const component = textAt(value, 'component');
  return oneCall({
    tool,
    at,
    decision: outcome.decision,
    ...present({
      id: textAt(value, 'audit_id'),
      agent: id === undefined ? undefined : { id },
      server:
        textAt(value, 'metadata', 'extra', 'backend_name') ??
        (component === NO_SERVER ? undefined : component),
      ip: textAt(value, 'source', 'value'),
      arguments: objectAt(value, 'data', 'request', 'params', 'arguments'),
    }),
  });
}
