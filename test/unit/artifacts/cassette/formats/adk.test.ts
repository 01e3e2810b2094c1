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

type Raw = Record<string, unknown>;
const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const event = (author: string, parts: Raw[], more: Raw = {}) => ({
  invocationId: 'i',
  author,
  content: { role: author === 'user' ? 'user' : 'model', parts },
  ...more,
});
const call = (id: string, name = 'free') => ({ functionCall: { id, name, args: { berth: id } } });
const answer = (id: string, response: unknown, name = 'free') => ({
  functionResponse: { id, name, response },
});
const session = (...events: unknown[]) => ({ id: 's', appName: 'a', userId: 'u', state: {}, events });
const usage = {
  promptTokenCount: 20,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 2,
  cachedContentTokenCount: 8,
  totalTokenCount: 27,
};

describe('a session of ADK', () => {
  it('says which agent called, and which calls came together', () => {
    const run = session(
      event('user', [{ text: 'Free a and b.' }]),
      event('root', [call('t', 'transfer_to_agent')]),
      event('root', [answer('t', { result: null }, 'transfer_to_agent')]),
      event('berths', [{ text: 'I free both.' }, call('a'), call('b')]),
      event('berths', [answer('b', { status: 'error', error_message: 'no' }), answer('a', { result: 'ok' })]),
      event('berths', [{ text: 'thinking', thought: true }, { text: 'One is free.' }]),
    );
    expect(readRuns(run)).toMatchObject({ format: 'ADK session', warnings: [] });
    expect(sketch(readRun(run))).toBe('Free a and b.: transfer_to_agent free free! "One is free."');
    expect(callsOf(readRun(run))).toMatchObject([
      { agent: 'root', parallel: 0 },
      { agent: 'berths', parallel: 1, result: 'ok' },
      { agent: 'berths', parallel: 1 },
    ]);
  });

  it('counts tokens of every reply, in either spelling', () => {
    const run = session(
      event('root', [call('a')], { usageMetadata: usage, modelVersion: 'gemini-harbour-1' }),
      event('root', [answer('a', {})]),
      event('root', [{ text: 'Done.' }], {
        usage_metadata: { prompt_token_count: 10, candidates_token_count: 1, total_token_count: 11 },
        model_version: 'gemini-harbour-1',
      }),
    );
    expect(readRun(run)).toMatchObject({
      model: 'gemini-harbour-1',
      usage: { input_tokens: 22, output_tokens: 8, cache_read_tokens: 8 },
    });
    const partly = session(
      event('root', [call('a')]),
      event('root', [{ text: 'x' }], { usageMetadata: usage }),
    );
    expect(warningsOf(partly).join()).toContain('only some of the replies');
    expect(
      warningsOf(session(event('root', [{ text: 'x' }], { usageMetadata: { sum: 1 } }))).join(),
    ).toContain('unknown form');
  });

  it('takes an error from what the tool says', () => {
    const failing = [{ error: 'no' }, { isError: true, content: [] }, { status: 'error' }];
    const working = [{ error: null }, { error: '' }, { isError: false }, { status: 'ok' }, {}, null];
    const of = (response: unknown) => session(event('r', [call('a')]), event('r', [answer('a', response)]));
    for (const response of failing) expect(sketch(readRun(of(response)))).toBe('free!');
    for (const response of working) expect(sketch(readRun(of(response)))).toBe('free');
  });

  it('counts code that ran as a call', () => {
    const run = session(
      event('r', [{ executable_code: { language: 'PYTHON', code: '1/0' } }]),
      event('r', [{ code_execution_result: { outcome: 'OUTCOME_FAILED', output: 'division by zero' } }]),
      event('r', [{ text: 'It failed.' }]),
    );
    expect(sketch(readRun(run))).toBe('code_execution! "It failed."');
    expect(callsOf(readRun(run))[0]).toMatchObject({ args: { code: '1/0' }, result: 'division by zero' });
  });

  it('leaves out partial events, whose calls a whole event repeats', async () => {
    const partial = event('r', [{ text: 'Do' }, call('x')], { partial: true });
    const rows = [
      event('user', [{ text: 'Hi' }]),
      partial,
      event('r', [call('a')]),
      event('r', [answer('a', {})]),
    ];
    expect(sketch(readRun(lines(...rows, event('r', [{ text: 'Done.' }]))))).toBe('Hi: free "Done."');
    expect(await refusalOfRun(lines(partial, event('r', [{ text: 'Done.' }])))).toContain(
      'no whole event repeats',
    );
  });

  it('leaves out the logs of exchanges with the model, which old versions keep', () => {
    const run = { ...session(event('r', [{ text: 'Done.' }])), event_logs: [{ model_response: call('a') }] };
    expect(sketch(readRun(run))).toBe('"Done."');
    expect(readRuns(run).leftOut).toMatchObject([{ what: 'logs of exchanges with the model' }]);
  });

  it('refuses an event that hides what was said', async () => {
    const { content: _, ...bare } = event('r', []);
    expect(await refusalOfRun(session({ ...bare, reply: 'Done.' }, event('r', [{ text: 'x' }])))).toContain(
      '`reply`',
    );
  });
});

