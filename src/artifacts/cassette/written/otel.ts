import type { Cassette } from '../model.ts';
import { type Losses, lossesOf } from './losses.ts';
import { type NumberedCall, type Reply, repliesOf, resultText, wholeInput } from './replies.ts';

/**
 * Writes recordings as OTLP JSON with the GenAI conventions, a trace each: the last request to the model with its reply,
 * and a span of each tool that failed. All spans begin when the recording did.
 */
export function toOtel(cassettes: readonly Cassette[]): { document: unknown; lost: Losses } {
  // spans with and without a time in one file would have no order
  const isTimed = cassettes.every((each) => timesOf(each, 0) !== undefined);
  const recording = isTimed ? (['provider', 'recorded_at'] as const) : (['provider'] as const);
  const lost = new Set(cassettes.flatMap((each) => [...lossesOf(each, { call: [], recording })]));
  const spans = cassettes.flatMap((cassette, index) => {
    const { recorded_at, ...timeless } = cassette;
    return spansOf(isTimed ? cassette : timeless, hex(index + 1, 32));
  });
  return { document: { resourceSpans: [{ scopeSpans: [{ spans }] }] }, lost };
}

function spansOf(cassette: Cassette, traceId: string): unknown[] {
  const replies = withUsers(repliesOf(cassette));
  const failed = replies
    .flatMap((reply) => (reply.kind === 'calls' ? reply.calls : []))
    .filter(({ call }) => call.is_error && !call.unanswered);
  const span = (index: number, name: string, attributes: object, more: object = {}) => ({
    traceId,
    spanId: hex(index + 1, 16),
    name,
    kind: 3,
    ...timesOf(cassette, index),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) })),
    ...more,
  });
  const tools = failed.map(({ call, id }, index) => {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.name,
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.call.arguments': JSON.stringify(call.args),
    };
    return span(index, `execute_tool ${call.name}`, attributes, { status: { code: 2 } });
  });
  return [...tools, span(failed.length, 'chat', chatOf(cassette, replies))];
}

/** The times of a span, in nanoseconds; undefined when the recording does not say when it began. */
function timesOf({ recorded_at }: Cassette, index: number): object | undefined {
  const began = Date.parse(recorded_at ?? '');
  if (Number.isNaN(began) || began < 0) return undefined;
  const nano = (after: number) => String(BigInt(began) * 1_000_000n + BigInt(after));
  return { startTimeUnixNano: nano(index * 2), endTimeUnixNano: nano(index * 2 + 1) };
}

function chatOf({ model, provider, system_prompt, usage }: Cassette, replies: readonly Reply[]): object {
  const last = replies.at(-1);
  const isAnswered = last !== undefined && last.kind !== 'user' && !hasAnswers(last);
  const asked = isAnswered ? replies.slice(0, -1) : replies;
  const answered = isAnswered ? toMessages(last) : [];
  return {
    'gen_ai.operation.name': 'chat',
    ...(model !== undefined && { 'gen_ai.request.model': model }),
    ...(provider !== undefined && { 'gen_ai.provider.name': provider }),
    ...(system_prompt !== undefined && {
      'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: system_prompt }]),
    }),
    'gen_ai.input.messages': JSON.stringify(asked.flatMap(toMessages)),
    'gen_ai.output.messages': JSON.stringify(answered),
    ...(usage && {
      'gen_ai.usage.input_tokens': wholeInput(usage),
      'gen_ai.usage.output_tokens': usage.output_tokens,
      ...(usage.cache_read_tokens !== undefined && {
        'gen_ai.usage.cache_read.input_tokens': usage.cache_read_tokens,
      }),
    }),
  };
}

/**
 * Puts a message of the user without words after a reply with which the agent went on by itself: in a trace, a text after
 * which the agent speaks again is not final.
 */
function withUsers(replies: readonly Reply[]): Reply[] {
  return replies.flatMap((reply, index): Reply[] => {
    const goesOn = reply.kind !== 'user' && replies[index - 1]?.kind === 'text';
    return goesOn ? [{ kind: 'user', text: '' }, reply] : [reply];
  });
}

function hasAnswers(reply: Reply): boolean {
  return reply.kind === 'calls' && reply.calls.some(({ call }) => !call.unanswered);
}

function toMessages(reply: Reply): unknown[] {
  if (reply.kind !== 'calls') {
    const role = reply.kind === 'user' ? 'user' : 'assistant';
    return [{ role, parts: reply.text === '' ? [] : [{ type: 'text', content: reply.text }] }];
  }
  const parts = reply.calls.map(({ call: { name, args }, id }) => ({
    type: 'tool_call',
    id,
    name,
    arguments: args,
  }));
  return [{ role: 'assistant', parts }, ...reply.calls.flatMap(toAnswer)];
}

function toAnswer({ call, id }: NumberedCall): unknown[] {
  if (call.unanswered) return [];
  return [{ role: 'tool', parts: [{ type: 'tool_call_response', id, response: resultText(call) }] }];
}

function anyValue(value: unknown): object {
  return typeof value === 'number' ? { intValue: String(value) } : { stringValue: value };
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0');
}
