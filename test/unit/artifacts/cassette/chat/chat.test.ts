import { describe, expect, it } from 'vitest';
import { toCassetteDocument } from '../../../../../src/artifacts/cassette/write.ts';
import {
  callsOf,
  chatOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../../support/cassettes.ts';

const toolUse = (id: string, name: string, input: unknown = {}) => ({ type: 'tool_use', id, name, input });
const toolResult = (tool_use_id: string, content: unknown, more = {}) => ({
  type: 'tool_result',
  tool_use_id,
  content,
  ...more,
});
const text = (value: string) => ({ type: 'text', text: value });

describe('a chat of OpenAI', () => {
  const chat = chatOf(
    'system be kind',
    'user hi',
    'say hello',
    'user add',
    'call a add',
    'result a ok',
    'say done',
  );

  it('is read from a list, or from an object that holds it', () => {
    const expected = 'hi: "hello" / add: add "done"';
    expect(sketch(readRun(chat))).toBe(expected);
    expect(sketch(readRun({ messages: chat }))).toBe(expected);
    expect(readRun(chat).system_prompt).toBe('be kind');
    expect(readRuns(chat)).toMatchObject({ format: 'OpenAI chat messages', warnings: [], isList: false });
    expect(callsOf(readRun(chat))).toEqual([
      { name: 'add', args: {}, is_error: false, result: 'ok', parallel: 1 },
    ]);
  });

  it('is read from JSON Lines, a message a line', () => {
    expect(sketch(readRun(chat.map((message) => JSON.stringify(message)).join('\n')))).toBe(
      'hi: "hello" / add: add "done"',
    );
  });

  it('has no final response in a message that also calls a tool', () => {
    const [call] = chatOf('call a add');
    expect(sketch(readRun([{ ...call, content: 'let me see' }, ...chatOf('result a ok')]))).toBe('add');
  });

  it('keeps calls behind the last response in a last turn', () => {
    expect(sketch(readRun(chatOf('user go', 'say ok', 'call a add', 'result a ok', 'user bye')))).toBe(
      'go: "ok" / bye: add',
    );
  });

  it('has no final response in a reply without text', () => {
    expect(
      sketch(
        readRun([...chatOf('user go', 'say ok'), { role: 'assistant', content: '' }, { role: 'assistant' }]),
      ),
    ).toBe('go: "ok"');
  });

  it('reads content in parts, and a refusal', () => {
    const parts = [text('a'), { type: 'refusal', refusal: 'b' }, { type: 'reasoning', text: 'hidden' }];
    expect(sketch(readRun([{ role: 'assistant', content: parts }]))).toBe('"ab"');
    expect(sketch(readRun([{ role: 'assistant', content: null, refusal: 'no' }]))).toBe('"no"');
  });

  it.each([
    ['JSON text', '{"x":1}', { x: 1 }],
    ['a mapping', { x: 1 }, { x: 1 }],
    ['empty text', '', {}],
    ['null', null, {}],
  ])('has arguments as %s', (_, args, expected) => {
    const call = { id: 'a', type: 'function', function: { name: 'add', arguments: args } };
    expect(callsOf(readRun([{ role: 'assistant', tool_calls: [call] }]))[0]?.args).toEqual(expected);
  });

  it('has calls in the older form, and custom tools', () => {
    const older = [
      { role: 'assistant', content: null, function_call: { name: 'add', arguments: '{"x":1}' } },
      { role: 'function', name: 'add', content: 'ok' },
    ];
    expect(callsOf(readRun(older))).toEqual([
      { name: 'add', args: { x: 1 }, is_error: false, result: 'ok', parallel: 0 },
    ]);
    const custom = { id: 'a', type: 'custom', custom: { name: 'sql', input: 'select 1' } };
    expect(callsOf(readRun([{ role: 'assistant', tool_calls: [custom] }]))[0]?.args).toEqual({
      input: 'select 1',
    });
    const langChain = { id: 'a', name: 'add', args: { x: 1 } };
    expect(callsOf(readRun([{ role: 'assistant', tool_calls: [langChain] }]))[0]?.args).toEqual({ x: 1 });
  });

  it.each([
    [{ error: 'boom' }, true],
    [{ error: { type: 'timeout' } }, true],
    [{ error: true }, true],
    [{ error: null }, false],
    [{ error: false }, true],
    [{ error: 0 }, true],
    [{ error: '' }, true],
    [{ error: false, requestor: 'assistant' }, false],
    [{ error: true, requestor: 'assistant' }, true],
    [{ error: null, requestor: 'assistant' }, false],
    [{ is_error: true }, true],
    [{ isError: true }, true],
  ])('takes %j in the answer of a tool for an error: %s', (flags, expected) => {
    const [call, result] = chatOf('call a add', 'result a Error');
    expect(callsOf(readRun([call, { ...result, ...flags }]))[0]?.is_error).toBe(expected);
  });

  it('counts tokens without those from the cache', () => {
    const reply = (usage: unknown) => ({ role: 'assistant', content: 'a', usage });
    const counted = { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } };
    expect(readRun([reply(counted), reply(counted)]).usage).toEqual({
      input_tokens: 12,
      output_tokens: 4,
      cache_read_tokens: 8,
    });
    expect(
      readRun({ messages: [reply(null)], usage: { prompt_tokens: 10, completion_tokens: 2 } }).usage,
    ).toEqual({
      input_tokens: 10,
      output_tokens: 2,
    });
    const responses = { input_tokens: 10, output_tokens: 2, input_tokens_details: { cached_tokens: 4 } };
    expect(readRun([reply(responses)]).usage).toMatchObject({ input_tokens: 6, cache_read_tokens: 4 });
    const anthropic = {
      input_tokens: 10,
      output_tokens: 2,
      cache_read_input_tokens: 4,
      cache_creation_input_tokens: 5,
    };
    expect(readRun([reply(anthropic)]).usage).toEqual({
      input_tokens: 10,
      output_tokens: 2,
      cache_read_tokens: 4,
      cache_write_tokens: 5,
    });
    const liteLlm = {
      prompt_tokens: 100,
      completion_tokens: 2,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: 30,
    };
    const split = { input_tokens: 10, output_tokens: 2, cache_read_tokens: 60, cache_write_tokens: 30 };
    expect(readRun([reply(liteLlm)]).usage).toEqual(split);
    const twice = { ...liteLlm, prompt_tokens_details: { cached_tokens: 60 } };
    expect(readRun([reply(twice)]).usage).toEqual(split);
    expect(readRun([reply(counted), reply(null)]).usage).toBeUndefined();
    expect(warningsOf([reply(counted), reply(null)])[0]).toContain('for only some of the replies');
    expect(readRun([reply({ total_tokens: 3 })]).usage).toBeUndefined();
  });

  it('names a model that all replies share', () => {
    const reply = (model?: string) => ({ role: 'assistant', content: 'a', model });
    expect(readRun([reply('m'), reply('m')]).model).toBe('m');
    expect(readRun([reply('m'), reply('n')]).model).toBeUndefined();
    expect(readRun({ model: 'n', messages: [reply('m')] }).model).toBe('n');
  });
});

