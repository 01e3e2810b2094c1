import { describe, expect, it } from 'vitest';
import {
  callsOf,
  chatOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../../support/cassettes.ts';

const asked = chatOf('user go', 'call a one', 'result a ok');
const [called] = chatOf('call b two');
const reply = (content: unknown, usage?: unknown) => ({
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  usage,
});

describe('a reply next to the messages', () => {
  const choices = [{ index: 0, message: called }];

  it.each([
    ['of OpenAI', { messages: asked, response: { model: 'm', choices } }],
    ['of OpenAI, in the same object', { model: 'm', messages: asked, choices }],
    ['to a request', { request: { model: 'm', messages: asked }, response: { choices } }],
    [
      'to a request of a proxy',
      { request: { body: { messages: asked } }, response: { body: { model: 'm', choices } } },
    ],
    [
      'of Anthropic',
      {
        request: { messages: asked },
        response: reply([{ type: 'tool_use', id: 'b', name: 'two', input: {} }]),
      },
    ],
    [
      'of Bedrock',
      {
        modelId: 'm',
        messages: asked,
        output: {
          message: { role: 'assistant', content: [{ toolUse: { toolUseId: 'b', name: 'two', input: {} } }] },
        },
      },
    ],
    ['of the AI SDK', { model: 'm', messages: asked, response: { messages: [called] } }],
  ])('%s is the last of them', (_, content) => {
    expect(sketch(readRun(content))).toBe('go: one two');
    if (!JSON.stringify(content).includes('body')) expect(readRun(content).model).toBe('m');
  });

  it('is read alone', () => {
    expect(sketch(readRun(reply([{ type: 'text', text: 'hi' }])))).toBe('"hi"');
    expect(sketch(readRun({ choices }))).toBe('two');
    expect(readRuns({ choices }).format).toBe('request with its response');
  });

  it('counts once when it is among the messages, too', () => {
    const messages = [...asked, ...chatOf('say done')];
    const response = { choices: [{ message: { role: 'assistant', content: 'done' } }] };
    expect(sketch(readRun({ messages, response }))).toBe('go: one "done"');
    expect(sketch(readRun({ messages, output: 'done' }))).toBe('go: one "done"');
    expect(sketch(readRun({ messages: asked, output: 'done' }))).toBe('go: one "done"');
  });

  it('is a run of LangSmith of one request, as `wrap_openai` sends it, also in a list', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'free', arguments: '{"berth":"B7"}' } };
    const message = { role: 'assistant', content: null, function_call: null, tool_calls: [call] };
    const run = (more: object = {}) => ({
      ...{ id: 'r', name: 'ChatOpenAI', run_type: 'llm', trace_id: 'r', parent_run_id: null, events: [] },
      inputs: { messages: chatOf('user go'), model: 'harbour-1', extra_body: null },
      outputs: {
        choices: [{ index: 0, finish_reason: 'tool_calls', message }],
        usage_metadata: { input_tokens: 9, output_tokens: 2, input_token_details: { cache_read: 4 } },
      },
      ...more,
    });
    expect(sketch(readRun(run()))).toBe('go: free');
    expect(readRun([run()])).toEqual(readRun(run()));
    expect(readRun(run())).toMatchObject({
      model: 'harbour-1',
      usage: { input_tokens: 5, output_tokens: 2, cache_read_tokens: 4 },
    });
    expect(await refusalOfRun(run({ extra: { did: { name: 'wipe', arguments: {} } } }))).toContain(
      'tool call',
    );
  });

  it('has the tokens of one reply, so those of the run are unknown', () => {
    const usage = { input_tokens: 5, output_tokens: 2 };
    const pair = { request: { messages: asked }, response: reply('hi', usage) };
    expect(readRun(pair).usage).toBeUndefined();
    expect(warningsOf(pair)).toEqual([expect.stringContaining('only some of the replies')]);
    expect(readRun({ request: { messages: chatOf('user hi') }, response: reply('hi', usage) }).usage).toEqual(
      usage,
    );
  });

  it.each([
    ['in an unknown form', { messages: asked, response: { items: [1] } }, 'response: is next to `messages`'],
    ['of several', { messages: asked, choices: [...choices, ...choices] }, 'choices: is next to `messages`'],
    ['of another text', { messages: chatOf('say a'), output: 'b' }, 'output: is next to `messages`'],
  ])('%s is refused', async (_, content, message) => {
    expect(await refusalOfRun(content)).toContain(message);
  });
});

