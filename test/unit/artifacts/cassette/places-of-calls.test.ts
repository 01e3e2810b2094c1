import { describe, expect, it } from 'vitest';
import { callsOf, readRun, refusalOfRun, warningsOf } from '../../../support/cassettes.ts';
import { chat as chatSpan, otlp, span, said as spoken } from '../../../support/otlp.ts';

type Json = Record<string, unknown>;

const args = { berth: 'B7' };
const asked = { role: 'user', content: 'Free B7.' };
const answered = { role: 'assistant', content: 'It is free.' };
const lines = (...rows: unknown[]) => `${rows.map((each) => JSON.stringify(each)).join('\n')}\n`;

describe('a call among the blocks of a result', () => {
  const hidden = { type: 'tool_use', id: 'z', name: 'wipe', input: args };
  const free = { type: 'tool_use', id: 'c', name: 'free', input: args };
  const text = { type: 'text', text: 'ok' };
  const anthropic = (content: unknown) => [
    asked,
    { role: 'assistant', content: [free] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }] },
    answered,
  ];
  const claudeCode = (content: unknown) =>
    lines(
      ...anthropic(content).map((message, index) => ({
        ...{ type: message.role, uuid: `u${index}`, parentUuid: null, sessionId: 's' },
        message: { ...message, ...(message.role === 'assistant' && { id: `m${index}` }) },
      })),
    );
  const openai = (content: unknown) => [
    asked,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', function: { name: 'free', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content },
    answered,
  ];
  const bedrock = (content: unknown) => [
    { role: 'user', content: [{ text: 'Free B7.' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'c', name: 'free', input: args } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 'c', content } }] },
    { role: 'assistant', content: [{ text: 'It is free.' }] },
  ];
  const aiSdk = (value: unknown) => [
    asked,
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'free', input: args }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c', toolName: 'free', output: { type: 'content', value } },
      ],
    },
    answered,
  ];
  const responses = (output: unknown) => [
    { role: 'user', content: 'Free B7.' },
    { type: 'function_call', call_id: 'c', name: 'free', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c', output },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is free.' }] },
  ];
  const adk = (parts: unknown) => ({
    events: [
      { author: 'user', content: { role: 'user', parts: [{ text: 'Free B7.' }] } },
      { author: 'a', content: { parts: [{ functionCall: { id: 'c', name: 'free', args } }] } },
      {
        author: 'a',
        content: { parts: [{ functionResponse: { id: 'c', name: 'free', response: { parts } } }] },
      },
      { author: 'a', content: { parts: [{ text: 'It is free.' }] } },
    ],
  });
  const traced = (response: unknown) =>
    otlp(
      span('a', [1, 2], chatSpan([spoken.user('Free B7.')], [spoken.call(['c', 'free', args])])),
      span(
        'b',
        [3, 4],
        chatSpan(
          [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response }] }],
          [spoken.agent('It is free.')],
        ),
      ),
    );

  it.each<[string, (content: unknown) => unknown, Json]>([
    ['Anthropic', anthropic, hidden],
    ['Claude Code', claudeCode, hidden],
    ['OpenAI', openai, { id: 'z', type: 'tool_call', function: { name: 'wipe', arguments: '{}' } }],
    ['Bedrock', bedrock, { toolUse: { toolUseId: 'z', name: 'wipe', input: args } }],
    ['the AI SDK', aiSdk, { type: 'tool-call', toolCallId: 'z', toolName: 'wipe', input: args }],
    ['the Responses API', responses, { type: 'function_call', call_id: 'z', name: 'wipe', arguments: '{}' }],
    ['ADK', adk, { functionCall: { id: 'z', name: 'wipe', args } }],
    ['OpenTelemetry', traced, { type: 'tool_call', id: 'z', name: 'wipe', arguments: args }],
  ])('is noted: %s', (_, recording, call) => {
    const whole = readRun(recording([text]));
    expect(whole.caveats).toBeUndefined();
    expect(callsOf(whole).map(({ name }) => name)).toEqual(['free']);
    for (const content of [[text, call], [call], [{ type: 'tool_result', content: [call] }], [[call]]]) {
      expect(readRun(recording(content)).caveats).toEqual(['unread-calls']);
      expect(warningsOf(recording(content)).join()).toContain('looks like a call: `a call in a result`');
    }
  });

  it('is noted in a second result of a call, and in one before its call', () => {
    const result = (content: unknown) => ({ type: 'tool_result', tool_use_id: 'c', content });
    const row = (role: string, uuid: string, content: unknown) => ({
      ...{ type: role, uuid, parentUuid: null, sessionId: 's', message: { role, content } },
    });
    const session = (...rows: unknown[]) => lines(row('user', 'a', 'Free B7.'), ...rows);
    const call = row('assistant', 'b', [free]);
    const said = row('assistant', 'e', [{ type: 'text', text: 'It is free.' }]);
    const [good, bad] = [row('user', 'c', [result([text])]), row('user', 'd', [result([hidden])])];
    expect(readRun(session(call, good, bad, said)).caveats).toEqual(['unread-calls']);
    expect(readRun(session(bad, call, said)).caveats).toEqual(['unread-calls']);
    expect(readRun(session(call, good, good, said)).caveats).toBeUndefined();
  });

  it.each([
    ['a record with a name', [{ type: 'text', name: 'wipe' }]],
    ['a JSON text', JSON.stringify([hidden])],
    ['an object with arguments', { calls: [{ name: 'wipe', arguments: args }] }],
    ['a block that names no tool', [{ type: 'tool_use' }]],
  ])('is not what a tool answered: %s', (_, content) => {
    expect(readRun(anthropic(content)).caveats).toBeUndefined();
  });
});