describe('results', () => {
  const results = (...lines: string[]) =>
    callsOf(readRun(chatOf(...lines))).map(({ name, result }) => `${name}=${result}`);

  it('go to the call with their id', () => {
    expect(results('call a one', 'call b two', 'result b B', 'result a A')).toEqual(['one=A', 'two=B']);
  });

  it('go by position when ids repeat', () => {
    expect(results('call a one', 'result a 1', 'call a two', 'result a 2')).toEqual(['one=1', 'two=2']);
    expect(results('call a one', 'call a two', 'result a 1', 'result a 2')).toEqual(['one=1', 'two=2']);
    expect(results('call a one', 'say hm', 'call a two', 'result a 2')).toEqual(['one=undefined', 'two=2']);
    expect(results('call a one', 'say hm', 'call a two', 'result a 2', 'result a 1')).toEqual([
      'one=1',
      'two=2',
    ]);
  });

  it('go by position when ids are not those of calls', () => {
    expect(results('call a one', 'call b two', 'result x 1', 'result y 2')).toEqual(['one=1', 'two=2']);
  });

  it('go to an earlier call when they come late', () => {
    expect(results('call a one', 'call b two', 'user hurry', 'result b 2', 'result a 1')).toEqual([
      'one=1',
      'two=2',
    ]);
  });

  it('count as calls when the call was not recorded', () => {
    const orphans = [
      { role: 'tool', name: 'one', content: 'a', error: 'x' },
      { role: 'tool', function: 'two', tool_call_id: 'b', content: 'b' },
    ];
    expect(sketch(readRun(orphans))).toBe('one! two');
    expect(warningsOf(orphans)).toEqual([
      'f.json: warning: 2 results answer no recorded call; each counts as a call to the tool it names, without arguments\n' +
        '  help: was the beginning of the recording cut off?',
    ]);
    // a middle that was cut out
    const cut = [...chatOf('call a one'), { role: 'tool', name: 'two', tool_call_id: 'b', content: 'x' }];
    expect(sketch(readRun(cut))).toBe('one two');
  });

  it.each([{}, { tool_call_id: 'a' }])(
    'are refused when they say that they are of another tool: %o',
    async (id) => {
      const other = [...chatOf('call a one'), { role: 'tool', name: 'two', content: 'x', ...id }];
      expect(await refusalOfRun(other)).toMatch(
        /^f\.json:1:\d+: error: \[1\]: is a result of `two`, but answers a call to `one`\n {2}help: /,
      );
    },
  );

  it('keep what went wrong beside what was answered', () => {
    const failed = (more: object) =>
      callsOf(readRun([...chatOf('call a one'), { role: 'tool', tool_call_id: 'a', ...more }]))[0];
    expect(failed({ content: 'half', error: 'cut off' })).toMatchObject({ result: 'half', error: 'cut off' });
    expect(failed({ content: '', error: 'cut off' })).toEqual({
      name: 'one',
      args: {},
      is_error: true,
      result: 'cut off',
      parallel: 0,
    });
    expect(failed({ content: 'half', error: true })).toEqual({
      name: 'one',
      args: {},
      is_error: true,
      result: 'half',
      parallel: 0,
    });
  });

  it('that start with `Error` and are not marked are warned of, once', () => {
    const warned = (...results: object[]) =>
      warningsOf([
        ...results.flatMap((result) => [
          ...chatOf('call a one'),
          { role: 'tool', tool_call_id: 'a', content: 'Error: no', ...result },
        ]),
        ...chatOf('say done'),
      ]);
    expect(warned({})).toEqual([
      'f.json: warning: 1 result starts with `Error`, but nothing marks the call as failed; it counts as successful\n' +
        '  help: set `error` in the message of the tool; for tau-bench, refer to the whole record instead of its `traj`',
    ]);
    expect(warned({}, {})).toEqual([expect.stringContaining('2 results start with `Error`')]);
    expect(warned({ error: 'no' }, { is_error: true }, { error: null }, { isError: false })).toEqual([]);
    expect(warned({ content: 'No Error' })).toEqual([]);
  });

  it('are refused when they belong to no call and name no tool', async () => {
    expect(await refusalOfRun(chatOf('result a 1'))).toContain(
      '[0]: answers no recorded call and does not name a tool',
    );
  });

  it('that are missing are warned of', () => {
    expect(warningsOf(chatOf('call a one', 'call b two', 'result b 2'))).toEqual([
      expect.stringContaining('1 call has no recorded answer: whether it took effect is unknown'),
    ]);
  });

  it('are found in time, however many wait', () => {
    const ids = Array.from({ length: 30_000 }, (_, index) => index);
    const same = [...ids.map(() => 'call a one'), ...ids.map((id) => `result a ${id}`)];
    const none = [...ids.map((id) => `call ${id} one`), ...ids.map((id) => `result x${id} ${id}`)];
    for (const lines of [same, none]) {
      expect(results(...lines).slice(-1)).toEqual(['one=29999']);
    }
  });
});

