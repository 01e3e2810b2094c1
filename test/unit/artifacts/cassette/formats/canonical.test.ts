import { describe, expect, it } from 'vitest';
import { toCassetteDocument } from '../../../../../src/artifacts/cassette/write.ts';
import { readRun, readRuns, refusalOfRun, sketch, warningsOf } from '../../../../support/cassettes.ts';

const turn = (...tool_calls: unknown[]) => ({ turns: [{ tool_calls, final_response: 'done' }] });
const callOf = (call: unknown) => readRun(turn(call)).turns[0]?.tool_calls[0];

describe('a cassette', () => {
  it('is read as it is written', () => {
    const cassette = {
      model: 'm',
      provider: 'p',
      system_prompt: 's',
      prompt: 'q',
      recorded_at: '2026-05-01T00:00:00Z',
      turns: [
        {
          user: 'u',
          tool_calls: [{ name: 'a', server: 's', args: { x: [1] }, is_error: true, result: { y: 1 } }],
          final_response: 'r',
        },
        { tool_calls: [{ name: 'b', args: {}, is_error: false }] },
      ],
      usage: { input_tokens: 1, output_tokens: 2, cache_read_tokens: 3, cache_write_tokens: 4 },
      cost_micros: 5,
    };
    const written = { schema_version: 'mcptest.dev/cassette/v1', kind: 'agent', ...cassette };
    expect(readRuns(written)).toMatchObject({ format: 'mcptest cassette', warnings: [], isList: false });
    expect(readRun(written)).toEqual(cassette);
  });

  it('has defaults', () => {
    expect(readRun({ turns: [{ final_response: 'a' }, { tool_calls: [{ name: 'b', result: 1 }] }] })).toEqual(
      {
        turns: [
          { tool_calls: [], final_response: 'a' },
          { tool_calls: [{ name: 'b', args: {}, is_error: false, result: 1 }] },
        ],
      },
    );
  });

  it('may be flat', () => {
    const flat = { tool_calls: [{ name: 'a', result: 1 }], final_response: 'r' };
    expect(sketch(readRun(flat))).toBe('a "r"');
    expect(sketch(readRun({ final_response: 'r' }))).toBe('"r"');
    expect(sketch(readRun({ tool_calls: flat.tool_calls }))).toBe('a');
    expect(readRun({ ...flat, model: 'm', conversation: { turns: 1 } }).model).toBe('m');
  });

  it('ends a turn with its final response', () => {
    const turns = [
      { user: 'one', tool_calls: [{ name: 'a', result: 1 }] },
      {},
      { user: 'two', tool_calls: [{ name: 'b', result: 1 }], final_response: 'r' },
      { tool_calls: [{ name: 'c', result: 1 }] },
    ];
    expect(sketch(readRun({ turns }))).toBe('one\n\ntwo: a b "r" / c');
  });
});

