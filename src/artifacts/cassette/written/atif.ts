import type { Cassette } from '../model.ts';
import { type Losses, lossesOf } from './losses.ts';
import { type Reply, repliesOf, resultText, wholeInput } from './replies.ts';

/** Writes a recording as a trajectory (ATIF 1.6), which has no flag for a failed call. */
export function toAtif(cassette: Cassette): { document: unknown; lost: Losses } {
  const { model, system_prompt, turns, usage, cost_micros } = cassette;
  const lost = lossesOf(cassette, { call: [], recording: ['cost_micros'] });
  const calls = turns.flatMap(({ tool_calls }) => tool_calls);
  if (calls.some(({ is_error }) => is_error)) lost.add('marks of failed calls');
  const steps = [
    ...(system_prompt === undefined ? [] : [{ source: 'system', message: system_prompt }]),
    ...repliesOf(cassette).map(toStep),
  ];
  const document = {
    schema_version: 'ATIF-v1.6',
    session_id: 'recording',
    agent: { name: 'agent', version: '1', ...(model !== undefined && { model_name: model }) },
    steps: steps.map((step, index) => ({ step_id: index + 1, ...step })),
    ...((usage || cost_micros !== undefined) && {
      final_metrics: {
        ...(usage && {
          total_prompt_tokens: wholeInput(usage),
          total_completion_tokens: usage.output_tokens,
          ...(usage.cache_read_tokens !== undefined && { total_cached_tokens: usage.cache_read_tokens }),
        }),
        ...(cost_micros !== undefined && { total_cost_usd: cost_micros / 1e6 }),
      },
    }),
  };
  return { document, lost };
}

function toStep(reply: Reply): object {
  if (reply.kind === 'user') return { source: 'user', message: reply.text };
  if (reply.kind === 'text') return { source: 'agent', message: reply.text };
  const answered = reply.calls.filter(({ call }) => !call.unanswered);
  return {
    source: 'agent',
    message: '',
    tool_calls: reply.calls.map(({ call: { name, args }, id }) => ({
      tool_call_id: id,
      function_name: name,
      arguments: args,
    })),
    ...(answered.length > 0 && {
      observation: {
        results: answered.map(({ call, id }) => ({ source_call_id: id, content: resultText(call) })),
      },
    }),
  };
}
