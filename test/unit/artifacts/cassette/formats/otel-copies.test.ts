import { describe, expect, it } from 'vitest';
import {
  callsOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../../support/cassettes.ts';
import { otlp, span, toolRun } from '../../../../support/otlp.ts';

type Json = Readonly<Record<string, unknown>>;

const llm = (input: Json, output: Json): Json => ({ 'openinference.span.kind': 'LLM', ...input, ...output });
const asked = (index: number, role: string, content: string, more: Json = {}): Json => ({
  [`llm.input_messages.${index}.message.role`]: role,
  [`llm.input_messages.${index}.message.content`]: content,
  ...more,
});
const replied = (content: string): Json => ({
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.content': content,
});
/** A call as OpenInference cuts it into attributes, below a prefix. */
const cut = (prefix: string, id: string | undefined, name: string, args: unknown): Json => ({
  ...(id !== undefined && { [`${prefix}.tool_call.id`]: id }),
  [`${prefix}.tool_call.function.name`]: name,
  [`${prefix}.tool_call.function.arguments`]: JSON.stringify(args),
});

describe('a trace of OpenInference of LangChain, whose replies state no ids', () => {
  const calls = (side: string) => ({
    ...cut(`${side}.message.tool_calls.0`, undefined, 'free', { berth: 'B7' }),
    ...cut(`${side}.message.tool_calls.1`, undefined, 'free', { berth: 'B8' }),
  });
  const message = (kind: string, kwargs: Json): Json => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', kind],
    kwargs,
  });
  const state = [
    message('HumanMessage', { content: 'Free both.' }),
    message('AIMessage', {
      content: '',
      tool_calls: [
        { type: 'tool_call', id: 'c1', name: 'free', args: { berth: 'B7' } },
        { type: 'tool_call', id: 'c2', name: 'free', args: { berth: 'B8' } },
      ],
    }),
    message('ToolMessage', { content: 'ok', tool_call_id: 'c1', name: 'free' }),
    message('ToolMessage', { content: 'locked', tool_call_id: 'c2', status: 'error' }),
    message('AIMessage', { content: 'B7 is free.' }),
  ];
  const chain = (messages: readonly Json[]): Json => ({
    'openinference.span.kind': 'CHAIN',
    'input.value': JSON.stringify({ messages: [{ role: 'user', content: 'Free both.' }] }),
    'output.value': JSON.stringify({ messages }),
  });
  const run = (messages: readonly Json[]) =>
    otlp(
      span('a', [0, 100], chain(messages)),
      span('b/a', [1, 10], llm(asked(0, 'user', 'Free both.'), { ...calls('llm.output_messages.0') })),
      span(
        'c/a',
        [20, 30],
        llm(
          {
            ...asked(0, 'user', 'Free both.'),
            ...asked(1, 'assistant', '', calls('llm.input_messages.1')),
            ...asked(2, 'tool', 'ok'),
            ...asked(3, 'tool', 'locked'),
          },
          replied('B7 is free.'),
        ),
      ),
    );

  it('counts a call once that the span of the run repeats with its id, and takes the error that only the copy states', () => {
    const cassette = readRun(run(state));
    expect(sketch(cassette)).toBe('Free both.: free free! "B7 is free."');
    expect(callsOf(cassette)).toMatchObject([{ result: 'ok' }, { result: 'locked' }]);
  });

  it('counts a call that only the span of the run shows', () => {
    const more = message('AIMessage', {
      content: '',
      tool_calls: [{ type: 'tool_call', id: 'c3', name: 'free', args: { berth: 'B7' } }],
    });
    expect(callsOf(readRun(run([...state, more])))).toHaveLength(3);
  });
});

