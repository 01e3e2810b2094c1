import type { RecordingSample } from './recording-sample.ts';

/** Samples of our own form, and of the formats that are close to chat messages. */
export const CHAT_SAMPLES: readonly RecordingSample[] = [
  {
    format: 'mcptest cassette',
    document: {
      schema_version: 'mcptest.dev/cassette/v1',
      kind: 'agent',
      turns: [
        {
          user: 'Free B7.',
          tool_calls: [
            { name: 'free_berth', server: 'harbour', args: { berth: 'B7' }, is_error: true, result: 'no' },
            { name: 'find_ship', args: { ship: 'Aurora' }, is_error: false, result: { berth: 'B7' } },
          ],
          final_response: 'It is locked.',
        },
      ],
    },
    sketch: 'Free B7.: free_berth! find_ship "It is locked."',
  },
  {
    format: 'request with its response',
    document: {
      request: {
        model: 'harbour-1',
        messages: [
          { role: 'user', content: 'Free B7.' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'a', function: { name: 'find_ship', arguments: '{"ship":"Aurora"}' } }],
          },
          { role: 'tool', tool_call_id: 'a', content: 'in B7' },
        ],
      },
      response: {
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: 'b', function: { name: 'free_berth', arguments: '{"berth":"B7"}' } }],
            },
          },
        ],
      },
    },
    sketch: 'Free B7.: find_ship free_berth',
  },
  {
    format: 'LangChain messages',
    document: {
      messages: [
        { type: 'human', content: 'Free B7.' },
        {
          type: 'ai',
          content: '',
          tool_calls: [{ id: 'a', name: 'free_berth', args: { berth: 'B7' }, type: 'tool_call' }],
        },
        { type: 'tool', tool_call_id: 'a', name: 'free_berth', content: 'locked', status: 'error' },
        { type: 'ai', content: 'It is locked.', tool_calls: [] },
      ],
    },
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'AI SDK UI messages',
    document: [
      { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Free B7.' }] },
      {
        id: 'm2',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          {
            type: 'tool-free_berth',
            toolCallId: 'a',
            state: 'output-error',
            input: { berth: 'B7' },
            errorText: 'locked',
          },
          { type: 'step-start' },
          { type: 'text', text: 'It is locked.' },
        ],
      },
    ],
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'AI SDK UI message stream',
    rows: [
      { type: 'start', messageId: 'm1' },
      { type: 'start-step' },
      { type: 'tool-input-start', toolCallId: 'a', toolName: 'free_berth' },
      { type: 'tool-input-delta', toolCallId: 'a', inputTextDelta: '{"berth":' },
      { type: 'tool-input-available', toolCallId: 'a', toolName: 'free_berth', input: { berth: 'B7' } },
      { type: 'tool-output-error', toolCallId: 'a', errorText: 'locked' },
      { type: 'finish-step' },
      { type: 'start-step' },
      { type: 'text-start', id: 't1' },
      { type: 'text-delta', id: 't1', delta: 'It is ' },
      { type: 'text-delta', id: 't1', delta: 'locked.' },
      { type: 'text-end', id: 't1' },
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop' },
    ],
    sketch: 'free_berth! "It is locked."',
  },
  {
    format: 'AI SDK results',
    document: {
      steps: [
        {
          usage: { inputTokens: 9, outputTokens: 2 },
          response: {
            messages: [
              {
                role: 'assistant',
                content: [
                  { type: 'tool-call', toolCallId: 'a', toolName: 'free_berth', input: { berth: 'B7' } },
                ],
              },
              {
                role: 'tool',
                content: [
                  {
                    type: 'tool-result',
                    toolCallId: 'a',
                    toolName: 'free_berth',
                    output: { type: 'error-text', value: 'locked' },
                  },
                ],
              },
              { role: 'assistant', content: [{ type: 'text', text: 'It is locked.' }] },
            ],
          },
        },
      ],
    },
    sketch: 'free_berth! "It is locked."',
  },
  {
    format: 'Bedrock Converse messages',
    document: [
      { role: 'user', content: [{ text: 'Free B7.' }] },
      {
        role: 'assistant',
        content: [{ toolUse: { toolUseId: 'a', name: 'free_berth', input: { berth: 'B7' } } }],
      },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'locked' }], status: 'error' } }],
      },
      { role: 'assistant', content: [{ text: 'It is locked.' }] },
    ],
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
];
