import { describe, expect, it } from 'vitest';
import type { LogRow } from '../../../../src/artifacts/audit-log/formats/log-format.ts';
import { LOG_FORMATS } from '../../../../src/artifacts/audit-log/formats/log-formats.ts';
import { LogRows } from '../../../../src/artifacts/audit-log/log-rows.ts';
import type { AuditRecord } from '../../../../src/artifacts/audit-log/model.ts';
import { readLogs } from '../../../../src/artifacts/audit-log/read.ts';
import { LOG_SAMPLES } from '../../../support/log-samples.ts';
import { memoryFiles } from '../../../support/memory-files.ts';
import { runCli } from '../../../support/run-cli.ts';

const RULES = `version: "1"
policies:
  - { name: Deny deletions, toolPattern: "delete_*", action: deny }
`;

const DRAFT = `version: "1"
policies:
  - { name: Hold new issues, toolPattern: create_issue, action: require_approval }
  - { name: Deny deletions, toolPattern: "delete_*", action: require_approval }
`;

async function backtest(files: Record<string, string>, ...more: string[]) {
  const logs = Object.keys(files)
    .filter((file) => file !== 'draft.yml')
    .flatMap((file) => ['--audit-log', file]);
  const ran = await runCli(
    ['gateway', 'backtest', '--policies', 'rules.yml', '--draft', 'draft.yml', ...logs, ...more],
    { files: { 'rules.yml': RULES, 'draft.yml': DRAFT, ...files } },
  );
  return { ...ran, json: () => JSON.parse(ran.stdout) };
}

const sample = (format: string) => {
  const found = LOG_SAMPLES.find((each) => each.format === format);
  if (!found) throw new Error(`no sample of ${format}`);
  return found;
};

async function callsOf(text: string) {
  const calls: AuditRecord[] = [];
  const reading = await readLogs(['log'], memoryFiles({ log: text }), (call) => calls.push(call), {
    assume: () => 'allow',
  });
  return { calls, reading };
}

describe.each(LOG_SAMPLES)('a log of $format', ({ format, text, first, decides }) => {
  const assume = decides ? [] : ['--assume', 'allow'];

  it('gives the flips of the draft', async () => {
    const { exitCode, json } = await backtest({ log: text }, '--format', 'json', ...assume);
    expect(exitCode).toBe(0);
    expect(json()).toMatchObject({
      total: 3,
      unknown: 0,
      loosening: 1,
      tightening: 2,
      flips: { 'allow->require_approval': 2, 'deny->require_approval': 1 },
      logs: [{ file: 'log', format }],
      assumed: decides ? null : { decision: 'allow', records: 3 },
      byTool: {
        entries: [
          { name: 'create_issue', total: 2 },
          { name: 'delete_repo', total: 1 },
        ],
      },
      byAgent: { entries: [{ name: 'ana', total: 3 }] },
      byDay: {
        entries: [
          { name: '2026-06-01', total: 2 },
          { name: '2026-06-02', total: 1 },
        ],
      },
    });
  });

  it('is read with its attributes', async () => {
    const { calls } = await callsOf(text);
    expect(calls[0]).toEqual(decides ? first : { ...first, decision: 'allow' });
  });

  it('is the same when the format is named', async () => {
    const auto = await backtest({ log: text }, '--format', 'json', ...assume);
    const named = await backtest({ log: text }, '--format', 'json', '--log-format', format, ...assume);
    expect(named.stdout).toBe(auto.stdout);
  });

  it(decides ? 'says what was decided' : 'needs a word about decisions', async () => {
    const { exitCode, stdout, stderr } = await backtest({ log: text }, '--format', 'json');
    if (decides) expect(JSON.parse(stdout).drift).toMatchObject({ total: 0, unknown: 0 });
    else {
      expect(exitCode).toBe(2);
      expect(stderr).toContain('does not say what was decided about its calls');
      expect(stderr).toContain('--assume allow');
    }
  });

  it('takes the decision of the current rules', async () => {
    const { json } = await backtest({ log: text }, '--format', 'json', '--assume', 'current');
    expect(json()).toMatchObject({ total: 3, drift: { total: 0, unknown: 0 } });
  });

  it('says so when it contains no calls', async () => {
    const others = text
      .split('\n')
      .filter((line) => line !== '' && !/create_issue|delete_repo/.test(line))
      .join('\n');
    const { exitCode, stderr } = await backtest({ log: others }, '--log-format', format, ...assume);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('contains no tool calls');
  });

  it('refuses a line that is cut off', async () => {
    const cut = text.trimEnd().slice(0, -20);
    if (format === 'agentgateway') return;
    const { exitCode, stderr } = await backtest({ log: cut }, ...assume);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('cannot be read');
  });

  it('is claimed by no other format', () => {
    const rows: LogRow[] = text.split('\n').flatMap((line) => [...new LogRows().of(line).rows]);
    const claiming = LOG_FORMATS.filter(({ claims }) => rows.some((row) => claims(row)));
    expect(claiming.map(({ name }) => name)).toEqual([format]);
  });

  it('is read from the prefix of a log collector', async () => {
    if (format === 'json-rpc') return;
    const prefixed = text.replaceAll(/^(?=.)/gm, '[pod/gateway-0/proxy] ');
    const { json } = await backtest({ log: prefixed }, '--format', 'json', ...assume);
    expect(json()).toMatchObject({ total: 3, tightening: 2, loosening: 1 });
  });

  it('is read by suggest', async () => {
    const { exitCode, stdout } = await runCli(
      ['gateway', 'suggest', '--policies', 'rules.yml', '--audit-log', 'log', '--format', 'json', ...assume],
      { files: { 'rules.yml': RULES, log: text } },
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ records: 3, logs: [{ format }] });
  });
});

