/** A small log of each format that is read, with the same three calls: two of `create_issue` by `ana`, one of `delete_repo`. */
export interface LogSample {
  readonly format: string;
  readonly text: string;
  /** The attributes that the format carries for its first call. */
  readonly first: Readonly<Record<string, unknown>>;
  /** Whether the log says what was decided. */
  readonly decides: boolean;
}

const lines = (...values: unknown[]) =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');

const CALLS = [
  { tool: 'create_issue', time: '2026-06-01T09:00:00.250Z', title: 'a' },
  { tool: 'create_issue', time: '2026-06-01T09:00:01Z', title: 'b' },
  { tool: 'delete_repo', time: '2026-06-02T09:00:02Z', title: 'c' },
] as const;

const AT = Date.parse(CALLS[0].time);

const toolhive = ({ tool, time, title }: (typeof CALLS)[number], outcome: string) => ({
  time,
  level: 'INFO+2',
  msg: 'audit_event',
  audit_id: `audit-${title}`,
  type: 'mcp_tool_call',
  logged_at: time,
  outcome,
  component: 'github',
  source: { type: 'network', value: '10.1.2.3', extra: { user_agent: 'node' } },
  subjects: { user: 'ana', user_id: 'u-1' },
  target: { endpoint: '/messages', method: 'tools/call', name: tool, type: 'tool' },
  metadata: { extra: { duration_ms: 12, transport: 'http' } },
  data: {
    request: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: { title } } },
  },
});

const golf = ({ tool, time, title }: (typeof CALLS)[number], blocked: boolean) => ({
  timestamp: time.replace('Z', '+00:00'),
  event_type: 'mcp_request',
  component: 'mcp_parser',
  session_id: 'sess_1',
  gateway_id: 'gw-1',
  client_info: { name: 'claude-desktop', version: '1.2.3' },
  authentication: { method: 'oauth2', result: 'success', authorization_result: 'granted' },
  security: { threat_score: 0.02, analyzed: true, blocked },
  user: { sub: 'ana', authenticated: true },
  mcp_method: 'tools/call',
  mcp_tool_name: tool,
  mcp_request_payload: { method: 'tools/call', params: { name: tool, arguments: { title } } },
});

const fabric = ({ tool, time, title }: (typeof CALLS)[number], decision: string) => ({
  schema_version: 'apf.audit.event.v1',
  event_id: `evt_${title}`,
  timestamp: time,
  event_type: 'authorization',
  correlation_id: `req-${title}`,
  enforcement_point_id: 'apf-policy-gateway:middleware',
  session_id: 'ana',
  resource: { type: 'openshell.egress', id: 'mcp.example.com' },
  verb: `tool.${tool}`,
  decision,
  reason_code: `middleware.${decision}`,
});

const cerbos = ({ tool, time, title }: (typeof CALLS)[number], effect: string) => ({
  'log.logger': 'cerbos.audit',
  'log.kind': 'decision',
  callId: `call-${title}`,
  timestamp: time,
  peer: { address: '172.17.0.1:49152' },
  checkResources: {
    inputs: [
      {
        requestId: '1',
        resource: { kind: 'mcp::github', id: 'github', attr: { arguments: { title } } },
        principal: { id: 'ana', roles: ['ci', 'dev'] },
        actions: [tool],
      },
    ],
    outputs: [
      { requestId: '1', resourceId: 'github', actions: { [tool]: { effect, policy: 'resource.github.v1' } } },
    ],
  },
});

const agentgateway = ({ tool, time, title }: (typeof CALLS)[number], end: string) =>
  `${time}\tinfo\trequest gateway=default/gw listener=http route=default/mcp src.addr=10.1.2.3:45314 http.method=POST http.path=/mcp ${end} jwt.sub=ana protocol=mcp mcp.method.name=tools/call mcp.target=github mcp.resource.type=tool gen_ai.tool.name=${tool} mcp.session.id=s1 trace.id=trace-${title} duration=69ms`;

const claude = (index: number, { tool, time, title }: (typeof CALLS)[number]) => ({
  uuid: `row-${index}`,
  parentUuid: null,
  isSidechain: false,
  sessionId: 'ana',
  type: 'assistant',
  message: {
    id: `msg-${index}`,
    role: 'assistant',
    content: [
      { type: 'text', text: 'I will.' },
      { type: 'tool_use', id: `toolu_${title}`, name: `mcp__github__${tool}`, input: { title } },
    ],
  },
  timestamp: time,
});

const codex = ({ tool, time, title }: (typeof CALLS)[number]) => ({
  timestamp: time,
  type: 'response_item',
  payload: {
    type: 'function_call',
    name: `mcp__github__${tool}`,
    arguments: JSON.stringify({ title }),
    call_id: `call_${title}`,
  },
});

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });

const otlp = ({ tool, time, title }: (typeof CALLS)[number]) => ({
  resourceSpans: [
    {
      resource: { attributes: [attribute('service.name', 'agent')] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: 't1',
              spanId: `span-${title}`,
              name: `execute_tool ${tool}`,
              startTimeUnixNano: `${Date.parse(time)}000000`,
              attributes: [
                attribute('gen_ai.operation.name', 'execute_tool'),
                attribute('gen_ai.tool.name', tool),
                attribute('gen_ai.agent.name', 'ana'),
                attribute('mcp.server.name', 'github'),
                attribute('client.address', '10.1.2.3'),
                attribute('gen_ai.tool.call.arguments', JSON.stringify({ title })),
              ],
            },
          ],
        },
      ],
    },
  ],
});