describe('the spellings of a call', () => {
  it.each(['args', 'arguments', 'input'])('hold the arguments in %s', (key) => {
    expect(callOf({ name: 'a', [key]: { x: 1 }, result: 1 })?.args).toEqual({ x: 1 });
    expect(callOf({ name: 'a', [key]: '{"x": 1}', result: 1 })?.args).toEqual({ x: 1 });
    expect(callOf({ name: 'a', [key]: ' ', result: 1 })?.args).toEqual({});
  });

  it.each([
    [{ is_error: true }, true],
    [{ isError: true }, true],
    [{ is_error: false }, false],
    [{ error: 'boom' }, true],
    [{ error: '' }, true],
    [{ error: {} }, true],
    [{ error: null }, false],
    [{ error: false }, true],
    [{ error: 0 }, true],
    [{ is_error: false, error: null }, false],
    [{ result: { isError: true } }, true],
    [{ result: { isError: false } }, false],
    [{ result: { isError: 'text of a tool' } }, false],
    [{ result: ['isError'] }, false],
    [{ is_error: true, error: null }, true],
    [{ is_error: true, isError: true, error: 'x', result: { isError: true } }, true],
  ])('hold the error flag in %j', (flags, expected) => {
    expect(callOf({ name: 'a', ...flags })?.is_error).toBe(expected);
  });

  it('may have arguments that do not parse, if the call failed', async () => {
    const { turns } = await readRun(turn({ name: 'a', raw_args: '{} now', error: 'no JSON' }));
    expect(turns[0]?.tool_calls).toEqual([
      { name: 'a', args: {}, raw_args: '{} now', is_error: true, result: 'no JSON' },
    ]);
    for (const [call, message] of [
      [{ is_error: true, raw_args: '{"id": 1}' }, 'raw_args: can be parsed'],
      [{ is_error: true, raw_args: '' }, 'raw_args: can be parsed'],
      [{ is_error: true, raw_args: '{', args: { id: 1 } }, 'raw_args: is given in addition to arguments'],
      [{ is_error: true, raw_args: '{', input: '' }, 'raw_args: is given in addition to arguments'],
      [{ raw_args: '{' }, 'raw_args: is given for a call that did not fail'],
      [{ raw_args: '{', result: 'ok' }, 'raw_args: is given for a call that did not fail'],
      [{ raw_args: '{', unanswered: true }, 'raw_args: is given for a call that did not fail'],
      [{ raw_args: '{', arguments: {} }, 'raw_args: is given for a call that did not fail'],
      [{ raw_args: 1, is_error: true }, 'raw_args: must be text'],
    ] as const) {
      expect(await refusalOfRun(turn({ name: 'a', ...call })), JSON.stringify(call)).toContain(message);
    }
  });

  it('may not contradict each other', async () => {
    expect(await refusalOfRun(turn({ name: 'a' }, { name: 'b', is_error: false, error: 'boom' }))).toBe(
      'f.json:1:76: error: turns[0].tool_calls[1].error: is true, but turns[0].tool_calls[1].is_error is false',
    );
    expect(await refusalOfRun(turn({ name: 'b', is_error: false, error: false }))).toContain(
      'error: is true, but turns[0].tool_calls[0].is_error is false',
    );
    expect(await refusalOfRun(turn({ name: 'b', is_error: true, result: { isError: false } }))).toContain(
      'turns[0].tool_calls[0].result.isError: is false',
    );
    expect(await refusalOfRun(turn({ name: 'b', args: { a: 1 }, input: { a: 2 } }))).toContain(
      'turns[0].tool_calls[0].input: differs from the arguments under the other key',
    );
    expect(callOf({ name: 'b', args: { a: 1 }, input: '{"a":1}', is_error: true })?.args).toEqual({ a: 1 });
  });

  it('may not hold arguments that do not parse', async () => {
    const refused = (args: string) => refusalOfRun(turn({ name: 'a', arguments: args }));
    expect(await refused('{"x": ')).toBe(
      'f.json:1:50: error: turns[0].tool_calls[0].arguments: must be JSON: expected a value, found the end of the file',
    );
    expect(await refused('{"x":1,"x":2}')).toContain('the key `x` occurs twice in one object');
    expect(await refused('[1]')).toContain('must be the JSON text of an object');
    expect(await refused('null')).toContain('must be the JSON text of an object');
  });

  it('keep what went wrong, in the result or beside it', () => {
    expect(callOf({ name: 'a', error: 'boom' })).toEqual({
      name: 'a',
      args: {},
      is_error: true,
      result: 'boom',
    });
    const both = { name: 'a', args: {}, is_error: true, result: 'half', error: { code: 1 } };
    expect(callOf(both)).toEqual(both);
    expect(toCassetteDocument(readRun(turn(both)))).toMatchObject({ turns: [{ tool_calls: [both] }] });
  });

  it('warn once when calls do not say how they ended', () => {
    const calls = [{ name: 'a' }, { name: 'a' }, { name: 'a', is_error: false }, { name: 'a', error: null }];
    expect(warningsOf(turn(...calls))).toEqual([
      'f.json: warning: 2 calls have no recorded result and count as successful\n' +
        '  help: was the recording cut short?',
    ]);
    expect(warningsOf(turn({ name: 'a', input: {} }))).toHaveLength(1);
    expect(warningsOf(turn({ name: 'a', result: '' }))).toEqual([]);
  });

  it('are harmless when a key is __proto__', () => {
    const call = callOf(
      JSON.parse('{"name":"a","args":{"__proto__":{"x":1}},"__proto__":{"server":"evil"},"result":1}'),
    );
    expect(Object.keys(call?.args ?? {})).toEqual(['__proto__']);
    expect(call?.server).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    const text = '{"turns":[{"tool_calls":[{"name":"a","input":"{\\"__proto__\\":1}"}]}]}';
    expect(Object.keys(readRun(text).turns[0]?.tool_calls[0]?.args ?? {})).toEqual(['__proto__']);
  });
});

