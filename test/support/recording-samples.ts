import { AGENT_SAMPLES } from './recording-samples/agents.ts';
import { BENCHMARK_SAMPLES } from './recording-samples/benchmarks.ts';
import { CHAT_SAMPLES } from './recording-samples/chat.ts';
import { CODE_SAMPLES } from './recording-samples/code.ts';
import { MCP_SAMPLES } from './recording-samples/mcp.ts';
import type { RecordingSample } from './recording-samples/recording-sample.ts';
import { TRACE_SAMPLES } from './recording-samples/traces.ts';

/** The text of a sample as a file. */
export function textOfSample({ document, rows }: Pick<RecordingSample, 'document' | 'rows'>): string {
  return rows ? `${rows.map((row) => JSON.stringify(row)).join('\n')}\n` : JSON.stringify(document, null, 2);
}

const chatCall = (id: string, name: string, args: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

/** At least one sample of each format. Add yours here: several tests go through the list. */
export const RECORDING_SAMPLES: readonly RecordingSample[] = [
  ...CHAT_SAMPLES,
  {
    format: 'OpenAI chat messages',
    document: {
      model: 'harbour-1',
      messages: [
        { role: 'user', content: 'Free B7 and B8.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            chatCall('a', 'free_berth', { berth: 'B7' }),
            chatCall('b', 'free_berth', { berth: 'B8' }),
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: 'ok' },
        { role: 'tool', tool_call_id: 'b', content: 'locked', error: 'conflict' },
        { role: 'assistant', content: 'B7 is free, B8 is locked.' },
      ],
    },
    sketch: 'Free B7 and B8.: free_berth free_berth! "B7 is free, B8 is locked."',
  },
  {
    format: 'Anthropic messages',
    document: [
      { role: 'user', content: 'Free B7.' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 't1', name: 'free_berth', input: { berth: 'B7' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'no', is_error: true }] },
      { role: 'assistant', content: [{ type: 'text', text: 'It is locked.' }] },
    ],
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  ...AGENT_SAMPLES,
  ...CODE_SAMPLES,
  ...TRACE_SAMPLES,
  ...BENCHMARK_SAMPLES,
  ...MCP_SAMPLES,
];
