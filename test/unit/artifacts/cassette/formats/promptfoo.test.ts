import { describe, expect, it } from 'vitest';
import { readWhole } from '../../../../../src/artifacts/cassette/read.ts';
import {
  callsOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../../support/cassettes.ts';
import { memoryFiles } from '../../../../support/memory-files.ts';

type Json = Record<string, unknown>;

const result = (response: unknown, more: Json = {}) => ({
  provider: { id: 'openai:chat:harbour-1' },
  prompt: { raw: 'Free B7.' },
  vars: { berth: 'B7', tool: 'x', args: { a: 1 } },
  success: true,
  response,
  ...more,
});
const text = (...results: unknown[]) =>
  JSON.stringify({ results: { version: 3, timestamp: '2026-05-01T08:00:00Z', results } });
const run = (output: unknown, more: Json = {}) => readRun(text(result({ output, ...more })));
const item = { type: 'function_call', call_id: 'c', name: 'free', arguments: '{"berth":"B7"}' };
const block = { type: 'tool_use', id: 't', name: 'free', input: { berth: 'B7' } };

describe('a result of promptfoo', () => {
  it.each<[string, unknown, string]>([
    ['a list of calls', [{ id: 'a', function: { name: 'free', arguments: '{"berth":"B7"}' } }], ''],
    [
      'a message',
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ function: { name: 'free', arguments: '{"berth":"B7"}' } }],
      },
      '',
    ],
    ['an item in a text', JSON.stringify(item), ''],
    ['a list in a text', JSON.stringify([block]), ''],
    ['text and a block in a text', `I look.\n\n${JSON.stringify(block)}`, ''],
    ['blocks', [{ type: 'text', text: 'I look.' }, block], ''],
    ['a call of Google', [{ functionCall: { name: 'free', args: { berth: 'B7' } } }], ''],
    ['a call of Bedrock', [{ toolUse: { toolUseId: 'x', name: 'free', input: { berth: 'B7' } } }], ''],
  ])('has calls that no one answered: %s', (_, output) => {
    expect(callsOf(run(output))).toMatchObject([{ name: 'free', args: { berth: 'B7' }, unanswered: true }]);
    expect(run(output).turns.at(-1)?.final_response).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['a text', 'B7 is free.', 'B7 is free.'],
    ['JSON', '{"berth":"B7"}', '{"berth":"B7"}'],
    ['a value', { berth: 'B7' }, '{"berth":"B7"}'],
    ['a list', ['B7'], '["B7"]'],
  ])('has a reply: %s', (_, output, reply) => {
    expect(sketch(run(output))).toBe(`Free B7.: ${JSON.stringify(reply).replaceAll('\\"', '"')}`);
    expect(run(output).caveats).toBeUndefined();
  });

  it('keeps the calls that a provider says it made', () => {
    const toolCalls = [{ id: 'a', name: 'free', input: { berth: 'B7' }, output: 'no', is_error: true }];
    const made = run('It is locked.', { metadata: { toolCalls } });
    expect(sketch(made)).toBe('Free B7.: free! "It is locked."');
    expect(callsOf(made)).toMatchObject([{ result: 'no', args: { berth: 'B7' } }]);
  });

  it('says that the calls of a provider that is more than a model are unknown', () => {
    const of = (id: string, response: Json) => text(result(response, { provider: { id } }));
    for (const id of ['file://agent.py', 'openai:codex-sdk', 'anthropic:claude-agent-sdk', 'https://x']) {
      expect(readRun(of(id, { output: 'Done.' })).caveats, id).toEqual(['unread-calls']);
    }
    expect(warningsOf(of('exec:run', { output: 'Done.' })).join()).toContain(
      'whether it called tools is unknown',
    );
    const lost = of('openai:chat:harbour-1', { output: 'ok', finishReason: 'tool_calls' });
    expect(readRun(lost).caveats).toEqual(['unread-calls']);
    expect(warningsOf(lost).join()).toContain('a reply called tools, but its calls are not recorded');
  });

  it('has tokens, which include cached ones if the total says so, a price, a model and a time', () => {
    const tokenUsage = {
      prompt: 20,
      completion: 5,
      total: 25,
      completionDetails: { cacheReadInputTokens: 8 },
    };
    expect(run('ok', { tokenUsage, cost: 0.002 })).toMatchObject({
      usage: { input_tokens: 12, output_tokens: 5, cache_read_tokens: 8 },
      cost_micros: 2000,
      provider: 'openai',
      model: 'harbour-1',
      recorded_at: '2026-05-01T08:00:00Z',
    });
    expect(run('ok', { tokenUsage: { ...tokenUsage, total: 33 } }).usage?.input_tokens).toBe(20);
    const cached = text(result({ output: 'ok', tokenUsage: { cached: 25, total: 25 } }));
    expect(readRun(cached).usage).toBeUndefined();
    expect(warningsOf(cached).join()).toContain('token counts in an unknown form');
  });

  it('has the messages of its prompt, but not what the test lets the agent say', () => {
    const raw = JSON.stringify([
      { role: 'system', content: 'Keep berths.' },
      { role: 'user', content: 'Hello.' },
      { role: 'assistant', content: 'Hi.' },
      { role: 'user', content: 'Free B7.' },
    ]);
    const read = readRun(text(result({ output: 'ok' }, { prompt: { raw } })));
    expect(read).toMatchObject({ system_prompt: 'Keep berths.', turns: [{ user: 'Hello.\n\nFree B7.' }] });
  });

  it('is one of several, also in JSON Lines, and one that failed does not stop the others', () => {
    const results = [
      result({ output: 'one' }),
      result({ error: 'no' }, { error: 'no' }),
      result({ output: '' }),
    ];
    const rows = results.map((each) => `${JSON.stringify(each)}\n`).join('');
    expect(() => readRuns(text(...results))).toThrow('the test ended with the error `no`');
    expect(() => readRuns(rows)).toThrow('the test ended with the error `no`');
    expect(readRuns(text(...results), '#/results/results/0').value).toHaveLength(1);
    expect(readRun(text(...results), '#/results/results/2').caveats).toEqual(['answered-nothing']);
  });

  it.each<[string, Json]>([
    ['a call next to the output', { output: 'ok', extras: [{ name: 'free', args: { berth: 'B7' } }] }],
    ['a call in the raw reply alone', { output: 'ok', raw: { output: [item] } }],
    ['no output', { result: JSON.stringify(item) }],
  ])('is refused with %s', (_, response) => {
    expect(() => readRuns(text(result(response)))).toThrow(
      /looks like a tool call|neither `output` nor `error`/,
    );
  });

  it('may repeat the calls of its output in the raw reply', () => {
    expect(callsOf(run(JSON.stringify(item), { raw: { output: [item] } }))).toHaveLength(1);
  });

  it.each<[string, Json]>([
    ['an error', { error: 'API error: boom', response: undefined }],
    ['an error of its provider', { response: { error: 'boom' } }],
    ['an error that is an object', { error: { code: 5 }, response: undefined }],
  ])('that crashed is an error of that result alone: %s', async (_, crash) => {
    const crashed = result(undefined, { success: false, ...crash });
    for (const results of [
      [crashed, result({ output: 'B7 is free.' })],
      [result({ output: 'B7 is free.' }), crashed],
    ]) {
      const { runs } = readWhole('f.json', memoryFiles({ 'f.json': text(...results) }));
      expect(
        runs.map(({ read }) => ('problems' in read ? read.problems[0]?.message : sketch(read.value))),
      ).toEqual(
        results.map((each) =>
          each === crashed
            ? expect.stringMatching(/^has no output: the test ended with the error `/)
            : 'Free B7.: "B7 is free."',
        ),
      );
    }
    expect(await refusalOfRun(text(crashed))).toContain('has no output');
  });

  it('that is in no known form is an error of that result alone', () => {
    for (const broken of [null, {}, { error: 'x', success: false }]) {
      const { runs } = readWhole('f.json', memoryFiles({ 'f.json': text(broken, result({ output: 'x' })) }));
      expect(runs.map(({ read }) => 'problems' in read)).toEqual([true, false]);
    }
  });
});