describe('a decision that is not known', () => {
  it.each([
    ['toolhive', '"outcome":"success"', '"outcome":"quarantined"', '`outcome` must be one of'],
    ['golf', '"blocked":false', '"blocked":"no"', '`security.blocked` must be true or false'],
    ['golf', '"authorization_result":"granted"', '"authorization_result":"maybe"', 'authorization_result'],
    ['policy-fabric', '"decision":"allow"', '"decision":"ALLOW"', '`decision` must be one of'],
    ['cerbos', 'EFFECT_ALLOW', 'EFFECT_NO_MATCH', '`EFFECT_ALLOW`, `EFFECT_DENY`, found "EFFECT_NO_MATCH"'],
  ])('makes the line of a log of %s unreadable', async (format, from, to, message) => {
    const { exitCode, stderr } = await backtest({ log: sample(format).text.replaceAll(from, to) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  it('is unknown where the gateway tells only how the request ended', async () => {
    const log = sample('agentgateway').text.replaceAll('http.status=200', 'http.status=502');
    const { json } = await backtest({ log }, '--format', 'json');
    expect(json()).toMatchObject({ total: 3, drift: { unknown: 2 } });
  });
});

describe('a stream of several kinds of lines', () => {
  it('counts the lines that are no calls by kind', async () => {
    const { json, stdout } = await backtest({ log: sample('toolhive').text }, '--format', 'json');
    expect(json().logs).toEqual([
      {
        file: 'log',
        format: 'toolhive',
        leftOut: [
          { what: '`mcp_tools_list` events', lines: 1 },
          { what: 'lines of the application log', lines: 1 },
          { what: 'lines that are not JSON', lines: 1 },
        ],
      },
    ]);
    expect(JSON.parse(stdout).unreadable).toBe(0);
  });

  it('names the format and the kinds in the report', async () => {
    const { stdout } = await backtest({ log: sample('claude-code').text }, '--assume', 'current');
    expect(stdout).toContain('log       log, read as claude-code');
    expect(stdout).toContain(
      'left out  `summary` rows (1), calls that are written again (1), messages without calls (1)',
    );
    expect(stdout).toContain('assumed   the decision of 3 records: what the current rules say');
  });

  it('finds the first call after many other lines', async () => {
    const other = `${JSON.stringify({ level: 'info', msg: 'ready' })}\n`.repeat(5000);
    const { json } = await backtest({ log: other + sample('toolhive').text }, '--format', 'json');
    expect(json()).toMatchObject({ total: 3 });
  });

  it.each([
    [
      'our records',
      '{"at":"2026-06-01T12:00:00Z","tool":"delete_repo","decision":"allow"}\n',
      'records of mcptest',
    ],
    ['another log', sample('golf').text, 'Golf Gateway audit log'],
  ])('does not lose %s in the middle', async (_, more, named) => {
    const { exitCode, stderr } = await backtest({ log: sample('toolhive').text + more });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`is a line of another log (${named})`);
  });

  it('does not lose a line of our log in which another follows', async () => {
    const ours = '{"at":"2026-06-01T12:00:00Z","tool":"delete_repo","decision":"allow"}\n';
    const { exitCode } = await backtest({ log: ours + sample('toolhive').text });
    expect(exitCode).toBe(2);
  });

  it('refuses a key that is written twice', async () => {
    const text = sample('toolhive').text.replace('"outcome":"application', '"outcome":"denied",$&');
    const { exitCode, stderr } = await backtest({ log: text });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('a key occurs twice in one object');
  });
});

describe('a JSON document', () => {
  it.each(['toolhive', 'cerbos', 'claude-code', 'codex', 'otlp', 'json-rpc'])(
    'is read like lines: %s',
    async (format) => {
      const { text, decides } = sample(format);
      const values = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
      const assume = decides ? [] : ['--assume', 'allow'];
      const texts = {
        list: JSON.stringify(values),
        'list over lines': JSON.stringify(values, null, 2),
        'one after the other': values.map((value) => JSON.stringify(value, null, 2)).join('\n'),
      };
      for (const log of Object.values(texts)) {
        const { json } = await backtest({ log }, '--format', 'json', ...assume);
        expect(json()).toMatchObject({ total: 3, tightening: 2, loosening: 1, logs: [{ format }] });
      }
    },
  );

  it('holds all spans of a trace', async () => {
    const resourceSpans = sample('otlp')
      .text.trimEnd()
      .split('\n')
      .flatMap((line) => JSON.parse(line).resourceSpans);
    const { json } = await backtest(
      { log: JSON.stringify({ resourceSpans }, null, 2) },
      '--format',
      'json',
      '--assume',
      'allow',
    );
    expect(json()).toMatchObject({ total: 3 });
  });
});

describe('a log in no format', () => {
  it('is refused with the keys that it has, and the page that helps', async () => {
    const log = '{"ts":1780304400,"action":"create_issue","verdict":"allow"}\n';
    const { exitCode, stderr } = await backtest({ log });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is in no format of logs that is read');
    expect(stderr).toContain('an object with `"ts"`, `"action"`, `"verdict"`');
    expect(stderr).toContain('docs/logs.md');
  });

  it('is refused when it is text', async () => {
    const { exitCode, stderr } = await backtest({ log: 'GET / 200\nGET / 200\n' });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('the first line is not JSON');
  });

  it('is a record without a decision, unless one is assumed', async () => {
    const log = '{"at":"2026-06-01T12:00:00Z","tool":"create_issue"}\n';
    const refused = await backtest({ log });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('--assume allow');
    const { json } = await backtest({ log }, '--format', 'json', '--assume', 'allow');
    expect(json()).toMatchObject({ total: 1, assumed: { decision: 'allow', records: 1 } });
  });

  it('keeps a wrong decision unreadable, whatever is assumed', async () => {
    const log = '{"at":"2026-06-01T12:00:00Z","tool":"create_issue","decision":"maybe"}\n';
    expect((await backtest({ log }, '--assume', 'allow')).exitCode).toBe(2);
  });
});

describe('a call without a time', () => {
  const BARE = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_issue' } })}\n`;
  const NIGHT = `version: "1"
policies:
  - name: Nothing at night
    toolPattern: create_issue
    action: deny
    context: { time: { windows: [{ start: "22:00", end: "06:00" }] } }
`;

  it('is decided, on a day that is not known', async () => {
    const { json } = await backtest({ log: BARE }, '--format', 'json', '--assume', 'allow');
    expect(json()).toMatchObject({ tightening: 1, byDay: { entries: [{ name: null, total: 1 }] } });
    expect(json().samples[0].at).toBeNull();
  });

  it('is unknown to a rule on the time', async () => {
    const { json } = await backtest(
      { log: BARE, 'draft.yml': NIGHT },
      ...['--format', 'json', '--assume', 'allow', '--log-format', 'json-rpc'],
    );
    expect(json()).toMatchObject({ unknown: 1, lacking: { time: 1 } });
  });

  it('cannot be selected by time', async () => {
    const { exitCode, stderr } = await backtest(
      { log: BARE },
      ...['--assume', 'allow', '--since', '2026-01-01T00:00:00Z'],
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain('cannot select calls without a time');
  });

  it('is no habit of hours', async () => {
    const { exitCode, stdout } = await runCli(
      [
        ...['gateway', 'suggest', '--policies', 'rules.yml', '--audit-log', 'log', '--format', 'json'],
        ...['--assume', 'allow', '--min-support', '1'],
      ],
      { files: { 'rules.yml': RULES, log: BARE.repeat(40) } },
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).suggestions).not.toContainEqual(
      expect.objectContaining({ kind: 'usual-hours' }),
    );
  });
});

describe('the tool of a server', () => {
  const draft = (toolPattern: string) =>
    `version: "1"\npolicies:\n  - { name: x, toolPattern: "${toolPattern}", action: deny }\n`;

  it.each([
    ['create_issue', 2],
    ['mcp__github__create_issue', 2],
    ['mcp__github__*', 2],
    ['mcp__gitlab__*', 0],
  ])('is matched under both of its names: %s', async (pattern, tightening) => {
    for (const format of ['claude-code', 'codex', 'toolhive']) {
      const log = sample(format).text;
      const ran = await runCli(
        [
          ...['gateway', 'backtest', '--policies', 'rules.yml', '--draft', 'draft.yml', '--audit-log', 'log'],
          ...['--format', 'json', '--assume', 'allow'],
        ],
        { files: { 'rules.yml': RULES, 'draft.yml': draft(pattern), log } },
      );
      expect(JSON.parse(ran.stdout).tightening).toBe(tightening);
    }
  });
});

describe('a call in another place', () => {
  const row = (more: object) => ({
    type: 'assistant',
    sessionId: 's',
    uuid: 'u',
    timestamp: '2026-06-01T10:00:00Z',
    ...more,
  });
  const use = { type: 'tool_use', id: 'toolu_x', name: 'delete_repo', input: {} };

  it.each([
    ['a row of another type', { type: 'progress', data: { message: { message: { content: [use] } } } }],
    ['another key of a message', row({ message: { role: 'assistant', parts: [use] } })],
  ])('is counted: %s', async (_, hidden) => {
    const log = `${sample('claude-code').text}${JSON.stringify(hidden)}\n`;
    const { json } = await backtest({ log }, '--format', 'json', '--assume', 'allow');
    expect(json()).toMatchObject({ total: 4 });
  });

  it.each([
    [
      'claude-code',
      row({
        message: { role: 'assistant', content: [], tool_calls: [{ function: { name: 'delete_repo' } }] },
      }),
    ],
    [
      'json-rpc',
      { timestamp: '2026-06-01T10:00:00Z', wire: '{"method":"tools/call","params":{"name":"delete_repo"}}' },
    ],
  ])('is refused where it is not read: %s', async (format, hidden) => {
    const log = `${sample(format).text}${JSON.stringify(hidden)}\n`;
    const { exitCode, stderr } = await backtest({ log }, '--assume', 'allow');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('in a place that is not read');
  });

  it('does not take the reason why a reply stopped for a call', async () => {
    const stopped = row({ message: { role: 'assistant', content: [], stop_reason: 'tool_use' } });
    const log = `${sample('claude-code').text}${JSON.stringify(stopped)}\n`;
    const { json } = await backtest({ log }, '--format', 'json', '--assume', 'allow');
    expect(json()).toMatchObject({ total: 3, unreadable: 0 });
  });
});

describe('the envelope of a log collector', () => {
  it.each([
    [
      'Docker',
      (line: string) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-06-03T00:00:00Z' }),
    ],
    ['Kubernetes', (line: string) => `2026-06-03T00:00:00.000000000Z stdout F ${line}`],
    ['Compose', (line: string) => `gateway-1  | ${line}`],
    ['Google Cloud', (line: string) => (line.startsWith('{') ? `{"jsonPayload":${line}}` : line)],
  ])('is taken off: %s', async (_, wrap) => {
    for (const format of ['toolhive', 'golf', 'cerbos', 'policy-fabric']) {
      const log = sample(format).text.trimEnd().split('\n').map(wrap).join('\n');
      const { json } = await backtest({ log }, '--format', 'json');
      expect(json()).toMatchObject({
        total: 3,
        tightening: 2,
        loosening: 1,
        unreadable: 0,
        logs: [{ format }],
      });
    }
  });
});

describe('logs as programs write them in other versions', () => {
  const read = async (...values: unknown[]) => {
    const text = values.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
    return (await callsOf(text)).calls;
  };

  it('reads the log of an MCP client', async () => {
    const say = (json: object) =>
      `2026-06-01T12:00:00.000Z [files] [info] Message from client: ${JSON.stringify(json)} { metadata: undefined }`;
    const calls = await read(
      '2026-06-01T12:00:00.000Z [files] [info] Server started and connected successfully { metadata: undefined }',
      say({ method: 'initialize', params: { clientInfo: { name: 'claude-ai' } }, jsonrpc: '2.0', id: 0 }),
      say({
        method: 'tools/call',
        params: { name: 'read', arguments: { path: '"}' } },
        jsonrpc: '2.0',
        id: 1,
      }),
    );
    expect(calls).toMatchObject([
      { tool: 'read', server: 'files', agent: { id: 'claude-ai' }, at: Date.UTC(2026, 5, 1, 12), id: '1' },
    ]);
  });

  it('reads times in seconds, milliseconds and nanoseconds', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } };
    const at = Date.UTC(2026, 5, 1);
    const calls = await read(...[at / 1000, at, at * 1000, at * 1e6].map((ts) => ({ ts, message })), [
      message,
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
    expect(calls.map((call) => call.at)).toEqual([at, at, at, at, undefined]);
  });

  it('reads the JSON of agentgateway', async () => {
    const calls = await read({
      level: 'info',
      time: '2026-06-01T12:00:00.789058Z',
      scope: 'request',
      'src.addr': '172.18.0.1:56642',
      'http.status': 403,
      protocol: 'mcp',
      'mcp.method.name': 'tools/call',
      'mcp.target': 'github',
      'gen_ai.tool.name': 'add',
    });
    expect(calls).toMatchObject([
      { tool: 'add', server: 'github', decision: 'deny', ip: '172.18.0.1:56642' },
    ]);
  });

  it('counts a call of a trace once, whether the client or the server comes first', async () => {
    const span = (spanId: string, parentSpanId: string | undefined, tool: string) => ({
      traceId: 't',
      spanId,
      parentSpanId,
      name: `tools/call ${tool}`,
      startTimeUnixNano: '1780304400000000000',
      attributes: [
        { key: 'mcp.method.name', value: { stringValue: 'tools/call' } },
        { key: 'gen_ai.tool.name', value: { stringValue: tool } },
      ],
    });
    const batch = (...spans: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    const calls = await read(
      batch(span('b', 'a', 'x'), span('a', undefined, 'x')),
      batch(span('c', undefined, 'y')),
      batch(span('d', 'c', 'y'), span('e', 'c', 'z')),
    );
    expect(calls.map(({ tool }) => tool)).toEqual(['x', 'y', 'z']);
  });

  it('reads the tool of Cerbos from the resource', async () => {
    const entry = (kind: string, id: string, action: string) => ({
      callId: 'c',
      timestamp: '2026-06-01T12:00:00Z',
      inputs: [{ principal: { id: 'ana' }, resource: { kind, id }, actions: [action] }],
      outputs: [{ resourceId: id, actions: { [action]: { effect: 'EFFECT_DENY' } } }],
    });
    const calls = await read(
      entry('mcp_tool', 'db.write', 'write'),
      entry('anything', 'db.read', 'invoke'),
      entry('mcp::files', 'files', 'delete_file'),
    );
    expect(calls).toMatchObject([
      { tool: 'db.write', decision: 'deny' },
      { tool: 'db.read' },
      { tool: 'delete_file', server: 'files' },
    ]);
  });

  it('reads other calls of Codex', async () => {
    const item = (payload: object) => ({ timestamp: '2026-06-01T12:00:00Z', type: 'response_item', payload });
    const calls = await read(
      item({ type: 'local_shell_call', call_id: '1', action: { command: ['ls'] } }),
      item({ type: 'custom_tool_call', call_id: '2', name: 'apply_patch', input: '*** Begin Patch' }),
      item({ type: 'mcp_call', id: '3', server_label: 'github', name: 'search', arguments: '{"q":1}' }),
      item({
        type: 'function_call',
        call_id: '4',
        namespace: 'mcp__github__',
        name: 'search',
        arguments: '{}',
      }),
    );
    expect(calls).toMatchObject([
      { tool: 'local_shell', arguments: { command: ['ls'] } },
      { tool: 'apply_patch' },
      { tool: 'search', server: 'github', arguments: { q: 1 } },
      { tool: 'search', server: 'github' },
    ]);
  });
});