describe('a trace of OpenInference of Anthropic, which writes each call twice in a message', () => {
  const block = (index: number, more: Json) => ({
    [`llm.output_messages.0.message.contents.${index}.message_content.type`]: 'tool_use',
    ...more,
  });
  const output = (more: Json = {}) => ({
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.contents.0.message_content.type': 'text',
    'llm.output_messages.0.message.contents.0.message_content.text': 'I look.',
    ...cut('llm.output_messages.0.message.tool_calls.0', 't1', 'free', { berth: 'B7' }),
    ...block(1, cut('llm.output_messages.0.message.contents.1', 't1', 'free', { berth: 'B7' })),
    ...more,
  });
  const run = (more: Json = {}, second: Json = {}, text = 'locked') =>
    otlp(
      span('b', [1, 10], llm(asked(0, 'user', 'Free B7.'), output(more))),
      span(
        'c',
        [20, 30],
        llm(
          {
            ...asked(0, 'user', 'Free B7.'),
            ...asked(1, 'user', text, { 'llm.input_messages.1.message.tool_call_id': 't1' }),
            ...second,
          },
          replied('It is locked.'),
        ),
      ),
    );

  it('counts it once, and takes a message of the user with the id of the call as its answer', () => {
    const cassette = readRun(run());
    expect(sketch(cassette)).toBe('Free B7.: free "It is locked."');
    expect(callsOf(cassette)).toMatchObject([{ args: { berth: 'B7' }, result: 'locked' }]);
  });

  it('takes from the request that the call failed, which its copy does not say', () => {
    const request = (is_error: boolean) => ({
      'input.value': JSON.stringify({
        messages: [
          { role: 'user', content: 'Free B7.' },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 't1', name: 'free', input: { berth: 'B7' } }],
          },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 't1', content: 'locked', is_error }],
          },
        ],
      }),
    });
    expect(sketch(readRun(run({}, request(true))))).toBe('Free B7.: free! "It is locked."');
    expect(sketch(readRun(run({}, request(false))))).toBe('Free B7.: free "It is locked."');
  });

  it('warns of a result that looks like that of a failed call', () => {
    const failed = run({}, {}, 'Error: the berth is locked');
    expect(sketch(readRun(failed))).toBe('Free B7.: free "It is locked."');
    expect(warningsOf(failed).join()).toContain(
      '1 result starts with `Error`, but nothing marks the call as failed',
    );
    expect(warningsOf(run()).join()).not.toContain('`Error`');
  });

  it('refuses a block that holds a call of its own next to the one that is read', async () => {
    const hidden = 'llm.output_messages.0.message.contents.1.message_content';
    const refusal = await refusalOfRun(
      run({ [`${hidden}.name`]: 'sink', [`${hidden}.input`]: '{"ship":1}' }),
    );
    expect(refusal).toContain('message_content: looks like a tool call');
  });
});

describe('a trace of OpenLLMetry of the Responses API, which writes the input as one text of the user', () => {
  const message = (role: string, content: string) =>
    JSON.stringify([
      { role, parts: [{ type: 'text', content }], ...(role === 'assistant' && { finish_reason: 'stop' }) },
    ]);
  const chat = (items: readonly Json[], reply: string): Json => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': message('user', JSON.stringify(items)),
    'gen_ai.output.messages': message('assistant', reply),
  });
  const ask = { role: 'user', content: 'Free B7.' };
  const call = { type: 'function_call', id: 'f1', call_id: 'c1', name: 'free', arguments: '{"berth":"B7"}' };
  const thought = { type: 'reasoning', id: 'r1', summary: [] };
  const answer = { type: 'function_call_output', call_id: 'c1', output: 'locked' };

  it('counts the calls in the text, which are nowhere else', () => {
    const spans = [
      span('b', [1, 10], chat([ask], '')),
      span('c', [20, 30], chat([ask, thought, call, answer], 'It is locked.')),
    ];
    const cassette = readRun(otlp(...spans));
    expect(sketch(cassette)).toBe('Free B7.: free "It is locked."');
    expect(callsOf(cassette)).toMatchObject([{ args: { berth: 'B7' }, result: 'locked' }]);
  });

  it.each([
    ['that ends with a reply', [ask, call, answer, { role: 'assistant', content: 'Locked.' }]],
    ['of other values', [ask, { berth: 'B7' }]],
    ['of messages with calls beside the text', [{ ...ask, tool_calls: [] }]],
  ])('leaves a text as it is that is a list %s', (_, list) => {
    const cassette = readRun(otlp(span('b', [1, 10], chat(list, 'I see.'))));
    expect(sketch(cassette)).toBe(`${JSON.stringify(list)}: "I see."`);
  });

  it('counts a span of the tool as the call in the text', () => {
    const spans = [
      span('b', [1, 10], chat([ask], '')),
      span('t', [11, 12], toolRun('free', 'c1', { berth: 'B7' })),
      span('c', [20, 30], chat([ask, call, answer], 'It is locked.')),
    ];
    expect(sketch(readRun(otlp(...spans)))).toBe('Free B7.: free "It is locked."');
  });
});

describe('traces of other programs next to those of agents', () => {
  const agent = span('b', [1, 10], {
    ...llm(asked(0, 'user', 'Free B7.'), replied('It is free.')),
  });
  const health = { ...span('h', [1, 2], { 'http.request.method': 'GET' }), traceId: 'other' };

  it('are left out', () => {
    const { value } = readRuns(otlp(agent, health));
    expect(value.map(({ cassette }) => sketch(cassette))).toEqual(['Free B7.: "It is free."']);
  });

  it.each([
    ['is alone', otlp(health)],
    [
      'is of an agent, but says nothing',
      otlp(agent, { ...span('s', [1, 2], { 'gen_ai.agent.name': 'Harbour' }), traceId: 'other' }),
    ],
  ])('is refused when it %s', async (_, trace) => {
    expect(await refusalOfRun(trace)).toContain('without any tool call or final response');
  });

  it('is refused when a call hides in it', async () => {
    const hiding = { ...health, status: { call: { name: 'free', arguments: { berth: 'B7' } } } };
    expect(await refusalOfRun(otlp(agent, hiding))).toContain('looks like a tool call');
  });
});