describe('messages of LangChain', () => {
  const human = { type: 'human', content: 'go' };
  const usage = {
    input_tokens: 9,
    output_tokens: 2,
    total_tokens: 11,
    input_token_details: { cache_read: 4 },
  };
  const ai = {
    type: 'ai',
    name: 'helper',
    content: [{ type: 'tool_use', id: 'a', name: 'one', input: { x: 1 } }],
    tool_calls: [{ id: 'a', name: 'one', args: { x: 1 }, type: 'tool_call' }],
    invalid_tool_calls: [],
    usage_metadata: usage,
    response_metadata: { model_name: 'm' },
  };
  const tool = { type: 'tool', tool_call_id: 'a', name: 'one', content: 'no', status: 'error' };
  const done = { type: 'ai', content: 'done', usage_metadata: usage, response_metadata: { model_name: 'm' } };
  const messages = [human, ai, tool, done];
  const inData = messages.map(({ type, ...data }) => ({ type, data: { type, ...data } }));
  const CLASSES: Record<string, string> = {
    human: 'HumanMessage',
    ai: 'AIMessageChunk',
    tool: 'ToolMessage',
  };
  const serialised = messages.map(({ type, ...kwargs }) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', 'schema', 'messages', CLASSES[type]],
    kwargs: { ...kwargs, type },
  }));

  it.each([
    ['as they are dumped', messages],
    ['with their data apart', inData],
    ['serialised', serialised],
    ['in a state', { messages, steps: [], answer: 'done' }],
    ['in the state of a thread', { values: { messages }, next: [] }],
    ['in a checkpoint', { checkpoint: { channel_values: { messages } } }],
    [
      'in a run of LangSmith',
      {
        id: 'r',
        name: 'LangGraph',
        run_type: 'chain',
        inputs: { messages: [human] },
        outputs: { messages },
        child_runs: [{ run_type: 'tool', name: 'one', inputs: { x: 1 }, outputs: { messages } }],
      },
    ],
  ])('are read %s', (_, content) => {
    const run = readRun(content);
    expect(sketch(run)).toBe('go: one! "done"');
    expect(callsOf(run)[0]).toMatchObject({ agent: 'helper', args: { x: 1 }, result: 'no' });
    expect(run).toMatchObject({
      model: 'm',
      usage: { input_tokens: 10, output_tokens: 4, cache_read_tokens: 8 },
    });
    expect(readRuns(content).format).toBe('LangChain messages');
    expect(warningsOf(content)).toEqual([]);
  });

  it('have calls of the server next to the content, which may repeat them', () => {
    const search = { type: 'web_search_call', id: 'w', status: 'completed', action: { query: 'berths' } };
    const found = { type: 'ai', content: 'found', additional_kwargs: { tool_outputs: [search] } };
    expect(sketch(readRun([human, found]))).toBe('go: web_search "found"');
    expect(callsOf(readRun([human, found]))[0]?.args).toEqual({ query: 'berths' });
    const twice = { ...found, content: [search, { type: 'text', text: 'found' }] };
    expect(sketch(readRun([human, twice]))).toBe('go: web_search "found"');
  });

  it.each(['human', 'system', 'tool'])('are refused with a call in a message of type %s', async (type) => {
    const calls = [{ id: 'z', name: 'wipe', args: {} }];
    const given = { type, content: 'x', tool_call_id: 'a', name: 'one', tool_calls: calls };
    const other = type === 'tool' ? [human, ai, given, done] : [given, ai, tool, done];
    expect(await refusalOfRun(other)).toContain('is a call in a message of the role');
  });
});

