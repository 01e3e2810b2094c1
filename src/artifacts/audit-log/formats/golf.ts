import { present } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { instantReader } from '../instant-reader.ts';
import type { Decision } from '../model.ts';
import { type DecisionWords, decisionOf } from './decision-words.ts';
import { type LogEntry, type LogFormat, type LogRow, leftOut, oneCall, unreadable } from './log-format.ts';
import { objectAt, textAt } from './members.ts';

const AUTHORIZATION = { granted: 'allow', denied: 'deny' } as const satisfies DecisionWords;

/** The audit log of Golf Gateway. */
export const golfFormat: LogFormat = {
  name: 'golf',
  title: 'Golf Gateway audit log',
  from: 'the export of the gateway: `event_type: mcp_request`, `mcp_method: tools/call`. By its documentation only',
  mapping: {
    tool: '`mcp_tool_name`, else `params.name` of `mcp_request_payload`',
    server: null,
    agent: '`user.sub`, else `client_info.name`',
    at: '`timestamp`',
    arguments: '`params.arguments` of `mcp_request_payload`',
    decision:
      'deny if `security.blocked` is true or `authentication.authorization_result` is `denied`; else allow if one of them says so',
    ip: null,
  },
  leftOut: 'other methods, responses, and events of authentication and security',
  marker: /tools\/call/,
  claims: ({ value }) => value !== undefined && isEvent(value),
  open: () => {
    const readInstant = instantReader();
    return { read: (row) => readRow(row, readInstant) };
  },
};

function isEvent(value: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof value.event_type === 'string' &&
    typeof value.timestamp === 'string' &&
    ('component' in value || 'gateway_id' in value || 'mcp_method' in value)
  );
}

function readRow({ value }: LogRow, readInstant: ReturnType<typeof instantReader>): LogEntry {
  if (value === undefined || !isEvent(value)) return leftOut('lines that are no audit events');
  if (value.event_type !== 'mcp_request') return leftOut(`\`${scalarText(value.event_type)}\` events`);
  const payload = objectAt(value, 'mcp_request_payload');
  const method = textAt(value, 'mcp_method') ?? textAt(payload, 'method');
  if (method === undefined) return unreadable('`mcp_method` must be the method of the request');
  if (method !== 'tools/call') return leftOut(`\`${method}\` requests`);
  const tool = textAt(value, 'mcp_tool_name') ?? textAt(payload, 'params', 'name');
  if (tool === undefined) return unreadable('`mcp_tool_name` must be the name of the tool');
  const at = readInstant(textAt(value, 'timestamp') ?? '');
  if (at === undefined) return unreadable('`timestamp` must be an RFC 3339 time');
  const verdict = readVerdict(value);
  if ('why' in verdict) return unreadable(verdict.why);
  const id = textAt(value, 'user', 'sub') ?? textAt(value, 'client_info', 'name');
  return oneCall({
    tool,
    at,
    ...present({
      decision: verdict.decision,
      id: textAt(value, 'request_id') ?? textAt(value, 'integrity_hash'),
      agent: id === undefined ? undefined : { id },
      arguments: objectAt(payload, 'params', 'arguments'),
    }),
  });
}

/** The gateway blocks a call for its content, or because the user is not authorized. */
function readVerdict(
  value: Readonly<Record<string, unknown>>,
): { readonly decision: Decision | undefined } | { readonly why: string } {
  const security = objectAt(value, 'security');
  const blocked = security?.blocked ?? undefined;
  if (blocked !== undefined && typeof blocked !== 'boolean') {
    return {
      why: `\`security.blocked\` must be true or false, found ${JSON.stringify(blocked).slice(0, 60)}`,
    };
  }
  const result = objectAt(value, 'authentication')?.authorization_result ?? undefined;
  const authorization =
    result === undefined
      ? undefined
      : decisionOf(AUTHORIZATION, 'authentication.authorization_result', result);
  if (authorization && 'why' in authorization) return authorization;
  if (blocked === true || authorization?.decision === 'deny') return { decision: 'deny' };
  return { decision: blocked === undefined ? authorization?.decision : 'allow' };
}
