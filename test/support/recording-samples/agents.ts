import type { RecordingSample } from './recording-sample.ts';

const rpc = (id: number | string, method: string, params?: object) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

const logged = (from: string, message: object) => ({ timestamp: '2026-05-01T08:00:00Z', from, message });

const geminiTokens = { input: 20, output: 5, cached: 8, thoughts: 2, tool: 0, total: 27 };

const geminiCall = (id: string, berth: string, status: string) => ({
  id,
  name: 'free_berth',
  args: { berth },
  status,
  ...(status === 'success' && {
    result: [{ functionResponse: { id, name: 'free_berth', response: { output: 'ok' } } }],
  }),
  ...(status === 'error' && {
    result: [{ functionResponse: { id, name: 'free_berth', response: { error: 'locked' } } }],
  }),
});

const geminiCalls = (id: string, first: string, second: string) => ({
  id,
  type: 'gemini',
  content: '',
  toolCalls: [geminiCall('a', 'B7', first), geminiCall('b', 'B8', second)],
  tokens: geminiTokens,
});

const adkEvent = (author: string, ...parts: object[]) => ({
  invocation_id: 'i',
  author,
  content: { role: author === 'user' ? 'user' : 'model', parts },
});

const pydanticPart = (part_kind: string, id: string, more: object) => ({
  part_kind,
  tool_name: 'free_berth',
  tool_call_id: id,
  ...more,
});

const PYDANTIC_MESSAGES = [
  { kind: 'request', parts: [{ part_kind: 'user-prompt', content: 'Free B7 and B8.' }] },
  {
    kind: 'response',
    parts: [
      { part_kind: 'text', content: 'I free both.' },
      pydanticPart('tool-call', 'a', { args: { berth: 'B7' } }),
      pydanticPart('tool-call', 'b', { args: '{"berth":"B8"}' }),
    ],
    usage: { input_tokens: 20, output_tokens: 5, cache_read_tokens: 8 },
    model_name: 'harbour-1',
  },
  {
    kind: 'request',
    parts: [
      pydanticPart('tool-return', 'a', { content: 'ok' }),
      pydanticPart('retry-prompt', 'b', { content: 'locked' }),
    ],
  },
  {
    kind: 'response',
    parts: [{ part_kind: 'text', content: 'B7 is free.' }],
    usage: { input_tokens: 30, output_tokens: 5 },
    model_name: 'harbour-1',
  },
];

const OPENHANDS_EVENTS = [
  { id: 1, source: 'user', action: 'message', args: { content: 'Free B7.' } },
  { id: 2, source: 'agent', action: 'free_berth', args: { berth: 'B7' } },
  { id: 3, source: 'agent', cause: 2, observation: 'free_berth', content: 'ok', extras: { exit_code: 0 } },
  {
    id: 4,
    source: 'agent',
    action: 'call_tool_mcp',
    args: { name: 'free_berth', arguments: { berth: 'B8' } },
  },
  { id: 5, source: 'environment', cause: 4, observation: 'error', content: 'locked', extras: {} },
  { id: 7, source: 'agent', action: 'message', args: { content: 'B7 is free.' } },
];

const httpExchange = (asked: object, body: unknown) => ({
  request: { method: 'POST', uri: 'http://localhost:8000/mcp', headers: {}, body: JSON.stringify(asked) },
  response: { status: { code: 200 }, headers: {}, body },
});