describe('a list of the runs of LangSmith', () => {
  const human = { type: 'human', content: 'go' };
  const ai = { type: 'ai', content: '', tool_calls: [{ id: 'a', name: 'one', args: {} }] };
  const tool = { type: 'tool', tool_call_id: 'a', content: 'no', status: 'error' };
  const messages = [human, ai, tool, { type: 'ai', content: 'done' }];
  const run = (id: string, run_type: string, outputs: object, more: object = {}) => ({
    id,
    run_type,
    inputs: { messages: [human] },
    outputs,
    ...more,
  });
  const below = [
    run('2', 'llm', { generations: [[{ text: 'x' }]] }, { parent_run_id: '1' }),
    run('3', 'tool', { output: tool }, { parent_run_id: '2' }),
  ];
  const root = run('1', 'chain', { messages }, { parent_run_id: null });

  it('is read by the root of each trace', () => {
    const reading = readRuns([...below, root]);
    expect(reading.value.map(({ reference }) => reference)).toEqual(['f.json#/2']);
    expect(reading.value.map(({ cassette }) => sketch(cassette))).toEqual(['go: one! "done"']);
    expect(reading.leftOut[0]).toMatchObject({ what: 'runs below others', count: 2 });
    expect(readRuns([root, run('9', 'chain', { messages })]).value).toHaveLength(2);
  });

  it('is refused without a root', async () => {
    expect(await refusalOfRun(below)).toContain('is not a recording');
  });
});

describe('messages of Strands Agents', () => {
  const usage = { inputTokens: 10, outputTokens: 4, totalTokens: 22, cacheReadInputTokens: 8 };
  const messages = [
    { role: 'user', content: [{ text: 'go' }], trackingId: 'x' },
    {
      role: 'assistant',
      content: [{ toolUse: { toolUseId: 'a', name: 'one', input: { x: 1 } } }],
      metadata: { usage },
    },
    {
      role: 'user',
      content: [{ toolResult: { toolUseId: 'a', status: 'error', content: [{ text: 'no' }] } }],
    },
    { role: 'assistant', content: [{ text: 'done' }], metadata: { usage } },
  ];
  const data = { messages, state: {}, systemPrompt: 'You go.', modelState: {} };
  const snapshot = {
    scope: 'agent',
    schemaVersion: '1.0',
    createdAt: '2026-05-01T08:00:00Z',
    data,
    appData: {},
  };

  it.each([
    ['as a list', messages],
    ['in a snapshot of a session', snapshot],
  ])('are read %s', (_, content) => {
    const run = readRun(content);
    expect(readRuns(content).format).toBe('Bedrock Converse messages');
    expect(sketch(run)).toBe('go: one! "done"');
    expect(run.usage).toEqual({ input_tokens: 20, output_tokens: 8, cache_read_tokens: 16 });
    expect(run.system_prompt).toBe(content === snapshot ? 'You go.' : undefined);
  });
});

describe('chunks of messages of LangChain', () => {
  const chunk = (args: string, more: object = {}) => [
    { type: 'human', content: 'go' },
    {
      type: 'AIMessageChunk',
      content: '',
      tool_calls: [{ name: 'one', args: { x: 1 }, id: 'a', type: 'tool_call' }],
      tool_call_chunks: [{ name: 'one', args, id: 'a', index: 0, type: 'tool_call_chunk' }],
      ...more,
    },
  ];

  it('repeat their calls', () => {
    expect(sketch(readRun(chunk('{"x":1}')))).toBe('go: one');
    expect(callsOf(readRun(chunk('{"x":1}')))[0]?.args).toEqual({ x: 1 });
  });

  it('are refused when they were cut off, unless the call is invalid', async () => {
    expect(await refusalOfRun(chunk('{"x"'))).toContain('tool_call_chunks[0]: looks like a tool call');
    const invalid = {
      tool_calls: [],
      invalid_tool_calls: [{ name: 'one', args: '{"x"', id: 'a', error: 'cut' }],
    };
    expect(sketch(readRun(chunk('{"x"', invalid)))).toBe('go: one!');
  });

  it('are refused when they have another call', async () => {
    const other = { tool_call_chunks: [{ name: 'two', args: '{}', id: 'b', type: 'tool_call_chunk' }] };
    expect(await refusalOfRun(chunk('{}', other))).toContain('looks like a tool call');
  });
});

