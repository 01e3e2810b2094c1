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
const says = (source: string, content: string, more: Raw = {}) => ({
  source,
  action: 'message',
  args: { content },
  ...more,
});
const acts = (id: number, action: string, args: Raw = {}, more: Raw = {}) => ({
  id,
  source: 'agent',
  action,
  args,
  ...more,
});
const saw = (cause: number, observation: string, more: Raw = {}) => ({
  source: 'environment',
  cause,
  observation,
  content: 'seen',
  extras: {},
  ...more,
});
const asked = (responseId: string, more: Raw = {}) => ({
  tool_call_metadata: {
    function_name: 'execute_bash',
    tool_call_id: 'c',
    model_response: {
      id: responseId,
      model: 'harbour-1',
      choices: [{ message: { tool_calls: [{ function: { name: 'execute_bash', arguments: '{}' } }] } }],
      usage: { prompt_tokens: 20, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 8 } },
      ...more,
    },
  },
});

describe('events of OpenHands 0.x', () => {
  it('pair each observation with the action that caused it', () => {
    const events = [
      says('user', 'Free a.', { timestamp: 't' }),
      acts(1, 'run', { command: 'a' }),
      acts(2, 'run', { command: 'b' }),
      saw(2, 'run', { extras: { exit_code: 1 } }),
      saw(1, 'run', { extras: { metadata: { exit_code: 0 } } }),
      acts(3, 'edit'),
      saw(3, 'edit', { success: false }),
      acts(4, 'read'),
      saw(4, 'user_rejected'),
      acts(5, 'call_tool_mcp', { name: 'free', arguments: { berth: 'a' } }),
      saw(5, 'mcp', { content: '{"isError":true,"content":[]}' }),
      acts(6, 'browse'),
      saw(6, 'error'),
      says('agent', 'Done.'),
    ];
    expect(readRuns(events)).toMatchObject({ format: 'OpenHands events', warnings: [] });
    expect(sketch(readRun(events))).toBe(
      'Free a.: run! run edit! read! free! browse! "Done."'.replace('run! run', 'run run!'),
    );
    expect(callsOf(readRun(events))[4]).toMatchObject({ args: { berth: 'a' } });
    expect(readRun(events).recorded_at).toBe('t');
  });

  it('leave out what the program and the user did', () => {
    const events = [
      acts(0, 'system', { content: 'Be brief.', tools: [{ function: { name: 'x', parameters: {} } }] }),
      { id: 1, source: 'user', action: 'recall', args: { query: 'x' } },
      saw(1, 'recall'),
      { id: 2, source: 'user', action: 'run', args: { command: 'ls' } },
      saw(2, 'run'),
      acts(3, 'change_agent_state', { agent_state: 'finished' }),
      saw(3, 'agent_state_changed'),
      says('agent', 'Hi.'),
    ];
    expect(sketch(readRun(events))).toBe('"Hi."');
    expect(readRun(events).system_prompt).toBe('Be brief.');
    expect(readRuns(events).leftOut.map(({ what }) => what)).toContain('actions of the user');
  });

  it('count each reply of the model once, and say which calls came in it', () => {
    const events = [
      acts(1, 'run', {}, asked('r1')),
      acts(2, 'run', {}, asked('r1')),
      saw(1, 'run', asked('r1')),
      saw(2, 'run', asked('r1')),
      acts(3, 'finish', { final_thought: 'All done.' }, asked('r2')),
    ];
    expect(sketch(readRun(events))).toBe('run run finish "All done."');
    expect(callsOf(readRun(events)).map(({ parallel }) => parallel)).toEqual([0, 0, 1]);
    expect(readRun(events)).toMatchObject({
      model: 'harbour-1',
      usage: { input_tokens: 24, output_tokens: 10, cache_read_tokens: 16 },
    });
    expect(warningsOf(events)).toEqual([]);
    expect(warningsOf([says('agent', 'x'), ...events]).join()).toContain('only some of the replies');
  });

  it('end with an action that is a call only if the model called a tool for it', () => {
    expect(sketch(readRun([acts(1, 'finish', { outputs: { content: 'Done.' } })]))).toBe('"Done."');
    expect(sketch(readRun([acts(1, 'finish', { thought: '' }, { message: 'Bye.' })]))).toBe('"Bye."');
  });

  it('count an observation without its action as a call', () => {
    expect(sketch(readRun([saw(9, 'run'), says('agent', 'x')]))).toBe('run "x"');
    expect(warningsOf([saw(9, 'run'), says('agent', 'x')]).join()).toContain('answers no recorded call');
    const { id: _, ...bare } = acts(1, 'run');
    const { cause: __, ...seen } = saw(1, 'run', { success: false });
    expect(sketch(readRun([bare, seen]))).toBe('run!');
  });

  it('are read from a record, with the counts of the run, also as pairs', () => {
    const record = {
      instance_id: 'x',
      history: [
        [says('user', 'Hi'), acts(1, 'run')],
        [saw(1, 'run'), says('agent', 'Ho')],
      ],
      metadata: { llm_config: { model: 'harbour-2' } },
      metrics: {
        accumulated_cost: 0.25,
        accumulated_token_usage: {
          prompt_tokens: 20,
          completion_tokens: 5,
          cache_read_tokens: 8,
          cache_write_tokens: 2,
        },
      },
    };
    expect(readRun(record)).toMatchObject({
      model: 'harbour-2',
      cost_micros: 250_000,
      usage: { input_tokens: 10, output_tokens: 5, cache_read_tokens: 8, cache_write_tokens: 2 },
    });
    expect(sketch(readRun(record))).toBe('Hi: run "Ho"');
  });

  it('refuse what hides a reply or a call', async () => {
    expect(
      await refusalOfRun([
        says('user', 'x'),
        { source: 'agent', action: 'message', args: { words: 'Done.' } },
      ]),
    ).toContain('`words`');
    expect(
      await refusalOfRun([says('agent', 'x'), { source: 'agent', deed: 'run', tool: 'x', args: { a: 1 } }]),
    ).toContain('looks like a tool call');
  });
});