describe('a key that is nearly known', () => {
  const turn = (more: object) => ({ turns: [{ final_response: 'r', ...more }] });
  const call = (more: object) => turn({ tool_calls: [{ name: 'pay', is_error: false, ...more }] });
  const pay = { name: 'pay', args: { n: 1 } };

  it.each([
    [turn({ toolCalls: [pay] }), 'turns[0].toolCalls: is not a key of a turn', 'did you mean `tool_calls`?'],
    [
      turn({ tool_call: { name: 'pay' } }),
      'turns[0].tool_call: looks like a tool call',
      'under `tool_calls`',
    ],
    [turn({ calls: [{ tool: 'pay' }] }), 'turns[0].calls: looks like a tool call', 'under `tool_calls`'],
    [turn({ xyz: [pay] }), 'turns[0].xyz: looks like a tool call', 'under `tool_calls`'],
    [turn({ steps: [{ did: pay }] }), 'turns[0].steps: looks like a tool call', 'under `tool_calls`'],
    [
      { turns: [{ finalResponse: 'r' }] },
      'turns[0].finalResponse: is not a key of a turn',
      '`final_response`',
    ],
    [{ ...turn({}), toolCalls: [pay] }, 'toolCalls: is not a key of a recording', '`tool_calls`'],
    [{ ...turn({}), calls: [pay] }, 'calls: looks like a tool call', 'under `tool_calls`'],
    [call({ xargs: { n: 1 } }), 'tool_calls[0].xargs: looks like the arguments', 'write them as `args`'],
    [call({ IsError: true }), 'tool_calls[0].IsError: is not a key of a call', '`is_error`'],
    [call({ next: [pay] }), 'tool_calls[0].next: looks like a tool call', 'under `tool_calls`'],
  ])('is refused: %j', async (content, message, help) => {
    const refusal = await refusalOfRun(content);
    expect(refusal).toContain(message);
    expect(refusal).toContain(help);
  });

  it.each([
    turn({
      id: 1,
      note: 'calls',
      expected_tool_calls: [pay],
      toolCalls: [],
      calls: 3,
      meta: { a: { b: 1 } },
    }),
    call({ id: 'a', args: { n: 1 }, metadata: { n: 1 }, result: [pay], timing: { ms: 3 } }),
    { ...turn({}), tools: [{ name: 'pay', parameters: { type: 'object', properties: {} } }] },
  ])('is not what every unknown key is: %j', (content) => {
    expect(() => readRun(content)).not.toThrow();
  });
});

describe('the tokens of a cassette', () => {
  const usage = (input_tokens: number, output_tokens = 1) => ({ input_tokens, output_tokens });
  const withUsage = (whole: unknown, ...turns: unknown[]) => ({
    ...(whole === undefined ? {} : { usage: whole }),
    turns: turns.map((each) => ({ final_response: 'r', ...(each ? { usage: each } : {}) })),
  });

  it('are those of the whole run, or the sum of its turns', () => {
    expect(readRun(withUsage(usage(9), null)).usage).toEqual(usage(9));
    expect(readRun(withUsage(undefined, usage(2), { ...usage(3), cache_read_tokens: 4 })).usage).toEqual({
      input_tokens: 5,
      output_tokens: 2,
      cache_read_tokens: 4,
    });
    expect(readRun(withUsage(usage(5, 2), usage(2), usage(3))).usage).toEqual(usage(5, 2));
    expect(readRun(withUsage(usage(5, 2), usage(2), null)).usage).toEqual(usage(5, 2));
    expect(readRun(withUsage(undefined, null)).usage).toBeUndefined();
  });

  it('are unknown when a turn does not tell', () => {
    const partial = withUsage(undefined, usage(2), null);
    expect(readRun(partial).usage).toBeUndefined();
    expect(warningsOf(partial)[0]).toContain('token counts for only some of the replies');
    const flat = { final_response: 'r', conversation: { tokens: 9, turns: 3 } };
    expect(readRun(flat).usage).toBeUndefined();
    expect(warningsOf(flat)).toEqual([
      expect.stringContaining('only the sum of input and output tokens'),
      expect.stringContaining('more turns than are recorded'),
    ]);
    expect(warningsOf({ ...flat, usage: usage(1), conversation: { tokens: 9 } })).toEqual([]);
  });

  it('may not contradict those of the turns', async () => {
    expect(await refusalOfRun(withUsage(usage(6, 2), usage(2), usage(3)))).toContain(
      'usage.input_tokens: is 6, but the turns add up to 5',
    );
  });
});