describe('a chat of Anthropic', () => {
  const chat: { role: string; content: unknown }[] = [
    { role: 'user', content: 'add' },
    { role: 'assistant', content: [text('let me'), toolUse('a', 'one', { x: 1 }), toolUse('b', 'two')] },
    { role: 'user', content: [toolResult('a', 'ok'), toolResult('b', [text('no')], { is_error: true })] },
    { role: 'assistant', content: [text('do'), text('ne')] },
  ];

  it('is read block by block', () => {
    expect(sketch(readRun(chat))).toBe('add: one two! "done"');
    expect(readRuns(chat).format).toBe('Anthropic messages');
    expect(readRun({ system: 'be kind', model: 'm', messages: chat })).toMatchObject({
      model: 'm',
      system_prompt: 'be kind',
    });
    expect(callsOf(readRun(chat))).toEqual([
      { name: 'one', args: { x: 1 }, is_error: false, result: 'ok', parallel: 0 },
      { name: 'two', args: {}, is_error: true, result: [text('no')], parallel: 0 },
    ]);
  });

  it('keeps what a user says beside results', () => {
    const said = chat.with(2, {
      role: 'user',
      content: [toolResult('a', 'ok'), toolResult('b', 'ok'), text('hurry')],
    });
    expect(sketch(readRun(said))).toBe('add\n\nhurry: one two "done"');
  });

  it('ends a turn behind tools that ran on the server', () => {
    const call = { type: 'mcp_tool_use', id: 'a', name: 'find', server_name: 'docs', input: { q: 1 } };
    const answer = { type: 'mcp_tool_result', tool_use_id: 'a', is_error: true, content: [] };
    const reply = { role: 'assistant', content: [text('I look'), call, answer, text('found')] };
    expect(sketch(readRun([reply]))).toBe('find! "found"');
    expect(callsOf(readRun([reply]))[0]).toMatchObject({ server: 'docs', args: { q: 1 } });
    const open = { role: 'assistant', content: [call, text('wait')] };
    expect(sketch(readRun([open]))).toBe('find');
    const failed = [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 's', content: { type: 'web_search_tool_result_error' } },
    ];
    expect(sketch(readRun([{ role: 'assistant', content: failed }]))).toBe('web_search!');
  });
});

