import { chat, otlp, said, span, toolRun } from '../otlp.ts';
import type { RecordingSample } from './recording-sample.ts';

/** Traces of agents. */
export const TRACE_SAMPLES: readonly RecordingSample[] = [
  {
    format: 'OpenTelemetry trace',
    document: otlp(
      span('b', [1, 2], chat([said.user('Free B7.')], [said.call(['c1', 'free_berth', { berth: 'B7' }])])),
      span('c', [3, 4], toolRun('free_berth', 'c1', { berth: 'B7' }), {
        status: { code: 2, message: 'locked' },
      }),
      span('d', [5, 6], toolRun('count_ships', undefined, { nights: 2 })),
      span(
        'e',
        [7, 8],
        chat(
          [
            said.user('Free B7.'),
            said.call(['c1', 'free_berth', { berth: 'B7' }]),
            said.answer('c1', 'locked'),
          ],
          [said.agent('It is locked.')],
        ),
      ),
    ),
    sketch: 'Free B7.: free_berth! count_ships "It is locked."',
  },
  {
    format: 'OpenTelemetry trace (OpenInference)',
    rows: [
      {
        name: 'ChatHarbour',
        context: { trace_id: 't1', span_id: 's1' },
        parent_id: null,
        start_time: '2026-05-01T08:00:00.000001Z',
        end_time: '2026-05-01T08:00:01Z',
        status_code: 'OK',
        attributes: {
          openinference: { span: { kind: 'LLM' } },
          llm: {
            model_name: 'harbour-1',
            input_messages: [{ message: { role: 'user', content: 'Free B7.' } }],
            output_messages: [
              {
                message: {
                  role: 'assistant',
                  tool_calls: [
                    {
                      tool_call: { id: 'c1', function: { name: 'free_berth', arguments: '{"berth":"B7"}' } },
                    },
                  ],
                },
              },
            ],
          },
        },
      },
      {
        name: 'free_berth',
        context: { trace_id: 't1', span_id: 's2' },
        parent_id: null,
        start_time: '2026-05-01T08:00:02Z',
        end_time: '2026-05-01T08:00:03Z',
        status_code: 'ERROR',
        attributes: {
          'openinference.span.kind': 'TOOL',
          'tool.name': 'free_berth',
          'input.value': '{"berth":"B7"}',
          'output.value': 'locked',
        },
      },
      {
        name: 'ChatHarbour',
        context: { trace_id: 't1', span_id: 's3' },
        parent_id: null,
        start_time: '2026-05-01T08:00:04Z',
        end_time: '2026-05-01T08:00:05Z',
        status_code: 'OK',
        attributes: {
          'openinference.span.kind': 'LLM',
          'llm.input_messages.0.message.role': 'user',
          'llm.input_messages.0.message.content': 'Free B7.',
          'llm.output_messages.0.message.role': 'assistant',
          'llm.output_messages.0.message.content': 'It is locked.',
        },
      },
    ],
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'Langfuse export',
    document: {
      trace: { id: 't1', name: 'berths', timestamp: '2026-05-01T08:00:00Z', input: '"Free B7."' },
      observations: [
        {
          id: 'o1',
          traceId: 't1',
          type: 'GENERATION',
          name: 'ChatHarbour',
          startTime: '2026-05-01T08:00:00.100Z',
          endTime: '2026-05-01T08:00:01Z',
          parentObservationId: null,
          level: 'DEFAULT',
          model: 'harbour-1',
          input: '[{"role":"user","content":"Free B7."}]',
          output:
            '{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"free_berth","arguments":"{\\"berth\\":\\"B7\\"}"}}]}',
          usageDetails: { input: 20, output: 5, total: 25 },
        },
        {
          id: 'o2',
          traceId: 't1',
          type: 'TOOL',
          name: 'free_berth',
          startTime: '2026-05-01T08:00:02Z',
          endTime: '2026-05-01T08:00:03Z',
          parentObservationId: null,
          level: 'ERROR',
          statusMessage: 'locked',
          input: { berth: 'B7' },
          output: null,
        },
        {
          id: 'o3',
          traceId: 't1',
          type: 'GENERATION',
          name: 'ChatHarbour',
          startTime: '2026-05-01T08:00:04Z',
          endTime: '2026-05-01T08:00:05Z',
          parentObservationId: null,
          level: 'DEFAULT',
          model: 'harbour-1',
          input: [{ role: 'user', content: 'Free B7.' }],
          output: { role: 'assistant', content: 'It is locked.' },
          usageDetails: { input: 10, output: 4, input_cached_tokens: 30, output_reasoning: 2, total: 46 },
        },
      ],
    },
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
];
