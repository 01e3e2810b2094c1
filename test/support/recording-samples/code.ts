import type { RecordingSample } from './recording-sample.ts';

/** Samples of agents that write code, and of the API of OpenAI that one of them keeps. */
export const CODE_SAMPLES: readonly RecordingSample[] = [
  {
    format: 'Claude Code session',
    rows: [
      { type: 'summary', summary: 'Berths', leafUuid: 'a2' },
      { type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'Free B7.' } },
      {
        type: 'assistant',
        uuid: 'a1',
        parentUuid: 'u1',
        message: {
          id: 'm1',
          role: 'assistant',
          model: 'claude-harbour-1',
          content: [{ type: 'tool_use', id: 't1', name: 'mcp__harbour__free_berth', input: { berth: 'B7' } }],
          usage: { input_tokens: 12, output_tokens: 3 },
        },
      },
      {
        type: 'user',
        uuid: 'u2',
        parentUuid: 'a1',
        toolUseResult: 'Error: locked',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't1', content: 'locked', is_error: true }],
        },
      },
      {
        type: 'assistant',
        uuid: 'a2',
        parentUuid: 'u2',
        message: { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'It is locked.' }] },
      },
    ],
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'OpenAI Responses items',
    rows: [
      { role: 'user', content: 'Free B7.' },
      { type: 'function_call', call_id: 'c1', name: 'free_berth', arguments: '{"berth":"B7"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'locked', status: 'incomplete' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is locked.' }] },
    ],
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'OpenAI response',
    document: {
      object: 'response',
      model: 'harbour-1',
      output: [
        { type: 'function_call', call_id: 'c1', name: 'free_berth', arguments: '{"berth":"B7"}' },
        {
          type: 'mcp_call',
          id: 'm1',
          server_label: 'harbour',
          name: 'free_berth',
          arguments: '{"berth":"B8"}',
          error: 'locked',
        },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'B8 is locked.' }] },
      ],
      usage: { input_tokens: 12, input_tokens_details: { cached_tokens: 4 }, output_tokens: 3 },
    },
    sketch: 'free_berth free_berth! "B8 is locked."',
  },
  {
    format: 'OpenAI Agents SDK run state',
    document: {
      $schemaVersion: '1.13',
      original_input: 'Free B7.',
      generated_items: [
        {
          type: 'tool_call_item',
          agent: { name: 'harbour' },
          raw_item: { type: 'function_call', call_id: 'c1', name: 'free_berth', arguments: '{"berth":"B7"}' },
        },
        {
          type: 'tool_call_output_item',
          agent: { name: 'harbour' },
          raw_item: { type: 'function_call_output', call_id: 'c1', output: 'ok' },
        },
        {
          type: 'message_output_item',
          agent: { name: 'harbour' },
          raw_item: {
            type: 'message',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'B7 is free.' }],
          },
        },
      ],
    },
    sketch: 'Free B7.: free_berth "B7 is free."',
  },
  {
    format: 'Codex rollout',
    rows: [
      { timestamp: '2026-05-01T08:00:00Z', type: 'session_meta', payload: { id: 's', cli_version: '0.1' } },
      { timestamp: '2026-05-01T08:00:01Z', type: 'turn_context', payload: { model: 'harbour-1' } },
      {
        timestamp: '2026-05-01T08:00:02Z',
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Free B7.' }] },
      },
      {
        timestamp: '2026-05-01T08:00:03Z',
        type: 'response_item',
        payload: { type: 'function_call', call_id: 'c1', name: 'free_berth', arguments: '{"berth":"B7"}' },
      },
      {
        timestamp: '2026-05-01T08:00:04Z',
        type: 'response_item',
        payload: {
          type: 'function_call_output',
          call_id: 'c1',
          output: '{"output":"locked","metadata":{"exit_code":1}}',
        },
      },
      {
        timestamp: '2026-05-01T08:00:05Z',
        type: 'event_msg',
        payload: {
          type: 'mcp_tool_call_end',
          call_id: 'c2',
          invocation: { server: 'harbour', tool: 'find_berth', arguments: { berth: 'B7' } },
          result: { Ok: { isError: false } },
        },
      },
      {
        timestamp: '2026-05-01T08:00:06Z',
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'It is locked.' }],
        },
      },
    ],
    sketch: 'Free B7.: free_berth! find_berth "It is locked."',
  },
  {
    format: 'Copilot CLI events',
    rows: [
      { type: 'session.start', data: { sessionId: 's', copilotVersion: '0.0.420' }, id: 'e1' },
      { type: 'user.message', data: { content: 'Free B7.' }, id: 'e2' },
      {
        type: 'assistant.message',
        data: {
          content: '',
          toolRequests: [{ toolCallId: 'c1', name: 'free_berth', arguments: { berth: 'B7' } }],
        },
        id: 'e3',
      },
      {
        type: 'tool.execution_complete',
        data: { toolCallId: 'c1', success: false, error: { message: 'locked' } },
        id: 'e4',
      },
      { type: 'assistant.message', data: { content: 'It is locked.', toolRequests: [] }, id: 'e5' },
    ],
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'Codex exec events',
    rows: [
      { type: 'thread.started', thread_id: 't1' },
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'i0', type: 'reasoning', text: 'A berth.' } },
      { type: 'item.completed', item: { id: 'i1', type: 'agent_message', text: 'I look.' } },
      {
        type: 'item.started',
        item: {
          ...{ id: 'i2', type: 'mcp_tool_call', server: 'harbour', tool: 'free_berth' },
          ...{ arguments: { berth: 'B7' }, result: null, error: null, status: 'in_progress' },
        },
      },
      {
        type: 'item.completed',
        item: {
          ...{ id: 'i2', type: 'mcp_tool_call', server: 'harbour', tool: 'free_berth' },
          ...{ arguments: { berth: 'B7' }, result: null, error: { message: 'locked' }, status: 'failed' },
        },
      },
      {
        type: 'item.completed',
        item: {
          ...{ id: 'i3', type: 'command_execution', command: 'ls quay' },
          ...{ aggregated_output: 'B7', exit_code: 0, status: 'completed' },
        },
      },
      { type: 'item.completed', item: { id: 'i4', type: 'agent_message', text: 'It is locked.' } },
      { type: 'turn.completed', usage: { input_tokens: 30, cached_input_tokens: 10, output_tokens: 5 } },
    ],
    sketch: 'free_berth! command_execution "It is locked."',
  },
];