describe('messages of the AI SDK', () => {
  const call = (id: string, x: number) => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: 'add',
    input: { x },
  });
  const answer = (id: string, output: object) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: 'add',
    output,
  });
  const ask = (id: string) => ({ type: 'tool-approval-request', approvalId: `ask-${id}`, toolCallId: id });

  it('have approvals, which answer no call', () => {
    const run = readRun([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [call('a', 1), call('b', 2), ask('a'), ask('b')] },
      {
        role: 'tool',
        content: [
          { type: 'tool-approval-response', approvalId: 'ask-a', approved: false, reason: 'not now' },
          { type: 'tool-approval-response', approvalId: 'ask-b', approved: true },
        ],
      },
      {
        role: 'tool',
        content: [
          answer('b', { type: 'text', value: 'ok' }),
          answer('a', { type: 'execution-denied', reason: 'not now' }),
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
    ]);
    expect(sketch(run)).toBe('go: add! add "done"');
  });

  const usage = { inputTokens: 10, outputTokens: 2, cachedInputTokens: 4 };
  const first = [
    { role: 'assistant', content: [call('a', 1)] },
    { role: 'tool', content: [answer('a', { type: 'error-text', value: 'no' })] },
  ];
  const last = [...first, { role: 'assistant', content: [{ type: 'text', text: 'done' }] }];
  const steps = (...content: object[]) => [
    { content, usage, response: { modelId: 'm', messages: first } },
    { content: [{ type: 'text', text: 'done' }], usage, response: { modelId: 'm', messages: last } },
  ];

  it('are read from the result of a run, whose steps repeat them', () => {
    const run = readRun({ steps: steps(call('a', 1)), totalUsage: { inputTokens: 20, outputTokens: 4 } });
    expect(sketch(run)).toBe('add! "done"');
    expect(run).toMatchObject({
      model: 'm',
      usage: { input_tokens: 12, output_tokens: 4, cache_read_tokens: 8 },
    });
    expect(readRuns({ steps: steps(call('a', 1)) }).format).toBe('AI SDK results');
  });

  it('are refused when a step has a call that they do not have', async () => {
    expect(await refusalOfRun({ steps: steps(call('a', 1), call('z', 2)) })).toContain(
      'looks like a tool call',
    );
  });
});