describe('a chat of the AI SDK', () => {
  it('is read', () => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'add', input: { x: 1 } };
    const answer = (output: unknown) => ({ type: 'tool-result', toolCallId: 'a', toolName: 'add', output });
    const chat = (output: unknown) => [
      { role: 'user', content: [text('go')] },
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [answer(output)] },
      { role: 'assistant', content: [text('done')] },
    ];
    expect(sketch(readRun(chat({ type: 'json', value: 1 })))).toBe('go: add "done"');
    expect(sketch(readRun(chat({ type: 'error-text', value: 'no' })))).toBe('go: add! "done"');
  });
});

describe('the blocks of a message', () => {
  const server = (name: string, type: string, content: unknown) => [
    { type: 'server_tool_use', id: 's', name, input: { query: 'w' } },
    { type, tool_use_id: 's', content },
    text('done'),
  ];

  it('have their text under `text` or `content`', () => {
    const under = (key: string) => [{ role: 'assistant', content: [{ type: 'text', [key]: 'hi' }] }];
    expect(sketch(readRun(under('text')))).toBe('"hi"');
    expect(sketch(readRun(under('content')))).toBe('"hi"');
  });

  it('may be of server tools that did not exist yet', () => {
    const found = server('look_up', 'look_up_tool_result', { type: 'look_up_result' });
    expect(sketch(readRun([{ role: 'assistant', content: found }]))).toBe('look_up "done"');
    const failed = server('look_up', 'look_up_tool_result', { type: 'look_up_tool_result_error' });
    expect(sketch(readRun([{ role: 'assistant', content: failed }]))).toBe('look_up! "done"');
    const other = [{ type: 'remote_tool_use', id: 'r', name: 'far', input: {} }, text('wait')];
    expect(sketch(readRun([{ role: 'assistant', content: other }]))).toBe('far');
  });

  it('of a summary and of another model say nothing', () => {
    const content = [{ type: 'compaction', content: 'so far' }, { type: 'fallback' }, text('done')];
    expect(sketch(readRun([{ role: 'assistant', content }]))).toBe('"done"');
    expect(warningsOf([{ role: 'assistant', content }])).toEqual([]);
  });

  it('of unknown types are left out with a warning, if they hold no text', () => {
    const content = [{ type: 'mood', level: 3 }, text('done')];
    expect(warningsOf([{ role: 'assistant', content }])).toEqual([
      'f.json: warning: 1 content block of unknown types left out: `mood`',
    ]);
  });

  it('of a call that was denied show that it did not run', () => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'drop', input: {} };
    const ask = { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' };
    const answer = { type: 'tool-approval-response', approvalId: 'p', approved: false };
    const output = { type: 'execution-denied', reason: 'no' };
    const result = { type: 'tool-result', toolCallId: 'a', toolName: 'drop', output };
    const chat = [
      { role: 'assistant', content: [call, ask] },
      { role: 'tool', content: [answer, result] },
      { role: 'assistant', content: 'I left it.' },
    ];
    expect(sketch(readRun(chat))).toBe('drop! "I left it."');
    expect(warningsOf(chat)).toEqual([]);
  });

  it('of Bedrock have a key instead of a type', () => {
    const use = { toolUse: { toolUseId: 'a', name: 'add', input: { x: 1 } } };
    const answer = (status: string) => ({
      toolResult: { toolUseId: 'a', content: [{ text: 'no' }], status },
    });
    const chat = (status: string) => [
      { role: 'user', content: [{ text: 'go' }] },
      { role: 'assistant', content: [{ text: 'I add' }, { reasoningContent: {} }, use] },
      { role: 'user', content: [answer(status)] },
      { role: 'assistant', content: [{ text: 'done' }] },
    ];
    expect(sketch(readRun(chat('success')))).toBe('go: add "done"');
    expect(sketch(readRun(chat('error')))).toBe('go: add! "done"');
  });
});

