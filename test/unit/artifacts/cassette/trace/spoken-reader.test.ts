import { describe, expect, it } from 'vitest';
import { PlainValues } from '../../../../../src/artifacts/cassette/trace/plain.ts';
import type { Side, Spoken } from '../../../../../src/artifacts/cassette/trace/spoken.ts';
import { SpokenReader } from '../../../../../src/artifacts/cassette/trace/spoken-reader.ts';

/** What is read of a value: a line for each message. */
function read(value: unknown, side: Side = 'output'): string[] {
  return new SpokenReader(new PlainValues()).read(value, [], side).map(inWords);
}

function inWords({ role, text, calls, answers, isRefusal }: Spoken): string {
  return [
    role,
    ...(text === '' ? [] : [JSON.stringify(text)]),
    ...calls.map(({ id, name, args }) => `call ${id} ${name} ${JSON.stringify(args)}`),
    ...answers.map(
      ({ id, name, result, isError }) =>
        `${isError ? 'error' : 'answer'} ${id}${name === undefined ? '' : ` ${name}`} ${JSON.stringify(result)}`,
    ),
    ...(isRefusal ? ['refused'] : []),
  ].join(' ');
}

const CALL = { name: 'rm', arguments: '{"path":"a"}' };
const CALLED = 'call c1 rm "{\\"path\\":\\"a\\"}"';

describe('calls, wherever a program writes them', () => {
  it.each<[string, unknown]>([
    [
      'OpenAI chat',
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: CALL }] },
    ],
    ['OpenAI Responses', { type: 'function_call', call_id: 'c1', ...CALL }],
    ['a custom tool', { type: 'custom_tool_call', call_id: 'c1', name: 'rm', input: CALL.arguments }],
    ['OTel', { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', ...CALL }] }],
    [
      'OTel with a wrapped call',
      { role: 'assistant', content: [{ tool_call: { id: 'c1', function: CALL } }] },
    ],
    ['OpenInference', { role: 'assistant', tool_calls: [{ tool_call: { id: 'c1', function: CALL } }] }],
    [
      'Anthropic',
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'rm', input: CALL.arguments }] },
    ],
    [
      'Bedrock',
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'c1', name: 'rm', input: CALL.arguments } }] },
    ],
    ['Gemini', { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'rm', args: CALL.arguments } }] }],
    [
      'Gemini with the parts in the content',
      {
        content: { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'rm', args: CALL.arguments } }] },
      },
    ],
    [
      'the AI SDK, without a type',
      { role: 'assistant', content: [{ toolCallId: 'c1', toolName: 'rm', args: CALL.arguments }] },
    ],
    [
      'the AI SDK, beside the content',
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ toolCallId: 'c1', toolName: 'rm', input: CALL.arguments }],
      },
    ],
    [
      'LangChain',
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain', 'AIMessage'],
        kwargs: { content: '', tool_calls: [{ id: 'c1', name: 'rm', args: CALL.arguments }] },
      },
    ],
    [
      'LangChain with what the provider sent',
      {
        type: 'ai',
        data: { content: '', additional_kwargs: { tool_calls: [{ id: 'c1', function: CALL }] } },
      },
    ],
    [
      'LangChain with a call that it could not read',
      { type: 'ai', content: '', invalid_tool_calls: [{ id: 'c1', name: 'rm', args: CALL.arguments }] },
    ],
    [
      'a function by name',
      { role: 'assistant', tool_calls: [{ id: 'c1', function: 'rm', arguments: CALL.arguments }] },
    ],
    [
      'a number as identifier',
      { role: 'assistant', tool_calls: [{ id: 'c1', call_id: '', function: CALL }] },
    ],
  ])('%s', (_, value) => {
    expect(read(value)).toEqual([`agent ${CALLED}`]);
    expect(read([value])).toEqual([`agent ${CALLED}`]);
    expect(read({ choices: [{ message: value }] })).toEqual([`agent ${CALLED}`]);
  });

  it('take their identifier as a number, and go without one', () => {
    expect(read({ role: 'assistant', tool_calls: [{ id: 7, function: CALL }] })).toEqual([
      `agent ${CALLED.replace('c1', '7')}`,
    ]);
    expect(read({ role: 'assistant', function_call: CALL })).toEqual([
      `agent ${CALLED.replace('c1', 'undefined')}`,
    ]);
    expect(read({ role: 'assistant', tool_calls: [{ id: 'c2' }] })).toEqual([
      'agent call c2 undefined undefined',
    ]);
  });

  it('count once when they stand in the message and beside it', () => {
    const part = { type: 'tool_use', id: 'c1', name: 'rm', input: CALL.arguments };
    const message = {
      role: 'assistant',
      content: [part],
      tool_calls: [{ id: 'c1', function: CALL }, 'no call'],
    };
    expect(read(message)).toEqual([`agent ${CALLED}`]);
    const other = { ...message, tool_calls: [{ id: 'c2', function: CALL }] };
    expect(read(other)).toEqual([`agent ${CALLED} ${CALLED.replace('c1', 'c2')}`]);
  });
});