/** Samples of agents with a session of their own, and of connections to MCP servers. */
export const AGENT_SAMPLES: readonly RecordingSample[] = [
  {
    format: 'MCP messages (JSON-RPC)',
    rows: [
      rpc(0, 'initialize', { protocolVersion: '2025-06-18' }),
      { jsonrpc: '2.0', id: 0, result: { serverInfo: { name: 'harbour', version: '1' } } },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      rpc(1, 'tools/list'),
      { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'free_berth', inputSchema: { type: 'object' } }] } },
      rpc(2, 'tools/call', { name: 'free_berth', arguments: { berth: 'B7' } }),
      rpc(3, 'tools/call', { name: 'free_berth', arguments: { berth: 'B8' } }),
      { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: 'ok' }] } },
      { jsonrpc: '2.0', id: 3, result: { content: [{ type: 'text', text: 'locked' }], isError: true } },
    ],
    sketch: 'free_berth free_berth!',
  },
  {
    format: 'MCP messages (JSON-RPC)',
    rows: [
      logged('client', rpc('a', 'tools/call', { name: 'free_berth', arguments: { berth: 'B7' } })),
      logged('server', rpc('a', 'roots/list')),
      logged('client', { jsonrpc: '2.0', id: 'a', result: { roots: [] } }),
      logged('server', { jsonrpc: '2.0', id: 'a', error: { code: -32000, message: 'locked' } }),
    ],
    sketch: 'free_berth!',
  },
  {
    format: 'Gemini CLI session',
    rows: [
      { sessionId: 's', projectHash: 'p', startTime: '2026-05-01T08:00:00Z', kind: 'main' },
      { id: 'm1', type: 'user', content: [{ text: 'Free B7 and B8.' }] },
      { $set: { lastUpdated: '2026-05-01T08:00:01Z' } },
      geminiCalls('m2', 'executing', 'executing'),
      geminiCalls('m2', 'success', 'error'),
      { id: 'm3', type: 'info', content: 'Switched the model.' },
      { id: 'm4', type: 'gemini', model: 'gemini-harbour-1', content: 'B7 is free.', tokens: geminiTokens },
    ],
    sketch: 'Free B7 and B8.: free_berth free_berth! "B7 is free."',
  },
  {
    format: 'Gemini CLI session (JSON)',
    document: {
      sessionId: 's',
      projectHash: 'p',
      messages: [
        { id: 'm1', type: 'user', content: 'Free B7 and B8.' },
        geminiCalls('m2', 'success', 'cancelled'),
        { id: 'm4', type: 'gemini', content: 'B7 is free.' },
      ],
    },
    sketch: 'Free B7 and B8.: free_berth free_berth! "B7 is free."',
  },
  {
    format: 'Gemini CLI stream',
    rows: [
      { type: 'init', session_id: 's', model: 'gemini-harbour-1' },
      { type: 'message', role: 'user', content: 'Free B7.' },
      { type: 'message', role: 'assistant', content: 'I look.', delta: true },
      { type: 'tool_use', tool_name: 'free_berth', tool_id: 'a', parameters: { berth: 'B7' } },
      { type: 'tool_result', tool_id: 'a', status: 'error', error: { type: 'X', message: 'locked' } },
      { type: 'message', role: 'assistant', content: 'It is ', delta: true },
      { type: 'message', role: 'assistant', content: 'locked.', delta: true },
      {
        type: 'result',
        status: 'success',
        stats: { total_tokens: 30, input_tokens: 20, output_tokens: 8, cached: 5 },
      },
    ],
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'ADK session',
    document: {
      id: 's',
      appName: 'harbour',
      state: {},
      events: [
        adkEvent('user', { text: 'Free B7 and B8.' }),
        adkEvent(
          'berths',
          { functionCall: { id: 'a', name: 'free_berth', args: { berth: 'B7' } } },
          { functionCall: { id: 'b', name: 'free_berth', args: { berth: 'B8' } } },
        ),
        adkEvent(
          'berths',
          { functionResponse: { id: 'a', name: 'free_berth', response: { result: 'ok' } } },
          { functionResponse: { id: 'b', name: 'free_berth', response: { error: 'locked' } } },
        ),
        adkEvent('berths', { text: 'B7 is free.' }),
      ],
    },
    sketch: 'Free B7 and B8.: free_berth free_berth! "B7 is free."',
  },
  {
    format: 'ADK events',
    rows: [
      adkEvent('user', { text: 'Free B7.' }),
      adkEvent('berths', { function_call: { name: 'free_berth', args: { berth: 'B7' } } }),
      adkEvent('berths', { function_response: { name: 'free_berth', response: { status: 'success' } } }),
      adkEvent('berths', { text: 'B7 is free.' }),
    ],
    sketch: 'Free B7.: free_berth "B7 is free."',
  },
  {
    format: 'ADK evaluation case',
    document: {
      eval_set_id: 'berths',
      eval_cases: [
        {
          eval_id: 'one',
          conversation: [
            {
              user_content: { role: 'user', parts: [{ text: 'Free B7.' }] },
              intermediate_data: {
                tool_uses: [{ id: 'a', name: 'free_berth', args: { berth: 'B7' } }],
                tool_responses: [{ id: 'a', name: 'free_berth', response: { error: 'locked' } }],
                intermediate_responses: [['berths', [{ text: 'I look.' }]]],
              },
              final_response: { role: 'model', parts: [{ text: 'It is locked.' }] },
            },
          ],
        },
      ],
    },
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'Pydantic AI messages',
    document: { messages: PYDANTIC_MESSAGES },
    sketch: 'Free B7 and B8.: free_berth free_berth! "B7 is free."',
  },
  {
    format: 'Pydantic AI messages, one on each line',
    rows: PYDANTIC_MESSAGES,
    sketch: 'Free B7 and B8.: free_berth free_berth! "B7 is free."',
  },
  {
    format: 'OpenHands events',
    rows: [
      { id: 0, source: 'agent', action: 'system', args: { content: 'You keep berths.', tools: [] } },
      ...OPENHANDS_EVENTS,
      { id: 6, source: 'environment', observation: 'agent_state_changed', content: '', extras: {} },
    ],
    sketch: 'Free B7.: free_berth free_berth! "B7 is free."',
  },
  {
    format: 'OpenHands record',
    document: {
      instance_id: 'one',
      history: [OPENHANDS_EVENTS.slice(0, 3), OPENHANDS_EVENTS.slice(3)],
      metrics: {
        accumulated_cost: 0.5,
        accumulated_token_usage: { prompt_tokens: 20, completion_tokens: 5 },
      },
    },
    sketch: 'Free B7.: free_berth free_berth! "B7 is free."',
  },
  {
    format: 'OpenHands events',
    rows: [
      {
        kind: 'MessageEvent',
        source: 'user',
        llm_message: { role: 'user', content: [{ type: 'text', text: 'Free B7.' }] },
      },
      {
        kind: 'ActionEvent',
        source: 'agent',
        tool_name: 'free_berth',
        tool_call_id: 'a',
        tool_call: { id: 'a', name: 'free_berth', arguments: '{"berth":"B7"}' },
        action: { kind: 'MCPToolAction', data: { berth: 'B7' } },
      },
      {
        kind: 'ObservationEvent',
        source: 'environment',
        tool_name: 'free_berth',
        tool_call_id: 'a',
        observation: {
          kind: 'MCPToolObservation',
          content: [{ type: 'text', text: 'locked' }],
          is_error: true,
        },
      },
      {
        kind: 'MessageEvent',
        source: 'agent',
        llm_message: { role: 'assistant', content: [{ type: 'text', text: 'It is locked.' }] },
      },
    ],
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'Cline task',
    document: [
      { role: 'user', content: [{ type: 'text', text: '<task>\nFree B7 and B8.\n</task>' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I free both.' },
          { type: 'tool_use', id: 'a', name: 'free_berth', input: { berth: 'B7' } },
          { type: 'tool_use', id: 'b', name: 'free_berth', input: { berth: 'B8' } },
        ],
        modelInfo: { modelId: 'harbour-1', providerId: 'harbour' },
        metrics: { tokens: { prompt: 20, completion: 5, cached: 80 } },
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: "[free_berth for 'B7'] Result:\nok" },
          { type: 'text', text: "[free_berth for 'B8'] Result:\nThe user denied this operation." },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'B7 is free.' }],
      },
    ],
    sketch: 'Free B7 and B8.: free_berth free_berth! "B7 is free."',
  },
  {
    format: 'vcrpy cassette',
    document: {
      version: 1,
      interactions: [
        httpExchange(rpc(1, 'tools/call', { name: 'free_berth', arguments: { berth: 'B7' } }), {
          string: 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}}\n\n',
        }),
      ],
    },
    sketch: 'free_berth!',
  },
  {
    format: 'SWE-agent trajectory',
    document: {
      trajectory: [
        {
          action: 'free_berth B7',
          observation: 'ok',
          response: 'I free it.',
          thought: 'I free it.',
          state: {},
        },
        { action: 'submit', observation: '', response: 'Done.', thought: 'Done.', state: {} },
      ],
      history: [
        { role: 'system', content: 'You keep berths.' },
        { role: 'user', content: 'Free B7.' },
        {
          role: 'assistant',
          content: 'I free it.',
          action: 'free_berth B7',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'free_berth', arguments: '{"berth":"B7"}' } },
          ],
        },
        { role: 'tool', content: 'ok', tool_call_ids: ['a'] },
      ],
      info: {
        exit_status: 'submitted',
        model_stats: { instance_cost: 0.5, tokens_sent: 20, tokens_received: 5 },
      },
    },
    sketch: 'Free B7.: free_berth submit',
  },
  {
    format: 'promptfoo result',
    document: {
      evalId: 'eval-1',
      results: {
        version: 3,
        timestamp: '2026-05-01T08:00:00Z',
        results: [
          {
            provider: { id: 'openai:chat:harbour-1', label: '' },
            prompt: { raw: 'Free B7.', label: 'Free {{berth}}.' },
            vars: { berth: 'B7' },
            success: true,
            promptIdx: 0,
            response: {
              output: [
                { id: 'a', type: 'function', function: { name: 'free_berth', arguments: '{"berth":"B7"}' } },
                {
                  id: 'b',
                  type: 'function',
                  function: { name: 'find_ship', arguments: '{"ship":"Aurora"}' },
                },
              ],
              tokenUsage: { prompt: 21, completion: 9, total: 30, completionDetails: {} },
              finishReason: 'tool_calls',
            },
          },
        ],
      },
    },
    sketch: 'Free B7.: free_berth find_ship',
  },
  {
    format: 'promptfoo result',
    document: {
      provider: { id: 'file://harbour.js' },
      prompt: { raw: '[{"role":"system","content":"Keep berths."},{"role":"user","content":"Free B7."}]' },
      vars: {},
      success: false,
      promptIdx: 0,
      response: {
        output: 'It is locked.',
        metadata: {
          toolCalls: [{ id: 't1', name: 'free_berth', input: { berth: 'B7' }, output: 'no', is_error: true }],
        },
        cost: 0.002,
      },
    },
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
];