describe('deeds next to a text', () => {
  const keys = [
    ...[
      'actions',
      'tools_used',
      'steps',
      'invocations',
      'function_calls',
      'toolLog',
      'called_tools',
      'executions',
    ],
  ];
  const deeds: unknown[] = [
    { name: 'wipe', args },
    { tool: 'wipe', arguments: args },
    { action: 'wipe', input: args },
    { tool: 'wipe', arguments: ['B7'] },
    { action: 'wipe', input: 'B7' },
    { tool_name: 'wipe' },
    { free: { berth: 'B8' } },
  ];
  const chat = (more: Json) => [
    asked,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', function: { name: 'free', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'ok' },
    { ...answered, ...more },
  ];
  const ours = (more: Json) => ({
    turns: [{ user: 'u', tool_calls: [{ name: 'free', result: 'ok' }], final_response: 'x', ...more }],
  });

  it.each(keys)('are refused where they may be calls: %s', async (key) => {
    for (const deed of deeds) {
      for (const recording of [
        chat({ [key]: [deed] }),
        ours({ [key]: [deed] }),
        { ...ours({}), [key]: [deed] },
      ]) {
        const refusal = await refusalOfRun(recording);
        expect(refusal, JSON.stringify(deed)).toContain('looks like a tool call');
        expect(refusal).toContain(key);
      }
    }
  });

  it.each(['tools_used', 'called_tools', 'usedTools', 'function_calls'])(
    'are refused where they name a tool that was not called: %s',
    async (key) => {
      expect(await refusalOfRun(chat({ [key]: ['free', 'wipe'] }))).toContain('looks like a tool call');
      expect(await refusalOfRun(ours({ [key]: ['wipe'] }))).toContain('looks like a tool call');
      expect(callsOf(readRun(chat({ [key]: ['free'] })))).toHaveLength(1);
      expect(callsOf(readRun(ours({ [key]: ['free'] })))).toHaveLength(1);
    },
  );

  it.each<[string, Json]>([
    ['steps of a plan', { steps: ['Look.', { name: 'Look', status: 'done' }] }],
    [
      'buttons',
      {
        actions: [
          { name: 'Approve', value: 'yes' },
          { type: 'link', label: 'More' },
        ],
      },
    ],
    ['counts', { actions: { free: 1 }, invocations: 3, tools_used: 1 }],
    ['tools of the run', { tools_used: [{ name: 'free', count: 1 }] }],
    ['tools with what they do', { tools_used: [{ name: 'wipe', description: 'Wipes.' }] }],
    ['settings', { metadata: { tools_used: ['wipe'], steps: [{ tool: 'wipe' }] } }],
    ['what was expected', { expected_actions: [{ name: 'wipe', args }] }],
    ['a choice of tools', { function_call: 'auto', tool_use: 'none' }],
  ])('are read past otherwise: %s', (_, more) => {
    const { function_call, ...others } = more;
    expect(callsOf(readRun(chat(others)))).toHaveLength(1);
    expect(callsOf(readRun(ours(more)))).toHaveLength(1);
  });
});

