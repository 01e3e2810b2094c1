import { describe, expect, it } from 'vitest';
import {
  callsOf,
  chatOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../support/cassettes.ts';

describe('tau-bench', () => {
  const record = (...lines: string[]) => ({
    task_id: 1,
    reward: 1,
    info: {},
    trial: 0,
    traj: chatOf(...lines),
  });

  it('takes a result that starts with Error for an error', () => {
    const run = record(
      'user go',
      'call a one',
      'result a Error: no',
      'call a two',
      'result a No Error',
      'say done',
    );
    expect(sketch(readRun(run))).toBe('go: one! two "done"');
    expect(readRuns(run).format).toBe('tau-bench record');
  });

  it('has a run for each record of a list', () => {
    const runs = [record('say a'), record('call a one', 'result a ok')];
    expect(readRuns(runs).value.map(({ cassette }) => sketch(cassette))).toEqual(['"a"', 'one']);
    expect(readRuns(runs)).toMatchObject({ isList: true, format: 'tau-bench record' });
    expect(sketch(readRun(runs, '#/1'))).toBe('one');
  });

  it('tells the findings in all records', async () => {
    const runs = [record('say a'), record('user hi'), { traj: 1 }, { traj: [{ role: 'x' }] }];
    expect(await refusalOfRun(runs)).toMatch(
      /^f\.json:\d+:\d+: error: \[1\]: .*\n.*\nf.*: \[2\]: .*\n.*\nf.*: \[3\].traj\[0\].role: /,
    );
  });
});

describe('tau2-bench', () => {
  const reply = (content: string | null, more = {}) => ({
    role: 'assistant',
    content,
    cost: 0.001,
    usage: { prompt_tokens: 100, completion_tokens: 10 },
    ...more,
  });
  const messages = [
    reply('hello', { cost: 0, usage: null }),
    { role: 'user', content: 'go', tool_calls: null, usage: { prompt_tokens: 7, completion_tokens: 7 } },
    reply(null, {
      tool_calls: [{ id: 'a', name: 'one', arguments: { x: 1 }, requestor: 'assistant' }],
      raw_data: { message: { tool_calls: [{ id: 'a', function: { name: 'one', arguments: '{"x":1}' } }] } },
    }),
    { role: 'tool', id: 'a', content: 'Error', error: true, requestor: 'assistant' },
    {
      role: 'user',
      content: null,
      tool_calls: [{ id: 'u', name: 'reboot', arguments: {}, requestor: 'user' }],
    },
    { role: 'tool', id: 'u', content: 'ok', error: false, requestor: 'user' },
    reply('done'),
  ];
  const simulation = {
    id: 's',
    termination_reason: 'user_stop',
    agent_cost: 0.0180226,
    reward_info: { action_checks: [{ action: { name: 'two', arguments: { x: 2 } } }] },
    start_time: 't',
    messages,
  };
  const file = {
    info: { agent_info: { llm: 'm' } },
    tasks: [],
    simulations: [simulation, { ...simulation, agent_cost: 0 }],
  };

  it('has a run for each simulation', () => {
    const { value, format } = readRuns(file);
    expect(format).toBe('tau2-bench simulation');
    expect(value.map(({ reference }) => reference)).toEqual([
      'f.json#/simulations/0',
      'f.json#/simulations/1',
    ]);
    expect(value[0]?.cassette).toMatchObject({
      model: 'm',
      recorded_at: 't',
      usage: { input_tokens: 200, output_tokens: 20 },
      cost_micros: 18023,
    });
    expect(sketch(readRun(file, '#/simulations/1'))).toBe('"hello" / go: one! "done"');
    expect(readRun(file, '#/simulations/1').model).toBe('m');
  });

  it.each([
    [1e300, 'agent_cost: must be a cost that can be counted in micro-dollars, found `1e+300`'],
    [-1, 'agent_cost: must be 0 or more, found `-1`'],
  ])('refuses a cost of %d', async (agent_cost, message) => {
    expect(await refusalOfRun({ ...simulation, agent_cost })).toContain(message);
  });

  it('rounds a cost half up, as it is written', () => {
    expect(readRun({ ...simulation, agent_cost: 0.0001245 }).cost_micros).toBe(125);
  });

  it('refuses tokens that add up to more than can be counted', async () => {
    const large = reply('a', { usage: { prompt_tokens: Number.MAX_SAFE_INTEGER, completion_tokens: 1 } });
    expect(await refusalOfRun({ ...simulation, messages: [large, large] })).toContain(
      'has more `input_tokens` than can be counted',
    );
  });

  it('knows no cost when none is known, and no tokens when a reply does not tell', () => {
    expect(readRun(file, '#/simulations/1').cost_micros).toBeUndefined();
    expect(
      readRun({ ...simulation, messages: [...messages, reply('more', { usage: null })] }).usage,
    ).toBeUndefined();
    expect(readRun(simulation).model).toBeUndefined();
  });
});

describe('Inspect', () => {
  const sample = {
    id: 1,
    epoch: 1,
    messages: [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', reasoning: 'hm' },
          { type: 'text', text: 'I try' },
        ],
        tool_calls: [{ id: 'a', function: 'bash', arguments: { cmd: 'ls' }, type: 'function' }],
      },
      {
        role: 'tool',
        tool_call_id: 'a',
        function: 'bash',
        content: '',
        error: { type: 'timeout', message: 'slow' },
      },
      { role: 'assistant', content: 'done' },
    ],
  };
  const log = (model_usage: unknown, more = {}) => ({
    version: 2,
    status: 'success',
    eval: { model: 'm', created: 't' },
    samples: [{ ...sample, model_usage, ...more }],
  });
  const usage = { input_tokens: 10, output_tokens: 2, total_tokens: 12 };

  it('has a run for each sample', () => {
    const { value, format } = readRuns(log({ m: usage, grader: { ...usage, input_tokens: 99 } }));
    expect(format).toBe('Inspect sample');
    expect(value).toMatchObject([
      {
        reference: 'f.json#/samples/0',
        cassette: { model: 'm', recorded_at: 't', usage: { input_tokens: 10, output_tokens: 2 } },
      },
    ]);
    const [run] = value.map(({ cassette }) => cassette);
    if (!run) throw new Error('no run');
    expect(sketch(run)).toBe('go: bash! "done"');
    expect(callsOf(run)[0]).toMatchObject({ args: { cmd: 'ls' }, result: { type: 'timeout' } });
  });

  it('counts cached tokens as the provider behind it does', () => {
    const cached = { ...usage, input_tokens_cache_read: 4 };
    const cassette = (given: unknown) => readRun(log({ m: given }), '#/samples/0');
    expect(cassette(cached).usage).toEqual({ input_tokens: 6, output_tokens: 2, cache_read_tokens: 4 });
    expect(cassette({ ...cached, total_tokens: 16 }).usage).toMatchObject({ input_tokens: 10 });
    expect(cassette({ ...cached, input_tokens_cache_write: 1, total_tokens: 17 }).usage).toMatchObject({
      cache_write_tokens: 1,
    });
    expect(cassette({ ...usage, total_cost: 0.5 }).cost_micros).toBe(500_000);
    expect(readRun(log({ a: usage, b: usage }), '#/samples/0').usage).toBeUndefined();
    expect(readRun(log(undefined, { started_at: 's' }), '#/samples/0').recorded_at).toBe('s');
    expect(readRun(sample).model).toBeUndefined();
  });

  it('takes the tokens of no model but the agent’s', () => {
    const graded = log({ grader: { ...usage, total_cost: 0.5 } });
    expect(readRun(graded, '#/samples/0')).not.toHaveProperty('usage');
    expect(readRun(graded, '#/samples/0')).not.toHaveProperty('cost_micros');
    expect(warningsOf(graded)).toEqual([
      "f.json: warning: the recording states token counts of other models only, not of the agent's model; the agent's own are unknown",
    ]);
    // a sample alone does not say which model was asked
    expect(readRun({ ...sample, model_usage: { m: usage } }).usage).toBeUndefined();
    const said = sample.messages.map((message) =>
      message.role === 'assistant' ? { ...message, model: 'gpt-5' } : message,
    );
    const ofReplies = { ...sample, messages: said, model_usage: { 'openai/gpt-5': usage, 'x/other': usage } };
    expect(readRun(ofReplies).usage).toMatchObject({ input_tokens: 10 });
  });

  it('reads tools that ran on the server', () => {
    const block = {
      type: 'tool_use',
      tool_type: 'web_search',
      id: 'w',
      name: 'search',
      arguments: '{"q":1}',
    };
    const said = (more: object) =>
      readRun({
        epoch: 1,
        messages: [
          {
            role: 'assistant',
            content: [
              { ...block, ...more },
              { type: 'text', text: 'x' },
            ],
          },
        ],
      });
    expect(sketch(said({ result: 'found' }))).toBe('search "x"');
    expect(sketch(said({ result: '', error: 'no' }))).toBe('search! "x"');
    expect(callsOf(said({ result: 'found' }))[0]).toEqual({
      name: 'search',
      args: { q: 1 },
      is_error: false,
      result: 'found',
      parallel: 0,
    });
  });

  it('refuses more cached tokens than tokens', async () => {
    const used = { ...usage, input_tokens_cache_read: 40 };
    expect(await refusalOfRun(log({ m: used }))).toContain('samples[0].model_usage: counts 40 cached tokens');
  });
});

