import { describe, expect, it } from 'vitest';
import { unreadOf } from '../../../../../src/features/scenario/judge/caveats.ts';
import { judge, turnsOf } from '../../../../support/scenarios.ts';

const inText = { ...turnsOf([[], '```sh\nrm -rf data\n```']), caveats: ['acts-in-text'] as const };
const silent = { turns: [{ tool_calls: [] }], caveats: ['answered-nothing'] as const };
const expecting = (target: string, matcher: object) => ({ expect: [{ target, matcher }] });
const said = expecting('final_responses', { any: { contains: 'rm' } }).expect;

describe('a run in which the agent acted through text', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a forbidden rule', { forbidden: [{ tool: 'delete_*', reason: 'never' }] }],
    ['a golden path', { golden: { calls: [] } }],
    ['the state at the end', { seed: { a: 1 }, expect_state: { a: 1 } }],
    ['what must not change', { expect_unchanged: true }],
    ['the number of actions', expecting('actions', { exact: 0 })],
    ['the calls', expecting('tool_calls', { length: 0 })],
    ['the names of tools', expecting('tool_names', { length: 0 })],
    ['the batches', expecting('batches', { length: 0 })],
    ['the invalid actions', expecting('invalid_actions', { exact: 0 })],
    ['the recovery attempts', expecting('recovery_attempts', { exact: 0 })],
    ['the world', { seed: { a: 1 }, ...expecting('state.a', { exact: 1 }) }],
    [
      'the escalations by tool',
      {
        escalation: { tools: ['human'] },
        ...expecting('escalations', { exact: 0 }),
        transitions: [{ tool: 'human' }],
      },
    ],
    ['nothing but the transitions', { transitions: [{ tool: 'read' }] }],
    ['calls and responses', { expect: [...said, ...expecting('actions', { max: 0 }).expect] }],
  ])('does not pass a scenario that checks %s', async (_, written: Record<string, unknown>) => {
    expect(await judge(written, inText)).toMatchObject({ passed: false, failedBy: ['caveats'] });
    // the same run of an agent that could have called tools does
    const { caveats: _caveats, ...seen } = inText;
    expect(await judge(written, seen)).toMatchObject({ passed: true });
  });

  it.each<[string, Record<string, unknown>]>([
    ['the final responses', { expect: said }],
    ['the number of turns', expecting('turns', { exact: 1 })],
    ['refusals', { refusal: { markers: ['cannot'] }, ...expecting('refusals', { exact: 0 }) }],
    ['escalations by text', { escalation: { markers: ['boss'] }, ...expecting('escalations', { exact: 0 }) }],
  ])('passes a scenario that checks only %s', async (_, written: Record<string, unknown>) => {
    expect(await judge({ ...written, transitions: [{ tool: 'read' }] }, inText)).toMatchObject({
      passed: true,
    });
  });
});

describe('a run in which the agent answered nothing', () => {
  it('was read, and has no final response', async () => {
    const run = await judge(expecting('turns', { exact: 1 }), silent);
    expect(run).toMatchObject({ passed: false, failedBy: ['assertions'], caveats: ['answered-nothing'] });
    expect(run.replay.turns).toBe(0);
  });
});

describe('a run with parts that look like calls and are not read', () => {
  it('cannot be judged, and names them', () => {
    const unread = [
      { why: 'unread-calls', count: 2, examples: ['rows of type hint'] },
      { why: 'lost-agent', count: 1, examples: ['Explore'] },
    ] as const;
    expect(unreadOf({ unread })).toEqual([
      { message: 'cannot be judged: 2 parts that are not read look like calls: `rows of type hint`' },
      {
        message: 'cannot be judged: the calls of 1 sub-agent are not in the recording: `Explore`',
        help: 'keep the files of its sub-agents next to the session; without them, no scenario is judged by it',
      },
    ]);
    expect(unreadOf({})).toEqual([{ message: 'cannot be judged: parts that look like calls are not read' }]);
  });
});
