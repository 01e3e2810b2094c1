import { describe, expect, it } from 'vitest';
import { callsOf, readRun, readRuns, sketch } from '../../../../support/cassettes.ts';

const step = (action: string, observation = 'seen') => ({
  action,
  observation,
  response: 'r',
  thought: 'r',
  state: {},
});
const reply = (action: string, ...calls: [name: string, args: string][]) => ({
  role: 'assistant',
  content: 'r',
  action,
  ...(calls.length > 0 && {
    tool_calls: calls.map(([name, args]) => ({ type: 'function', function: { name, arguments: args } })),
  }),
});

describe('a trajectory of SWE-agent', () => {
  it('has the calls of the model where its history has them, and else what was run', () => {
    const run = {
      trajectory: [
        step('open a.py'),
        { ...step('ls -l'), query: [reply('x', ['copy', '{}'])] },
        step('submit', ''),
      ],
      history: [
        { role: 'system', content: 'Be brief.' },
        { ...reply('demo', ['demo', '{}']), is_demo: true },
        { role: 'user', content: [{ type: 'text', text: 'Mend it.' }] },
        reply('open a.py', ['open', '{"path":"a.py"}']),
        { role: 'tool', content: 'seen' },
        reply('ls -l'),
      ],
      info: { model_stats: { instance_cost: 0.25, tokens_sent: 20, tokens_received: 5, api_calls: 3 } },
      replay_config: JSON.stringify({ agent: { model: { name: 'harbour-1' } } }),
    };
    expect(readRuns(run)).toMatchObject({ format: 'SWE-agent trajectory', warnings: [] });
    expect(sketch(readRun(run))).toBe('Mend it.: open ls submit');
    expect(callsOf(readRun(run)).map(({ args, result }) => [args, result])).toEqual([
      [{ path: 'a.py' }, 'seen'],
      [{ command: 'ls -l' }, 'seen'],
      [{ command: 'submit' }, ''],
    ]);
    expect(readRun(run)).toMatchObject({
      model: 'harbour-1',
      system_prompt: 'Be brief.',
      usage: { input_tokens: 20, output_tokens: 5 },
      cost_micros: 250_000,
    });
  });

  it('takes a step that runs nothing for a reply', () => {
    expect(sketch(readRun({ trajectory: [step('ls'), step('')] }))).toBe('ls "r"');
  });
});
