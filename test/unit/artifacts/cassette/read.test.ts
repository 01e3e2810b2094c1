import { describe, expect, it } from 'vitest';
import { toCassetteDocument } from '../../../../src/artifacts/cassette/write.ts';
import { chatOf, readRun, readRuns, refusalOfRun, sketch } from '../../../support/cassettes.ts';

describe('a file of many runs', () => {
  const run = { turns: [{ final_response: 'a' }] };

  it('may hold runs of any format', () => {
    const runs = [run, chatOf('say b'), { messages: chatOf('say c') }, { final_response: 'd' }];
    const expected = ['"a"', '"b"', '"c"', '"d"'];
    expect(readRuns(runs).value.map(({ cassette }) => sketch(cassette))).toEqual(expected);
    const lines = runs.map((each) => JSON.stringify(each)).join('\n');
    expect(readRuns(lines).value.map(({ cassette }) => sketch(cassette))).toEqual(expected);
    expect(sketch(readRun(lines, '#/2'))).toBe('"c"');
  });

  it('is refused with an element that is no run', async () => {
    expect(await refusalOfRun([run, { a: 1 }])).toBe(
      'f.json:1:37: error: [1]: is not a recording of an agent: found an object with `"a"`\n' +
        '  help: expected messages, a session or a trace of an agent, or a list of runs; `docs/cassettes.md` lists the formats',
    );
    const lines = `${JSON.stringify(run)}\n\n{"a":1}`;
    expect(await refusalOfRun(lines)).toContain('f.json:3:1: error: [1]: is not a recording');
  });
});

describe('a file is refused', () => {
  it.each([
    ['that is empty', '', 'the file is empty'],
    ['that is no JSON', 'turns: []', 'expected a value, found `t`'],
    ['with a key twice', '{"turns":[],"turns":[]}', 'the key `turns` occurs twice'],
    [
      'that holds two recordings',
      {
        schema_version: 'mcptest.dev/cassette/v1',
        turns: [{ final_response: 'a' }],
        messages: chatOf('say b'),
      },
      'messages: is given in addition to `turns`, so it is unclear which is the recording',
    ],
    [
      'that holds two recordings of others',
      { traj: chatOf('say a'), messages: chatOf('say b') },
      'traj: is given in addition to `messages`, so it is unclear which is the recording',
    ],
    [
      'that holds a chat and calls beside it',
      { messages: chatOf('say a'), tool_calls: [{ name: 'drop' }] },
      'tool_calls: is given in addition to `messages`, so it is unclear which is the recording',
    ],
    [
      'that holds a session and turns beside it',
      { session: { interactions: [] }, turns: [{ final_response: 'a' }] },
      'session: is given in addition to `turns`, so it is unclear which is the recording',
    ],
    ...['9007199254740993', '9999999999999999', '-9007199254740993'].map(
      (number): [string, string, string] => [
        `with ${number}, which no double holds`,
        `{"turns":[{"tool_calls":[{"name":"pay","args":{"account":${number}}}]}]}`,
        `turns[0].tool_calls[0].args.account: the number \`${number}\` has more digits than can be represented`,
      ],
    ),
    [
      'with such a number in arguments that are text',
      { turns: [{ tool_calls: [{ name: 'pay', args: '{"account":9999999999999999}' }] }] },
      'the number `9999999999999999` has more digits than can be represented',
    ],
    [
      'with a whole number that would be rounded',
      '{"turns":[{"tool_calls":[{"name":"pay","args":{"account":12345678901234567891}}]}]}',
      'turns[0].tool_calls[0].args.account: the number `12345678901234567891` has more digits than can be represented',
    ],
    [
      'that holds an empty reply alone',
      { turns: [{ final_response: '' }] },
      'without any tool call or final response',
    ],
    ['that is an empty list', [], 'is not a recording of an agent: found an empty list'],
    ['that is an empty object', {}, 'found an empty object'],
    ['that is a word', '"turns"', 'found `"turns"`'],
    [
      'that holds a recording',
      { runs: [{ turns: [] }] },
      'help: there is one under `runs`: refer to it as f.json#/runs',
    ],
    [
      'that is a suite',
      '# my suite\nrates: {}\nscenarios:\n  - name: a\n',
      'f.json:3:1: error: is a suite of scenarios, not a recording\n' +
        '  help: replay its recordings with `mcptest scenario run f.json`',
    ],
    [
      'that is a suite in JSON',
      { scenarios: [] },
      'f.json:1:2: error: is a suite of scenarios, not a recording',
    ],
    ['that is a message', { role: 'assistant', tool_calls: [] }, 'is not a recording of an agent'],
  ])('%s', async (_, content, message) => {
    expect(await refusalOfRun(content)).toContain(message);
  });
});

describe('a list of something else', () => {
  it.each([
    { steps: [] },
    { steps: ['search', 'answer'], documents: [] },
    { samples: [{ text: 'a' }], interactions: [{ clicks: 2 }] },
  ])('is not a second recording: %j', (state) => {
    expect(sketch(readRun({ messages: chatOf('say a'), ...state }))).toBe('"a"');
  });
});

describe('the canonical form', () => {
  it('is read as the same run, with its keys in order', () => {
    const messages = [
      ...chatOf('system s', 'user u', 'call a one', 'result a {"x":1}', 'say r', 'call b two', 'result b ok'),
    ];
    const usage = {
      output_tokens: 2,
      cache_creation_input_tokens: 3,
      cache_read_input_tokens: 4,
      input_tokens: 1,
    };
    const first = readRun({ messages, usage, model: 'm' });
    const written = JSON.stringify(toCassetteDocument(first));
    expect(readRun(written)).toEqual(first);
    expect(JSON.stringify(toCassetteDocument(readRun(written)))).toBe(written);
    expect(written).toBe(
      '{"schema_version":"mcptest.dev/cassette/v1","kind":"agent","model":"m","system_prompt":"s","turns":[' +
        '{"user":"u","tool_calls":[{"name":"one","args":{},"is_error":false,"result":"{\\"x\\":1}","parallel":0}],"final_response":"r"},' +
        '{"tool_calls":[{"name":"two","args":{},"is_error":false,"result":"ok","parallel":2}]}],' +
        '"usage":{"input_tokens":1,"output_tokens":2,"cache_read_tokens":4,"cache_write_tokens":3}}',
    );
  });

  it('leaves out what nobody knows', () => {
    const given = {
      cost_micros: 1,
      note: 'x',
      turns: [
        {
          usage: { input_tokens: 1, output_tokens: 1 },
          id: 1,
          tool_calls: [{ id: 1, server: 's', name: 'a', result: 1 }],
          final_response: 'r',
        },
      ],
      prompt: 'p',
      provider: 'v',
      recorded_at: 't',
    };
    expect(toCassetteDocument(readRun(given))).toEqual({
      schema_version: 'mcptest.dev/cassette/v1',
      kind: 'agent',
      provider: 'v',
      prompt: 'p',
      recorded_at: 't',
      turns: [
        {
          tool_calls: [{ name: 'a', server: 's', args: {}, is_error: false, result: 1 }],
          final_response: 'r',
        },
      ],
      usage: { input_tokens: 1, output_tokens: 1 },
      cost_micros: 1,
    });
  });
});
