import { describe, expect, it } from 'vitest';
import {
  callsOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../../support/cassettes.ts';

type Raw = Record<string, unknown>;
const request = (...parts: Raw[]) => ({ kind: 'request', parts });
const response = (parts: Raw[], more: Raw = {}) => ({ kind: 'response', parts, ...more });
const text = (content: string) => ({ part_kind: 'text', content });
const prompt = (content: unknown) => ({ part_kind: 'user-prompt', content });
const call = (id: string, args: unknown = { berth: id }) => ({
  part_kind: 'tool-call',
  tool_name: 'free',
  tool_call_id: id,
  args,
});
const answer = (id: string, more: Raw = {}) => ({
  part_kind: 'tool-return',
  tool_name: 'free',
  tool_call_id: id,
  content: 'ok',
  ...more,
});

describe('a message history of Pydantic AI', () => {
  it('has calls with arguments as objects and as texts, and answers of all kinds', () => {
    const history = [
      {
        ...request(
          { part_kind: 'system-prompt', content: 'Be brief.' },
          prompt(['Free', { kind: 'image-url', url: 'x' }]),
        ),
        instructions: 'Be kind.',
      },
      response([
        { part_kind: 'thinking', content: 'x' },
        call('a'),
        call('b', '{"berth":"b"}'),
        call('c', null),
      ]),
      request(answer('b', { outcome: 'denied' }), answer('a'), { ...answer('c'), part_kind: 'retry-prompt' }),
      response([text('One '), text('is free.')], { model_name: 'm', provider_name: 'p', timestamp: 't' }),
    ];
    expect(readRuns(history)).toMatchObject({ warnings: [] });
    expect(sketch(readRun(history))).toBe('Free: free free! free! "One is free."');
    expect(readRun(history)).toMatchObject({
      model: 'm',
      provider: 'p',
      recorded_at: 't',
      system_prompt: 'Be kind.\n\nBe brief.',
    });
    expect(callsOf(readRun(history)).map(({ args, parallel }) => [args, parallel])).toEqual([
      [{ berth: 'a' }, 0],
      [{ berth: 'b' }, 0],
      [{}, 0],
    ]);
  });

  it('is found in an object, in a list of histories, and on lines', () => {
    const history = [request(prompt('Hi')), response([text('Ho')])];
    for (const of of [
      history,
      { all_messages: history, usage: {} },
      history.map((row) => JSON.stringify(row)).join('\n'),
    ]) {
      expect(sketch(readRun(of))).toBe('Hi: "Ho"');
    }
    expect(readRuns([history, history]).value.map(({ cassette }) => sketch(cassette))).toEqual([
      'Hi: "Ho"',
      'Hi: "Ho"',
    ]);
  });

  it('takes text after the last answer of the server as the reply', () => {
    const builtin = { ...call('a'), part_kind: 'builtin-tool-call' };
    const returned = { ...answer('a'), part_kind: 'builtin-tool-return' };
    expect(sketch(readRun([response([text('I look.'), builtin, returned, text('Found.')])]))).toBe(
      'free "Found."',
    );
  });

  it('leaves out requests to try again that answer no call', () => {
    const retry = { part_kind: 'retry-prompt', content: 'Use a tool.' };
    const run = [request(prompt('Hi')), response([text('x')]), request(retry), response([text('y')])];
    expect(sketch(readRun(run))).toBe('Hi: "x" / "y"');
    expect(readRuns(run).leftOut).toMatchObject([{ what: 'requests to try again' }]);
  });

  it('counts tokens as new and old versions state them', () => {
    const usageOf = (usage: Raw) => readRun([response([text('x')], { usage })]).usage;
    expect(
      usageOf({ input_tokens: 20, output_tokens: 5, cache_read_tokens: 8, cache_write_tokens: 2 }),
    ).toEqual({
      input_tokens: 10,
      output_tokens: 5,
      cache_read_tokens: 8,
      cache_write_tokens: 2,
    });
    expect(
      usageOf({
        requests: 1,
        request_tokens: 20,
        response_tokens: 5,
        total_tokens: 25,
        details: { cached_tokens: 8 },
      }),
    ).toEqual({ input_tokens: 12, output_tokens: 5, cache_read_tokens: 8 });
    expect(
      usageOf({ requests: 1, request_tokens: null, response_tokens: null, details: null }),
    ).toBeUndefined();
    expect(warningsOf([response([text('x')], { usage: { sum: 1 } })]).join()).toContain('unknown form');
  });

  it('refuses a part under whose keys a reply or a call may be', async () => {
    expect(await refusalOfRun([response([text('x'), { part_kind: 'speech', words: 'Done.' }])])).toContain(
      '`words`',
    );
    expect(await refusalOfRun([response([text('x'), { ...call('a'), part_kind: 'deed' }])])).toContain(
      'looks like a tool call',
    );
    expect(await refusalOfRun([response([text('x')]), { kind: 'response', deeds: ['free a'] }])).toContain(
      'without `parts`',
    );
  });
});
