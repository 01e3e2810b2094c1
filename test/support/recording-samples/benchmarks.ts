import type { RecordingSample } from './recording-sample.ts';

const call = (id: string, name: string, args: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

/** Samples of the formats in which benchmarks and evaluations keep their runs. */
export const BENCHMARK_SAMPLES: readonly RecordingSample[] = [
  {
    format: 'ATIF trajectory',
    document: {
      schema_version: 'ATIF-v1.5',
      session_id: 's1',
      agent: { name: 'harbour-agent', version: '1.0', model_name: 'harbour-1' },
      steps: [
        { step_id: 1, source: 'system', message: 'You keep the berths of a harbour.' },
        { step_id: 2, source: 'user', message: 'Free B7.' },
        {
          step_id: 3,
          source: 'agent',
          message: 'I free it.',
          tool_calls: [{ tool_call_id: 'a', function_name: 'free_berth', arguments: { berth: 'B7' } }],
          observation: { results: [{ source_call_id: 'a', content: 'done' }] },
        },
        { step_id: 4, source: 'agent', message: 'B7 is free.' },
      ],
      final_metrics: { total_prompt_tokens: 500, total_completion_tokens: 40, total_cached_tokens: 100 },
    },
    sketch: 'Free B7.: free_berth "B7 is free."',
  },
  {
    format: 'tau-bench record',
    document: {
      task_id: 7,
      reward: 0,
      info: { task: { actions: [{ name: 'free_berth', kwargs: { berth: 'B8' } }] } },
      traj: [
        { role: 'system', content: 'You keep the berths of a harbour.' },
        { role: 'user', content: 'Free B7.' },
        { role: 'assistant', content: null, tool_calls: [call('a', 'free_berth', { berth: 'B7' })] },
        { role: 'tool', tool_call_id: 'a', name: 'free_berth', content: 'Error: B7 is locked' },
        { role: 'assistant', content: 'It is locked.' },
      ],
      trial: 0,
    },
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'tau2-bench simulation',
    document: {
      id: 'run-1',
      task_id: '7',
      start_time: '2026-05-01T08:00:00',
      termination_reason: 'user_stop',
      agent_cost: 0.0021,
      reward_info: { reward: 1, info: { expected: 'free_berth' } },
      messages: [
        { role: 'user', content: 'Free B7.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', name: 'free_berth', arguments: { berth: 'B7' }, requestor: 'assistant' }],
          usage: { prompt_tokens: 400, completion_tokens: 20 },
        },
        { role: 'tool', id: 'a', content: 'B7 is locked', requestor: 'assistant', error: true },
        {
          role: 'assistant',
          content: 'It is locked.',
          usage: { prompt_tokens: 450, completion_tokens: 10 },
        },
      ],
    },
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
  {
    format: 'Inspect sample',
    document: {
      version: 2,
      status: 'success',
      eval: { model: 'harbour/harbour-1', created: '2026-05-01T08:00:00+00:00', task: 'berths' },
      samples: [
        {
          id: 1,
          epoch: 1,
          input: 'Free B7.',
          target: 'B7',
          messages: [
            { role: 'user', content: 'Free B7.' },
            {
              role: 'assistant',
              content: '',
              tool_calls: [{ id: 'a', function: 'free_berth', arguments: { berth: 'B7' }, type: 'function' }],
            },
            {
              role: 'tool',
              tool_call_id: 'a',
              function: 'free_berth',
              content: '',
              error: { type: 'permission', message: 'B7 is locked' },
            },
            { role: 'assistant', content: 'It is locked.' },
          ],
          scores: { match: { value: 'I', answer: 'It is locked.' } },
          model_usage: {
            'harbour/harbour-1': { input_tokens: 850, output_tokens: 30, total_tokens: 880 },
          },
        },
      ],
    },
    sketch: 'Free B7.: free_berth! "It is locked."',
  },
];