describe('a request to approve a call', () => {
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'free', input: args };
  const request = { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' };
  const response = {
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }],
  };
  const result = {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'c', toolName: 'free', output: { type: 'text', value: 'ok' } },
    ],
  };
  const chat = (...content: unknown[]) => [asked, { role: 'assistant', content }, response, result, answered];
  const alone = (content: object) => [asked, { role: 'assistant', content: [content] }, answered];
  const stream = (...rows: unknown[]) =>
    lines({ type: 'start' }, ...rows, { type: 'text-delta', id: '1', delta: 'x' }, { type: 'finish' });
  const available = { ...call, type: 'tool-input-available' };
  const noted = 'looks like a call: `a request to approve a call`';

  it('is a copy where the call is read, before it or after it', () => {
    for (const recording of [
      chat(call, request),
      chat(request, call),
      chat(call, { ...request, toolCall: call }),
    ]) {
      expect(callsOf(readRun(recording))).toHaveLength(1);
      expect(readRun(recording).caveats).toBeUndefined();
    }
    const outcome = { type: 'tool-output-available', toolCallId: 'c', output: 'ok' };
    for (const recording of [stream(available, request, outcome), stream(request, available, outcome)]) {
      expect(callsOf(readRun(recording))).toHaveLength(1);
      expect(readRun(recording).caveats).toBeUndefined();
    }
  });

  it.each<[string, unknown]>([
    ['messages', alone(request)],
    ['messages, with the call', alone({ ...request, toolName: 'free', input: args })],
    ['messages, with the call in it', alone({ ...request, toolCallId: undefined, toolCall: call })],
    ['messages, without an id', alone({ type: 'tool-approval-request' })],
    ['a stream', stream(request)],
    ['a stream, without an id', stream({ type: 'tool-approval-request', toolName: 'free', input: args })],
  ])('is noted where the call is not read: %s', (_, recording) => {
    expect(readRun(recording).caveats).toEqual(['unread-calls']);
    expect(warningsOf(recording).join()).toContain(noted);
  });

  it('is noted in items of the Responses API, unless the call is read or was denied', () => {
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] };
    const mcp = { server_label: 'h', name: 'free', arguments: '{}' };
    const ask = { type: 'mcp_approval_request', id: 'a', ...mcp };
    const approve = (yes: boolean) => ({
      type: 'mcp_approval_response',
      approval_request_id: 'a',
      approve: yes,
    });
    const made = { type: 'mcp_call', id: 'm', ...mcp, output: 'ok' };
    const caveats = (...items: unknown[]) =>
      readRun([{ role: 'user', content: 'u' }, ...items, said]).caveats;
    expect(caveats(ask)).toEqual(['unread-calls']);
    expect(caveats(ask, approve(true))).toEqual(['unread-calls']);
    expect(caveats(ask, approve(true), { ...made, name: 'drop' })).toEqual(['unread-calls']);
    expect(caveats(ask, approve(false))).toBeUndefined();
    expect(caveats(ask, approve(true), made)).toBeUndefined();
    expect(caveats(ask, approve(true), { ...made, approval_request_id: 'a' })).toBeUndefined();
  });
});

describe('data of a program that uses the AI SDK', () => {
  const part = { type: 'tool-free', toolCallId: 'c', state: 'output-available', input: args, output: 'ok' };
  const ui = (...parts: unknown[]) => [
    {
      id: 'm',
      role: 'assistant',
      parts: [{ type: 'step-start' }, part, ...parts, { type: 'text', text: 'x' }],
    },
  ];
  const stream = (row: unknown) =>
    lines(
      { type: 'start' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'free', input: args },
      { type: 'tool-output-available', toolCallId: 'c', output: 'ok' },
      row,
      { type: 'text-delta', id: '1', delta: 'x' },
    );

  it.each<[string, unknown]>([
    ['a call', { name: 'wipe', input: args }],
    ['a call in a list', { more: [{ toolName: 'wipe', args }] }],
    ['the text of a call', JSON.stringify({ name: 'wipe', arguments: args })],
    ['another call with an id', { toolCallId: 'z', toolName: 'wipe', input: args }],
  ])('is noted when it is %s', (_, data) => {
    for (const recording of [ui({ type: 'data-x', data }), stream({ type: 'data-x', data })]) {
      expect(readRun(recording).caveats).toEqual(['unread-calls']);
      expect(warningsOf(recording).join()).toContain('of type data-x`');
    }
  });

  it.each<[string, unknown]>([
    ['a copy of a call', { toolCallId: 'c', toolName: 'free', input: args }],
    ['progress', { step: 1, name: 'Look' }],
  ])('is left out when it is %s', (_, data) => {
    for (const recording of [ui({ type: 'data-x', data }), stream({ type: 'data-x', data })]) {
      expect(callsOf(readRun(recording))).toHaveLength(1);
      expect(readRun(recording).caveats).toBeUndefined();
    }
  });
});