describe('ATIF', () => {
  const agent = (message: unknown, more = {}) => ({ source: 'agent', message, ...more });
  const call = (id: string, name: string) => ({
    tool_call_id: id,
    function_name: name,
    arguments: { x: id },
  });
  const trajectory = (...steps: unknown[]) => ({
    schema_version: 'ATIF-v1.7',
    agent: { name: 'n', version: '1', model_name: 'm' },
    steps: steps.map((step, index) => ({ step_id: index + 1, ...(step as object) })),
  });
  const metrics = { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 4 };

  it('is read step by step', () => {
    const run = trajectory(
      { source: 'system', message: 'be kind' },
      { source: 'user', message: [{ type: 'text', text: 'go' }, { type: 'image' }] },
      agent('let me', {
        tool_calls: [call('a', 'one'), call('a', 'two')],
        observation: {
          results: [
            { source_call_id: 'a', content: '1' },
            { source_call_id: 'a', content: '2' },
          ],
        },
        metrics,
      }),
      agent('done', { metrics, observation: { results: [{ content: 'seen' }] } }),
    );
    expect(readRuns(run).format).toBe('ATIF trajectory');
    expect(sketch(readRun(run))).toBe('go: one two "done"');
    expect(readRun(run)).toMatchObject({
      model: 'm',
      system_prompt: 'be kind',
      usage: { input_tokens: 12, output_tokens: 4, cache_read_tokens: 8 },
    });
    expect(callsOf(readRun(run)).map(({ result }) => result)).toEqual(['1', '2']);
  });

  it('takes the totals of a run first', () => {
    const final_metrics = { total_prompt_tokens: 50, total_completion_tokens: 5, total_cost_usd: 0.25 };
    const run = { ...trajectory(agent('done', { metrics })), final_metrics };
    expect(readRun(run)).toMatchObject({
      usage: { input_tokens: 50, output_tokens: 5 },
      cost_micros: 250_000,
    });
    expect(warningsOf(trajectory(agent('a', { metrics }), agent('b')))[0]).toContain('some of the replies');
  });

  it.each([
    [
      'another version',
      { ...trajectory(agent('a')), schema_version: 'ATIF-v2.0' },
      'must be ATIF-v1.0 to ATIF-v1.7',
    ],
    ['no steps', { schema_version: 'ATIF-v1.4' }, 'steps: is missing; it must be a list of steps'],
    [
      'a source that nobody knows',
      trajectory({ source: 'tool', message: '' }),
      'steps[0].source: must be one of',
    ],
    [
      'a part that nobody knows',
      trajectory(agent([{ type: 'call' }])),
      'steps[0].message[0].type: must be one of',
    ],
    [
      'arguments that are none',
      trajectory(agent('', { tool_calls: [{ ...call('a', 'b'), arguments: 1 }] })),
      'steps[0].tool_calls[0].arguments: must be a mapping of arguments',
    ],
    [
      'too many cached tokens',
      trajectory(agent('a', { metrics: { ...metrics, cached_tokens: 11 } })),
      'steps[0].metrics: counts 11 cached tokens',
    ],
  ])('is refused with %s', async (_, content, message) => {
    expect(await refusalOfRun(content)).toContain(message);
  });
});