describe('the calls of a message', () => {
  const raw = [{ id: 'c', type: 'function', function: { name: 'pay', arguments: '{"n":5}' } }];
  const paid = { role: 'tool', tool_call_id: 'c', content: 'ok' };

  it.each([
    ['as LangChain keeps what the provider sent', { additional_kwargs: { tool_calls: raw } }],
    [
      'as loggers in JavaScript write them',
      { toolCalls: [{ toolCallId: 'c', toolName: 'pay', args: { n: 5 } }] },
    ],
    [
      'that are repeated as blocks and as the provider sent them',
      {
        content: [toolUse('c', 'pay', { n: 5 })],
        tool_calls: [{ id: 'c', name: 'pay', args: { n: 5 } }],
        additional_kwargs: { tool_calls: raw },
      },
    ],
  ])('%s', (_, more) => {
    const run = readRun([{ role: 'assistant', content: '', ...more }, paid]);
    expect(callsOf(run)).toEqual([
      { name: 'pay', args: { n: 5 }, is_error: false, result: 'ok', parallel: 0 },
    ]);
  });

  it('that could not be read have failed', () => {
    const invalid = [{ id: 'c', name: 'pay', args: '{bad', error: 'no JSON' }];
    const reply = { role: 'assistant', content: '', tool_calls: [], invalid_tool_calls: invalid };
    const call = { name: 'pay', args: {}, raw_args: '{bad', is_error: true, parallel: 0 };
    expect(callsOf(readRun([reply]))).toEqual([{ ...call, result: 'no JSON' }]);
    expect(callsOf(readRun([reply, { ...paid, status: 'error' }]))).toEqual([{ ...call, result: 'ok' }]);
  });

  it('are those of the agent that the message names', () => {
    const chat = chatOf('call a one', 'result a 1', 'call b two', 'result b 2');
    const named = chat.map((each, index) => ({ ...each, ...(index === 2 && { name: 'refunds' }) }));
    expect(callsOf(readRun(named)).map(({ agent }) => agent)).toEqual([undefined, 'refunds']);
  });
});

