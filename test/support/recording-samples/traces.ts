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
];