describe('events of OpenHands 1.x', () => {
  const message = (source: string, text: string) => ({
    kind: 'MessageEvent',
    source,
    llm_message: { role: source === 'user' ? 'user' : 'assistant', content: [{ type: 'text', text }] },
  });
  const action = (id: string, name: string, args: Raw, more: Raw = {}) => ({
    kind: 'ActionEvent',
    source: 'agent',
    tool_name: name,
    tool_call_id: id,
    tool_call: { id, name, arguments: JSON.stringify(args), origin: 'completion' },
    action: { kind: 'TerminalAction', ...args },
    ...more,
  });
  const observation = (id: string, name: string, of: Raw) => ({
    kind: 'ObservationEvent',
    source: 'environment',
    tool_name: name,
    tool_call_id: id,
    observation: of,
  });

  it('have calls as the model wrote them, and answers of three kinds', () => {
    const events = [
      {
        kind: 'SystemPromptEvent',
        source: 'agent',
        system_prompt: { type: 'text', text: 'Be brief.' },
        tools: [],
      },
      message('user', 'Free a.'),
      action('a', 'terminal', { command: 'a' }, { llm_response_id: 'r' }),
      action('b', 'terminal', { command: 'b' }, { llm_response_id: 'r' }),
      observation('a', 'terminal', {
        is_error: false,
        exit_code: 0,
        content: [{ type: 'text', text: 'ok' }],
      }),
      { kind: 'AgentErrorEvent', source: 'agent', tool_name: 'terminal', tool_call_id: 'b', error: 'no' },
      {
        kind: 'ActionEvent',
        source: 'agent',
        tool_name: 'free',
        tool_call_id: 'c',
        action: { kind: 'X', berth: 'a' },
      },
      {
        kind: 'UserRejectObservation',
        source: 'user',
        tool_name: 'free',
        tool_call_id: 'c',
        rejection_reason: 'no',
      },
      action('d', 'terminal', {}),
      observation('d', 'terminal', { exit_code: 2, output: 'x' }),
      { kind: 'Condensation', source: 'environment', summary: 'x' },
      action('f', 'finish', { message: 'Freed.' }),
      observation('f', 'finish', { kind: 'FinishObservation' }),
    ];
    expect(sketch(readRun(events))).toBe('Free a.: terminal terminal! free! terminal! finish "Freed."');
    expect(callsOf(readRun(events)).map(({ args, parallel }) => [args, parallel])).toEqual([
      [{ command: 'a' }, 0],
      [{ command: 'b' }, 0],
      [{ berth: 'a' }, 1],
      [{}, 2],
      [{ message: 'Freed.' }, 3],
    ]);
    expect(readRun(events).system_prompt).toBe('Be brief.');
    expect(warningsOf(events)).toEqual([]);
  });
});