describe('what a message holds under unknown keys', () => {
  it.each([
    ['instead of its content', { text: 'Hi' }, '[0]: has `text`, which is not read'],
    ['under a key that no one knows', { xsaid: 'Hi' }, '[0]: has `xsaid`, which is not read'],
    ['in parts', { parts: [{ kind: 'a' }] }, '[0]: has `parts`, which is not read'],
    ['in a message of its own', { message: { content: 'Hi' } }, '[0]: has `message`, which is not read'],
    ['next to an empty content', { content: '', output: 'Hi' }, '[0]: has `output`, which is not read'],
    ['next to its content', { content: 'a', choices: [{ x: 1 }] }, '[0]: has `choices`, which is not read'],
    [
      'in a block of text',
      { content: [{ type: 'text', xtext: 'Hi' }] },
      '[0].content[0]: is a block of text without `text`: what is under `xtext` would be lost',
    ],
    [
      'in a block without a type',
      { content: [{ xtype: 'text', said: 'Hi' }] },
      '[0].content[0]: is a block without a `type`',
    ],
  ])('%s is refused', async (_, message, expected) => {
    expect(await refusalOfRun([{ role: 'assistant', ...message }, ...chatOf('say b')])).toContain(expected);
  });

  it.each([
    { content: '', id: 'm', timestamp: '2026-01-01', reasoning_content: 'hm', metadata: { a: 1 } },
    { id: 'm', stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 0 } },
    { content: null, refusal: 'no', provider_specific_fields: { a: 1 } },
  ])('is ignored when it cannot be a reply: %o', (message) => {
    expect(() => readRun([...chatOf('say a'), { role: 'assistant', ...message }])).not.toThrow();
  });

  it('is refused in messages of the user and of tools, too', async () => {
    const user = [{ role: 'user', said: 'Hi' }, ...chatOf('say a')];
    expect(await refusalOfRun(user)).toContain('[0]: has `said`, which is not read');
    const tool = [...chatOf('call a one'), { role: 'tool', tool_call_id: 'a', answer: 'x' }];
    expect(await refusalOfRun(tool)).toContain('[1]: has `answer`, which is not read');
  });
});

describe('a reply is marked as a refusal', () => {
  const asked = { role: 'user', content: 'go' };
  const said = { role: 'assistant', content: 'I keep to berths.' };
  const silent = { ...said, content: null };
  const ofLangChain = { type: 'ai', content: '', additional_kwargs: { refusal: 'No.' } };

  it.each([
    ['its stop reason', [asked, { ...said, content: [text('No.')], stop_reason: 'refusal' }], 'No.'],
    ['its stop reason alone', [asked, { ...said, content: [], stop_reason: 'refusal' }], undefined],
    ['a text of its own', [asked, { ...silent, refusal: 'No.' }], 'No.'],
    ['a block', [asked, { ...said, content: [{ type: 'refusal', refusal: 'No.' }] }], 'No.'],
    [
      'the choice',
      { messages: [asked], response: { choices: [{ message: silent, finish_reason: 'content_filter' }] } },
      undefined,
    ],
    [
      'the response of Bedrock',
      {
        messages: [{ role: 'user', content: [{ text: 'go' }] }],
        response: {
          output: { message: { role: 'assistant', content: [{ text: 'No.' }] } },
          stopReason: 'guardrail_intervened',
        },
      },
      'No.',
    ],
    ['a text that LangChain keeps', [{ type: 'human', content: 'go' }, ofLangChain], 'No.'],
    [
      'metadata of LangChain',
      [
        { type: 'human', content: 'go' },
        { type: 'ai', content: 'No.', response_metadata: { finish_reason: 'content_filter' } },
      ],
      'No.',
    ],
  ])('by %s', (_, document, expected) => {
    const run = readRun(document);
    expect(run.turns).toEqual([
      {
        user: 'go',
        tool_calls: [],
        ...(expected !== undefined && { final_response: expected }),
        refused: true,
      },
    ]);
    expect(run.caveats).toBeUndefined();
    expect(readRun(toCassetteDocument(run)).turns).toEqual(run.turns);
  });

  it('unless the model stopped of itself', () => {
    expect(readRun([asked, { ...said, stop_reason: 'end_turn', refusal: null }]).turns[0]).not.toHaveProperty(
      'refused',
    );
  });

  it('and does not go on in the next turn, even without a text', () => {
    const run = readRun([asked, { ...said, content: [], stop_reason: 'refusal' }, asked, said]);
    const written = toCassetteDocument(run);
    expect(readRun(written).turns).toEqual(run.turns);
    expect(run.turns).toHaveLength(2);
  });
});