const message = ({ tool, time, title }: (typeof CALLS)[number], id: number) => [
  {
    timestamp: time,
    server: 'github',
    client: 'ana',
    message: { jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: { title } } },
  },
  {
    timestamp: time,
    server: 'github',
    client: 'ana',
    message: { jsonrpc: '2.0', id, result: { content: [] } },
  },
];

const [a, b, c] = CALLS;
const known = { tool: 'create_issue', at: AT, agent: { id: 'ana' } };
const withServer = { ...known, server: 'github', arguments: { title: 'a' } };

export const LOG_SAMPLES: readonly LogSample[] = [
  {
    format: 'toolhive',
    decides: true,
    text: lines(
      { time: a.time, level: 'INFO', msg: 'proxy started' },
      'plain text of a library',
      toolhive(a, 'success'),
      { ...toolhive(a, 'success'), type: 'mcp_tools_list', target: { method: 'tools/list' } },
      toolhive(b, 'application_error'),
      toolhive(c, 'denied'),
    ),
    first: { ...withServer, ip: '10.1.2.3', decision: 'allow', id: 'audit-a' },
  },
  {
    format: 'golf',
    decides: true,
    text: lines(
      { timestamp: a.time, event_type: 'authentication', component: 'auth', gateway_id: 'gw-1' },
      golf(a, false),
      { ...golf(a, false), mcp_method: 'tools/list', mcp_tool_name: undefined },
      golf(b, false),
      golf(c, true),
    ),
    first: { ...known, arguments: { title: 'a' }, decision: 'allow' },
  },
  {
    format: 'policy-fabric',
    decides: true,
    text: lines(
      { ...fabric(a, 'allow'), event_type: 'bundle_activated', verb: undefined },
      fabric(a, 'allow'),
      { ...fabric(a, 'allow'), verb: 'http.post' },
      fabric(b, 'allow'),
      fabric(c, 'deny'),
    ),
    first: { ...known, resource: { host: 'mcp.example.com' }, decision: 'allow', id: 'evt_a' },
  },
  {
    format: 'cerbos',
    decides: true,
    text: lines(
      {
        'log.logger': 'cerbos.audit',
        'log.kind': 'access',
        callId: 'x',
        timestamp: a.time,
        method: '/Check',
      },
      cerbos(a, 'EFFECT_ALLOW'),
      cerbos(b, 'EFFECT_ALLOW'),
      cerbos(c, 'EFFECT_DENY'),
    ),
    first: {
      ...withServer,
      agent: { id: 'ana', labels: ['ci', 'dev'] },
      decision: 'allow',
      policy: 'resource.github.v1',
      id: 'call-a',
    },
  },
  {
    format: 'agentgateway',
    decides: true,
    text: lines(
      `${a.time}\tinfo\tproxy::gateway\tstarted bind`,
      agentgateway(a, 'http.status=200').replace('tools/call', 'initialize'),
      agentgateway(a, 'http.status=200'),
      agentgateway(b, 'http.status=200'),
      agentgateway(c, 'http.status=400 error="mcp: Unknown tool: delete_repo" reason=MCP'),
    ),
    first: { ...known, server: 'github', ip: '10.1.2.3:45314', decision: 'allow', id: 'trace-a' },
  },
  {
    format: 'claude-code',
    decides: false,
    text: lines(
      { type: 'summary', summary: 'Issues', leafUuid: 'row-3' },
      {
        uuid: 'row-0',
        sessionId: 'ana',
        type: 'user',
        message: { role: 'user', content: 'go' },
        timestamp: a.time,
      },
      claude(1, a),
      claude(2, a),
      claude(3, b),
      claude(4, c),
    ),
    first: { ...withServer, id: 'toolu_a' },
  },
  {
    format: 'codex',
    decides: false,
    text: lines(
      { timestamp: a.time, type: 'session_meta', payload: { id: 'ana', cwd: '/tmp' } },
      codex(a),
      { timestamp: a.time, type: 'event_msg', payload: { type: 'mcp_tool_call_end', call_id: 'call_a' } },
      {
        timestamp: a.time,
        type: 'response_item',
        payload: { type: 'function_call_output', call_id: 'call_a' },
      },
      codex(b),
      codex(c),
    ),
    first: { ...withServer, id: 'call_a' },
  },
  {
    format: 'otlp',
    decides: false,
    text: lines(otlp(a), otlp(b), otlp(c)),
    first: { ...withServer, ip: '10.1.2.3', id: 'span-a' },
  },
  {
    format: 'json-rpc',
    decides: false,
    text: lines(
      {
        timestamp: a.time,
        server: 'github',
        message: { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} },
      },
      ...message(a, 1),
      ...message(b, 2),
      ...message(c, 3),
    ),
    first: { ...withServer, id: '1' },
  },
];