describe('a cassette is refused', () => {
  it.each([
    [
      'with another version',
      { schema_version: 'mcptest.dev/cassette/v2', turns: [] },
      'did you mean `mcptest.dev/cassette/v1`?',
    ],
    [
      'as another artifact',
      { schema_version: 'mcptest.dev/run/v1', tests: [] },
      'schema_version: is a run report, not a recording of an agent',
    ],
    ['of another kind', { kind: 'mcp', turns: [] }, 'kind: must be one of `agent`'],
    ['with a version that is none', { schema_version: 1, turns: [] }, 'schema_version: must be'],
    [
      'with turns that are no list',
      { schema_version: 'mcptest.dev/cassette/v1', turns: {} },
      'turns: must be a list, found an empty mapping',
    ],
    [
      'without turns',
      { schema_version: 'mcptest.dev/cassette/v1' },
      'without any tool call or final response',
    ],
    ['with an empty turn', { turns: [{}] }, 'without any tool call or final response'],
    [
      'with what a user said alone',
      { turns: [{ user: 'hello' }] },
      'without any tool call or final response',
    ],
    [
      'with null for a final response',
      { turns: [{ final_response: null }] },
      'turns[0].final_response: must be text, found null',
    ],
    [
      'with null for a result',
      turn({ name: 'a', result: null }),
      'turns[0].tool_calls[0].result: must be a value other than null, found null',
    ],
    [
      'with null for arguments',
      turn({ name: 'a', args: null }),
      'turns[0].tool_calls[0].args: must be a mapping of arguments, or the JSON text of one, found null',
    ],
    ['with a list for arguments', turn({ name: 'a', input: [] }), 'input: must be a mapping of arguments'],
    [
      'with a call without a name',
      turn({ args: {} }),
      'turns[0].tool_calls[0].name: is missing; it must be text',
    ],
    ['with an empty name', turn({ name: '' }), 'name: must be non-empty text'],
    [
      'with a flag that is text',
      turn({ name: 'a', is_error: 'no' }),
      'is_error: must be `true` or `false`, found `"no"`',
    ],
    ['with a call that is none', turn('add'), 'turns[0].tool_calls[0]: must be a mapping, found `"add"`'],
    ['with a turn that is none', { turns: ['add'] }, 'turns[0]: must be a mapping'],
    [
      'with a cost that is none',
      { turns: [], cost_micros: 0.5 },
      'cost_micros: must be a whole number, 0 or more',
    ],
    [
      'with both forms',
      { turns: [], tool_calls: [] },
      'tool_calls: is given in addition to `turns`, so it is unclear which is the recording',
    ],
  ])('%s', async (_, content, message) => {
    expect(await refusalOfRun(content)).toContain(message);
  });

  it('with all that is wrong, up to a limit', async () => {
    const faulty = turn({ name: 1 }, { name: 'a', args: 1 }, { name: 'a' }, { name: 'a', isError: 0 });
    expect((await refusalOfRun(faulty)).match(/^f.json/gm)).toHaveLength(3);
    const many = turn(...Array.from({ length: 100_000 }, () => ({ name: 0 })));
    const lines = (await refusalOfRun(many)).split('\n').filter((line) => line.startsWith('f.json'));
    expect(lines).toHaveLength(26);
    expect(lines.at(-1)).toContain('more findings in this file are not shown; the limit is 25');
  });
});