describe('a call in a message that is not of the agent', () => {
  const call = { id: 'z', type: 'function', function: { name: 'wipe', arguments: '{}' } };
  const rest = chatOf('call a one', 'result a ok', 'say done');

  it.each([
    ['user', { role: 'user', content: 'go', tool_calls: [call] }],
    ['system', { role: 'system', content: 'go', tool_calls: [call] }],
    ['user', { role: 'user', content: 'go', function_call: call.function }],
    ['user', { role: 'user', content: 'go', tool_calls: [{ ...call, requestor: 'assistant' }] }],
  ])('is refused in one of the role %s', async (role, message) => {
    expect(await refusalOfRun([message, ...rest])).toContain(
      `is a call in a message of the role \`${role}\``,
    );
  });

  it('is refused in an answer', async () => {
    const [ask, answer, last] = rest;
    const run = [{ role: 'user', content: 'go' }, ask, { ...answer, tool_calls: [call] }, last];
    expect(await refusalOfRun(run)).toContain('is a call in a message of the role `tool`');
  });

  it('is left out when it is marked as a call of the user', () => {
    const own = { role: 'user', content: 'go', tool_calls: [{ ...call, requestor: 'user' }] };
    expect(sketch(readRun([own, ...rest]))).toBe('go: one "done"');
  });
});

describe('a chat is refused', () => {
  it.each([
    ['with a role that nobody knows', [{ role: 'robot', content: 'a' }], '[0].role: must be one of `system`'],
    [
      'with a block that nobody knows',
      [{ role: 'assistant', content: [{ type: 'memo', text: 'done' }] }],
      '[0].content[0]: is a block of the unknown type `memo`: what is under `text` would be lost',
    ],
    [
      'with content that is none',
      { messages: [{ role: 'user', content: 5 }] },
      'messages[0].content: must be text, or a list of content blocks, found `5`',
    ],
    [
      'with a call without a name',
      [{ role: 'assistant', tool_calls: [{ id: 'a' }] }],
      '[0].tool_calls[0]: is a tool call without the name of the tool',
    ],
    [
      'with arguments that do not parse',
      [{ role: 'assistant', tool_calls: [{ function: { name: 'a', arguments: '{' } }] }],
      '[0].tool_calls[0].function.arguments: must be JSON',
    ],
    [
      'with arguments that are a list',
      [{ role: 'assistant', content: [toolUse('a', 'one', [1])] }],
      '[0].content[0].input: must be a mapping of arguments',
    ],
    [
      'with two counts of the tokens from the cache',
      [
        {
          role: 'assistant',
          content: 'a',
          usage: {
            prompt_tokens: 9,
            completion_tokens: 1,
            prompt_tokens_details: { cached_tokens: 2 },
            cache_read_input_tokens: 3,
          },
        },
      ],
      'usage: counts 2 tokens read from the cache, but 3 under another key',
    ],
    [
      'with more cached tokens than tokens',
      {
        messages: [],
        usage: { prompt_tokens: 1, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 2 } },
      },
      'usage: counts 2 cached tokens among 1 tokens of input',
    ],
    ['without a reply', chatOf('user hi'), 'without any tool call or final response'],
    ['without a message', { messages: [] }, 'without any tool call or final response'],
  ])('%s', async (_, content, message) => {
    expect(await refusalOfRun(content)).toContain(message);
  });
});