describe('evaluation cases of ADK', () => {
  it('are read from events, in camel case', () => {
    const set = {
      evalSetId: 'e',
      evalCases: [
        {
          evalId: 'one',
          conversation: [
            {
              userContent: { parts: [{ text: 'Free a.' }] },
              intermediateData: {
                invocationEvents: [
                  { author: 'berths', content: { parts: [{ text: 'I look.' }, call('a')] } },
                  { author: 'berths', content: { parts: [answer('a', { result: 'ok' })] } },
                ],
              },
              finalResponse: { parts: [{ text: 'Done.' }] },
            },
          ],
        },
        {
          evalId: 'two',
          conversation: [
            { userContent: { parts: [{ text: 'x' }] }, finalResponse: { parts: [{ text: 'y' }] } },
          ],
        },
      ],
    };
    expect(readRuns(set).value.map(({ cassette }) => sketch(cassette))).toEqual([
      'Free a.: free "Done."',
      'x: "y"',
    ]);
  });

  it('are what happened, where a result also says what was expected', () => {
    const invocation = (id: string) => ({
      user_content: { parts: [{ text: 'Free a.' }] },
      intermediate_data: { tool_uses: [{ id, name: id, args: {} }] },
      final_response: { parts: [{ text: id }] },
    });
    const result = {
      eval_set_result_id: 'r',
      eval_case_results: [
        {
          eval_id: 'one',
          eval_metric_result_per_invocation: [
            { actual_invocation: invocation('did'), expected_invocation: invocation('should') },
          ],
          session_details: session(event('r', [call('copy')])),
        },
      ],
    };
    expect(readRuns(result).value.map(({ cassette }) => sketch(cassette))).toEqual(['Free a.: did "did"']);
  });

  it('that only say what a user would do are errors of those cases alone, also the first', async () => {
    const done = {
      eval_id: 'one',
      conversation: [
        { user_content: { parts: [{ text: 'x' }] }, final_response: { parts: [{ text: 'y' }] } },
      ],
    };
    const planned = {
      eval_id: 'two',
      conversation_scenario: { starting_prompt: 'x', conversation_plan: 'y' },
    };
    for (const eval_cases of [
      [planned, done],
      [done, planned],
    ]) {
      const { runs } = readWhole('f.json', memoryFiles({ 'f.json': JSON.stringify({ eval_cases }) }));
      expect(runs.map(({ read }) => 'problems' in read)).toEqual(eval_cases.map((each) => each === planned));
    }
    expect(await refusalOfRun({ eval_cases: [planned] })).toContain(
      'eval_cases[0]: has a `conversation_scenario`',
    );
    expect(await refusalOfRun({ evalCases: [{ evalId: 'x', conversationScenario: {} }] })).toContain(
      'no run is recorded',
    );
  });
});