describe('answers to calls', () => {
  it.each<[string, unknown]>([
    ['OpenAI chat', { role: 'tool', tool_call_id: 'c1', content: 'done' }],
    ['OpenAI Responses', { type: 'function_call_output', call_id: 'c1', output: 'done' }],
    ['OTel', { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'done' }] }],
    ['Anthropic', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'done' }] }],
    ['Anthropic in OpenInference', { role: 'user', tool_call_id: 'c1', content: 'done' }],
    ['Bedrock', { role: 'user', content: [{ toolResult: { toolUseId: 'c1', content: 'done' } }] }],
    ['Gemini', { role: 'user', parts: [{ functionResponse: { id: 'c1', response: 'done' } }] }],
    [
      'the AI SDK, without a type',
      { role: 'tool', content: [{ toolCallId: 'c1', toolName: 'rm', result: 'done' }] },
    ],
    ['LangChain', { type: 'tool', data: { tool_call_id: 'c1', content: 'done' } }],
  ])('%s', (_, value) => {
    expect(read(value, 'input').join().replace(' rm', '').replace('agent', 'user')).toBe(
      'user answer c1 "done"',
    );
  });

  it.each([
    { is_error: true },
    { isError: true },
    { status: 'error' },
    { error: 'refused' },
    { content: { type: 'error-text', value: 'no' } },
    { content: { type: 'permission_error' } },
  ])('are errors when they say so: %o', (said) => {
    const [answer] = read({ role: 'tool', tool_call_id: 'c1', content: 'x', ...said }, 'input');
    expect(answer).toMatch(/^user error c1 /);
  });

  it('may be empty', () => {
    expect(read({ role: 'tool', tool_call_id: 'c1' }, 'input')).toEqual(['user answer c1 undefined']);
    expect(read({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }] }, 'input')).toEqual([
      'user answer c1 undefined',
    ]);
  });
});

describe('what is said', () => {
  it.each<[string, unknown, Side, string[]]>([
    ['a bare text that was given', 'hello', 'input', ['user "hello"']],
    ['a bare text that came back', 'hello', 'output', ['agent "hello"']],
    ['nothing', '', 'input', []],
    ['neither text nor message', 7, 'input', []],
    ['a message without a role that was given', { content: 'hello' }, 'input', []],
    ['a message without a role that came back', { content: 'hello' }, 'output', ['agent "hello"']],
    ['the role of a developer', { role: 'developer', content: 'be short' }, 'input', ['system "be short"']],
    [
      'parts of one message',
      [
        { type: 'text', text: 'a' },
        { type: 'text', content: 'b' },
      ],
      'input',
      ['user "ab"'],
    ],
    ['texts in a list', { role: 'user', content: ['a', 'b', 7] }, 'input', ['user "ab"']],
    [
      'a part of LangChain for Phoenix',
      { role: 'user', content: [{ message_content: { type: 'text', text: 'a' } }] },
      'input',
      ['user "a"'],
    ],
    [
      'a picture',
      {
        role: 'user',
        content: [
          { type: 'image', data: 'x' },
          { type: 'text', text: 'a' },
        ],
      },
      'input',
      ['user "a"'],
    ],
    [
      'a text that is JSON',
      { role: 'assistant', content: { answer: 1 } },
      'output',
      ['agent "{\\"answer\\":1}"'],
    ],
    ['an empty list', { role: 'assistant', content: [] }, 'output', ['agent']],
    [
      'a request of Anthropic',
      { system: 'be short', messages: [{ role: 'user', content: 'a' }] },
      'input',
      ['system "be short"', 'user "a"'],
    ],
    [
      'a request of Gemini',
      { contents: [{ role: 'user', parts: [{ text: 'a', type: 'text' }] }] },
      'input',
      ['user "a"'],
    ],
    [
      'a request with a prompt',
      { system: 'be short', prompt: 'a' },
      'input',
      ['system "be short"', 'user "a"'],
    ],
    [
      'a reply of Gemini',
      { candidates: [{ content: { role: 'model', parts: [{ type: 'text', text: 'a' }] } }] },
      'output',
      ['agent "a"'],
    ],
    [
      'a reply of LangChain',
      { generations: [[{ message: { type: 'ai', content: 'a' } }]] },
      'output',
      ['agent "a"'],
    ],
    [
      'a reply of Responses',
      { output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] }] },
      'output',
      ['agent "a"'],
    ],
    [
      'a reply of Bedrock',
      { output: { message: { role: 'assistant', content: [{ type: 'text', text: 'a' }] } } },
      'output',
      ['agent "a"'],
    ],
    [
      'the definition of a tool',
      { role: 'tool', content: { function: { name: 'rm', parameters: { type: 'object' } } } },
      'input',
      [],
    ],
  ])('%s', (_, value, side, expected) => {
    expect(read(value, side)).toEqual(expected);
  });

  it('is a refusal when the model or its provider says so', () => {
    expect(read({ role: 'assistant', content: null, refusal: 'I cannot' })).toEqual([
      'agent "I cannot" refused',
    ]);
    expect(read({ finish_reason: 'content_filter', message: { role: 'assistant', content: 'no' } })).toEqual([
      'agent "no" refused',
    ]);
  });
});
