import { describe, expect, it } from 'vitest';
import { callsOf, readRun, readRuns, refusalOfRun } from '../../../support/cassettes.ts';
import { chat, otlp, said, span, toolRun } from '../../../support/otlp.ts';

const args = { berth: 'B7' };
const wipe = { name: 'wipe', arguments: args };
const asked = { role: 'user', content: 'Free B7.' };
const answered = { role: 'assistant', content: 'It is free.' };
const free = {
  role: 'assistant',
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'free', arguments: '{}' } }],
};

describe('the words of an agent next to its calls', () => {
  const use = { type: 'tool_use', id: 'c', name: 'free', input: args };
  const text = (words: string) => ({ type: 'text', text: words });
  const task = (words: string) => [
    { role: 'user', content: [text('<task>\nFree B7.\n</task>')], ts: 1 },
    { role: 'assistant', content: [text(words), use], modelInfo: { modelId: 'm' }, ts: 2 },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'ok' }], ts: 3 },
    { role: 'assistant', content: [text('It is free.')], ts: 4 },
  ];
  const trace = (words: string) =>
    otlp(
      span('a', [1, 2], chat([said.user('Free B7.')], [withWords(words)])),
      span('b', [3, 4], chat([said.answer('c', 'ok')], [said.agent('It is free.')])),
    );
  const withWords = (words: string) => {
    const [parts, calls] = [said.agent(words).parts, said.call(['c', 'free', args]).parts];
    return { role: 'assistant', parts: [...parts, ...calls] };
  };
  const observation = (id: string, output: unknown) => ({
    ...{ id, traceId: 't', type: 'GENERATION', name: 'ask', startTime: `2026-05-01T08:00:0${id}Z`, output },
    ...{ endTime: `2026-05-01T08:00:0${id}.5Z`, input: [asked] },
  });
  const langfuse = (words: string) => ({
    id: 't',
    observations: [observation('1', { ...free, content: words }), observation('2', answered)],
  });

  it.each([
    ['Cline task', task],
    ['OpenTelemetry trace', trace],
    ['Langfuse export', langfuse],
  ])('may be a call that is not read: %s', (format, recording) => {
    expect(readRuns(recording('I free it.')).format).toBe(format);
    expect(readRun(recording(JSON.stringify(wipe))).caveats).toEqual(['unread-calls']);
    expect(readRun(recording('I free it.')).caveats).toBeUndefined();
  });
});

describe('a definition of a tool without parameters', () => {
  const plain = { name: 'wipe', parameters: {} };
  const turns = [asked, answered];
  const step = (source: string, message: string) => ({ step_id: 1, source, message });
  const request = (tools: object) => ({
    request: { model: 'm', messages: [asked], ...tools },
    response: { role: 'assistant', content: [{ type: 'text', text: 'It is free.' }] },
  });
  const atif = {
    schema_version: 'ATIF-v1.5',
    agent: { name: 'a', version: '1', tool_definitions: [plain, { type: 'function', function: plain }] },
    steps: [step('user', 'u'), step('agent', 'x')],
  };
  const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] };
  const response = { object: 'response', output: [message], tools: [{ type: 'function', ...plain }] };
  const schemaless = [{ name: 'wipe', input_schema: {} }];
  const gemini = { tools: [{ functionDeclarations: [plain] }] };
  const bedrock = { toolConfig: { tools: [{ toolSpec: { name: 'wipe', inputSchema: { json: {} } } }] } };
  const traced = (definitions: object[]) => ({
    'gen_ai.tool.definitions': JSON.stringify(definitions),
  });

  it.each([
    ['of OpenTelemetry', otlp(span('a', [1, 2], chat([said.user('u')], [said.agent('x')], traced([plain]))))],
    ['of ATIF', atif],
    ['of the Responses API', response],
    ['of MCP', { messages: turns, tools: [{ name: 'wipe', inputSchema: {} }] }],
    ['of Anthropic', { messages: turns, tools: schemaless }],
    ['of Anthropic, in a request', request({ tools: schemaless })],
    ['of Gemini', { messages: turns, ...gemini }],
    ['of Gemini, on its own', { messages: turns, functionDeclarations: [plain] }],
    ['of Bedrock', { messages: turns, ...bedrock }],
    ['of metadata', { messages: turns, metadata: { name: 'nightly', args: { seed: 3 } } }],
    ['of settings', { messages: turns, settings: { solver: { name: 'react', args: { attempts: 2 } } } }],
  ])('is no call: %s', (_, document) => {
    expect(readRun(document)).toMatchObject({ turns: [{ tool_calls: [] }] });
    expect(readRun(document).caveats).toBeUndefined();
  });
});

describe('a copy of what is read elsewhere', () => {
  const part = { toolCallId: 'c', toolName: 'free' };
  const messages = (more: object) => [
    { role: 'assistant', content: [{ type: 'tool-call', ...part, input: args, ...more }] },
    { role: 'tool', content: [{ type: 'tool-result', ...part, output: { type: 'text', value: 'ok' } }] },
  ];
  const reply = { role: 'assistant', content: 'It is free.' };
  const result = (more: object, step: object = {}) => ({
    steps: [
      { response: { messages: messages(more) }, ...step },
      { response: { messages: [...messages({}), reply] } },
    ],
  });

  it('is left out of a result of the AI SDK, and what is under its unknown keys is not', async () => {
    const body = { tools: [wipe], messages: [{ tool_calls: [{ name: 'free', args }] }] };
    expect(
      callsOf(readRun(result({}, { toolCalls: [{ ...part, input: args }], request: { body } }))),
    ).toHaveLength(1);
    expect(await refusalOfRun(result({ xnote: wipe }))).toContain('looks like a tool call');
    expect(await refusalOfRun(result({}, { request: { xnote: wipe } }))).toContain('looks like a tool call');
    expect(await refusalOfRun(result({}, { toolCalls: [{ ...part, input: args, xnote: wipe }] }))).toContain(
      'looks like a tool call',
    );
  });

  it('is left out of the span of a tool, and what is under its unknown keys is not', async () => {
    const spans = (more: Record<string, string>) =>
      otlp(
        span('a', [1, 2], chat([said.user('Free B7.')], [said.call(['c', 'free', args])])),
        span('b', [3, 4], toolRun('free', 'c', args, more)),
        span('c', [5, 6], chat([said.answer('c', 'ok')], [said.agent('It is free.')])),
      );
    // what a tool gives back is no call of the agent
    expect(callsOf(readRun(spans({ 'gen_ai.tool.call.result': JSON.stringify(wipe) })))).toHaveLength(1);
    expect(await refusalOfRun(spans({ shadow: JSON.stringify(wipe) }))).toContain('looks like a tool call');
  });
});

it('refuses a case of ADK whose calls may be under a key that is not read', async () => {
  const part = (text: string) => ({ parts: [{ text }] });
  const run = (between: object) => ({
    eval_id: 'e',
    conversation: [{ user_content: part('u'), intermediate_data: between, final_response: part('x') }],
  });
  const empty = { tool_uses: [], tool_responses: [], intermediate_responses: [['a', [{ text: 'I look.' }]]] };
  expect(await refusalOfRun(run({ ...empty, xnote: ['wipe', args] }))).toContain('has `xnote`');
  expect(await refusalOfRun(run({ did: 'wipe' }))).toContain('has `did`');
  expect(readRun(run(empty)).turns).toHaveLength(1);
});
