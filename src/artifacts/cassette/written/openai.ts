import type { Cassette } from '../model.ts';
import { type Losses, lossesOf } from './losses.ts';
import { type NumberedCall, type Reply, repliesOf, resultText, wholeInput } from './replies.ts';

/** Writes a recording as messages of the Chat Completions API: `{model, messages, usage}`. */
export function toOpenAi(cassette: Cassette): { document: unknown; lost: Losses } {
  const { model, system_prompt, usage } = cassette;
  const replies = repliesOf(cassette);
  const lost = lossesOf(cassette, { call: ['raw_args', 'agent', 'error'], recording: [] });
  if (replies.some((reply) => reply.kind === 'calls' && agentOf(reply.calls) === null)) {
    lost.add('agents of calls of one reply that several agents made');
  }
  const document = {
    ...(model !== undefined && { model }),
    messages: [
      ...(system_prompt === undefined ? [] : [{ role: 'system', content: system_prompt }]),
      ...replies.flatMap(toMessages),
    ],
    ...(usage && {
      usage: {
        prompt_tokens: wholeInput(usage),
        completion_tokens: usage.output_tokens,
        ...(usage.cache_read_tokens !== undefined && {
          prompt_tokens_details: { cached_tokens: usage.cache_read_tokens },
        }),
      },
    }),
  };
  return { document, lost };
}

function toMessages(reply: Reply): unknown[] {
  if (reply.kind === 'user') return [{ role: 'user', content: reply.text }];
  if (reply.kind === 'text') return [{ role: 'assistant', content: reply.text }];
  const agent = agentOf(reply.calls);
  const asked = reply.calls.map(({ call: { name, args, raw_args }, id }) => ({
    id,
    type: 'function',
    function: { name, arguments: raw_args ?? JSON.stringify(args) },
  }));
  const message = { role: 'assistant', content: null, tool_calls: asked };
  return [agent ? { ...message, name: agent } : message, ...reply.calls.flatMap(toAnswer)];
}

/** The agent that made all calls of a reply; null when several did. */
function agentOf(calls: readonly NumberedCall[]): string | undefined | null {
  const [agent, ...others] = new Set(calls.map(({ call }) => call.agent));
  return others.length === 0 ? agent : null;
}

function toAnswer({ call, id }: NumberedCall): unknown[] {
  const { unanswered, is_error, error } = call;
  if (unanswered) return [];
  const message = { role: 'tool', tool_call_id: id, content: resultText(call) };
  return [{ ...message, ...(is_error && { is_error }), ...(error !== undefined && { error }) }];
}