describe('UI messages of the AI SDK', () => {
  const ui = (...parts: object[]) => [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: 'go' }] },
    { id: 'a', role: 'assistant', parts: [{ type: 'step-start' }, ...parts] },
  ];
  const part = (state: string, more: object = {}) => ({
    type: 'tool-add',
    toolCallId: 'c',
    state,
    input: { x: 1 },
    ...more,
  });
  const say = { type: 'text', text: 'done' };

  it.each([
    ['output-available', { output: 2 }, 'go: add "done"', { result: 2 }],
    ['output-error', { errorText: 'no' }, 'go: add! "done"', { result: 'no' }],
    [
      'output-denied',
      { approval: { id: 'p', approved: false, reason: 'not now' } },
      'go: add! "done"',
      { result: 'not now' },
    ],
    [
      'approval-responded',
      { approval: { id: 'p', approved: false } },
      'go: add! "done"',
      { result: 'denied' },
    ],
    ['approval-responded', { approval: { id: 'p', approved: true } }, 'go: add', { unanswered: true }],
    ['input-available', {}, 'go: add', { unanswered: true }],
  ])('have calls in the state %s', (state, more, expected, call) => {
    const run = readRun(ui(part(state, more), say));
    expect(sketch(run)).toBe(expected);
    expect(callsOf(run)[0]).toMatchObject({ args: { x: 1 }, ...call });
  });

  it('have replies in steps', () => {
    const steps = ui(
      { type: 'text', text: 'I add' },
      part('output-available', { output: 2 }),
      { type: 'step-start' },
      say,
    );
    expect(sketch(readRun(steps))).toBe('go: add "done"');
    const dynamic = { ...part('output-available', { output: 2 }), type: 'dynamic-tool', toolName: 'far' };
    expect(sketch(readRun(ui(dynamic, say)))).toBe('go: far "done"');
  });

  it('of version 4 have their calls twice, which count once', () => {
    const invocation = { state: 'result', toolCallId: 'c', toolName: 'add', args: { x: 1 }, result: 2 };
    const old = { role: 'assistant', content: 'done', toolInvocations: [invocation] };
    const chat = (message: object) => [{ role: 'user', content: 'go' }, message];
    expect(sketch(readRun(chat(old)))).toBe('go: add "done"');
    const parts = [{ type: 'tool-invocation', toolInvocation: invocation }, say];
    expect(sketch(readRun(chat({ ...old, parts })))).toBe('go: add "done"');
    expect(callsOf(readRun(chat({ ...old, parts })))[0]).toMatchObject({ args: { x: 1 }, result: 2 });
    const second = { ...invocation, toolCallId: 'd', toolName: 'more' };
    expect(sketch(readRun(chat({ ...old, toolInvocations: [invocation, second], parts })))).toBe(
      'go: more add "done"',
    );
  });

  it.each([
    [
      'another tool',
      { toolCallId: 'c', toolName: 'wipe', state: 'result', args: { x: 1 } },
      'calls `wipe`, but the part with the same id calls `add`',
    ],
    [
      'other arguments',
      { toolCallId: 'c', toolName: 'add', state: 'result', args: { x: 2 } },
      'has other arguments for `add`',
    ],
    ['another shape', { id: 'd', toolName: 'wipe', args: {} }, 'toolInvocations[0].state: must be one of'],
    ['no shape', 'wipe', 'toolInvocations[0]: must be a mapping'],
  ])('of version 4 are refused when the repeated call has %s', async (_, invocation, problem) => {
    const [user, reply] = ui(part('output-available', { output: 2 }), say);
    expect(await refusalOfRun([user, { ...reply, toolInvocations: [invocation] }])).toContain(problem);
  });

  it('of version 4 are refused when their calls are no list', async () => {
    const [user, reply] = ui(part('output-available', { output: 2 }), say);
    const calls = '[{"toolName":"wipe","args":{}}]';
    expect(await refusalOfRun([user, { ...reply, toolInvocations: calls }])).toContain(
      'toolInvocations: must be a list of calls',
    );
  });

  it('have tokens where the program keeps them', () => {
    const [user, reply] = ui(say);
    const metadata = { totalUsage: { inputTokens: 9, outputTokens: 2, cachedInputTokens: 4 } };
    expect(readRun([user, { ...reply, metadata }]).usage).toEqual({
      input_tokens: 5,
      output_tokens: 2,
      cache_read_tokens: 4,
    });
  });

  it('are refused with a state or a part that is not known', async () => {
    expect(await refusalOfRun(ui(part('output-hidden')))).toContain(
      '[1].parts[1].state: must be one of `partial-call`',
    );
    const other = [...ui(say), { role: 'assistant', parts: [{ type: 'memo', text: 'x' }] }];
    expect(await refusalOfRun(other)).toContain('[2].parts[0]: is a part that is not known');
  });
});