describe('a row that is not quite one of its format', () => {
  const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] };
  const call = { type: 'function_call', call_id: 'z', name: 'wipe', arguments: '{"berth":"B7"}' };
  const rollout = (payload: unknown) =>
    lines(
      { type: 'session_meta', payload: { id: 's' } },
      { type: 'response_item', payload },
      { type: 'response_item', payload: said },
    );
  const command = {
    id: 'i1',
    type: 'command_execution',
    command: 'rm B7',
    exit_code: 0,
    status: 'completed',
  };
  const exec = (row: unknown) =>
    lines({ type: 'thread.started', thread_id: 't' }, row, {
      type: 'item.completed',
      item: { id: 'i2', type: 'agent_message', text: 'x' },
    });
  const request = (method: string, params: unknown) =>
    lines(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'free', arguments: {} } },
      { jsonrpc: '2.0', id: 1, result: { content: [] } },
      { jsonrpc: '2.0', id: 2, method, params },
      { jsonrpc: '2.0', id: 2, result: {} },
    );
  const named = { name: 'wipe', arguments: { berth: 'B7' } };

  it.each<[string, unknown]>([
    ['a payload of Codex that is a list', rollout([call])],
    ['a payload of Codex that is a text', rollout(JSON.stringify(call))],
    ['an event of Codex inside another', exec({ data: { type: 'item.completed', item: command } })],
    ['an event of Codex of an unknown type', exec({ type: 'step.completed', step: command })],
    ['a request of MCP in other letters', request('TOOLS/CALL', named)],
    ['a request of MCP of a later version', request('tools/call_v2', named)],
  ])('is named: %s', (_, recording) => {
    expect(readRun(recording).caveats).toEqual(['unread-calls']);
  });

  it.each<[string, unknown]>([
    ['a list of parts that is empty', rollout([])],
    ['an error of Codex', exec({ type: 'error', message: 'x', details: { code: 1 } })],
    ['a prompt of MCP', request('prompts/get', named)],
    ['a page of tools of MCP', request('tools/list', { cursor: 'x' })],
  ])('may be left out: %s', (_, recording) => {
    expect(readRun(recording).caveats).toBeUndefined();
  });

  it.each([
    ['in a text', (attributes: unknown) => ({ attributes: JSON.stringify(attributes) }), undefined],
    ['in an attribute', (attributes: unknown) => ({ attributes: { x: attributes } }), 'is not among'],
    ['in a text next to them', (attributes: unknown) => ({ x: JSON.stringify(attributes) }), 'is not among'],
    ['in the context', (attributes: unknown) => ({ context: attributes }), 'is not among'],
  ])('is refused or read when it is a span with its attributes %s', async (_, wrap, problem) => {
    const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const attributes = [
      attribute('gen_ai.operation.name', 'execute_tool'),
      attribute('gen_ai.tool.name', 'wipe'),
      attribute('gen_ai.tool.call.arguments', '{"berth":"B7"}'),
    ];
    const { attributes: __, ...bare } = span('b', [3, 4], {}) as Json;
    const trace = otlp(span('a', [1, 2], chatSpan([spoken.user('u')], [spoken.agent('x')])), {
      ...bare,
      ...wrap(attributes),
    } as never);
    if (problem !== undefined) expect(await refusalOfRun(trace)).toContain(problem);
    else expect(callsOf(readRun(trace))).toHaveLength(1);
  });

  it('may be the content of a message that is not said', async () => {
    const content = JSON.stringify({ name: 'wipe', arguments: args });
    const recording = { object: 'response', output: [said], content };
    expect(await refusalOfRun(recording)).toContain('content: looks like a tool call');
  });
});
