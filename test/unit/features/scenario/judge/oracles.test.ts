import { describe, expect, it } from 'vitest';
import { judge, refusalOfScenario, runOf, type ShortCall, turnsOf } from '../../../../support/scenarios.ts';

/** Puts the arguments of `put` into the world, each under its name. */
const PUT = { tool: 'put', effect: { '{at}': { from_arg: 'value' } } };
const put = (at: string, value: unknown): ShortCall => ['put', { at, value }];

describe('the diff against the seed', () => {
  it('lists the leaves that changed, sorted by path', async () => {
    const seed = { same: { x: 1 }, b: { c: 1, d: 2 }, gone: { deep: 1 }, list: [1, 2] };
    const transitions = [
      {
        tool: 't',
        effect: {
          'b.c': 5,
          'new.one': { x: 1, y: [] },
          gone: { remove: true },
          list: { append: 3 },
          'list[0]': 0,
          'orders.1234': true,
        },
      },
    ];
    const { diff } = await judge({ seed, transitions }, runOf('t'));
    expect(diff).toEqual([
      { path: 'b.c', before: 1, after: 5 },
      { path: 'gone.deep', before: 1 },
      { path: 'list[0]', before: 1, after: 0 },
      { path: 'list[2]', after: 3 },
      { path: 'new.one.x', after: 1 },
      { path: 'new.one.y', after: [] },
      { path: 'orders.1234', after: true },
    ]);
  });

  it('is empty when the world ends as it began', async () => {
    const transitions = [
      { tool: 'inc', effect: { n: { inc: 0.1 } } },
      { tool: 'dec', effect: { n: { dec: 0.1 } } },
    ];
    const { diff, replay } = await judge({ seed: { n: 0.2 }, transitions }, runOf('inc', 'dec'));
    expect(replay.state).toEqual({ n: 0.2 });
    expect(diff).toEqual([]);
  });
});

describe('expect_state', () => {
  it.each<[string, object, object, boolean]>([
    ['a scalar', { a: 1 }, { a: 1 }, true],
    ['numbers by value', { a: 1 }, { a: 1.0 }, true],
    ['text is no number', { a: '1' }, { a: 1 }, false],
    ['a path', { a: { b: [{ c: 1 }] } }, { 'a.b[0].c': 1 }, true],
    ['an object, whatever the order of keys', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, true],
    ['an object with a key too many', { a: { x: 1, y: 2 } }, { a: { x: 1 } }, false],
    [
      'an object whose keys are not all guards',
      { a: { min: 1, other: 2 } },
      { a: { min: 1, other: 2 } },
      true,
    ],
    ['an empty object', { a: {} }, { a: {} }, true],
    ['guards', { a: 4 }, { a: { min: 1, max: 5 } }, true],
    ['guards that fail', { a: 6 }, { a: { min: 1, max: 5 } }, false],
    ['eq of an object that looks like a guard', { a: { min: 1 } }, { a: { eq: { min: 1 } } }, true],
    ['absent', {}, { 'a.b': { absent: true } }, true],
    ['absent of null', { a: null }, { a: { absent: true } }, false],
    ['absent: false', { a: null }, { a: { absent: false } }, true],
    ['null', { a: null }, { a: null }, true],
    ['null of what is missing', {}, { a: null }, false],
    ['braces are no template', { '{id}': 1 }, { '["{id}"]': 1 }, true],
    ['no member that JavaScript lends', { a: [1] }, { 'a.length': 1 }, false],
  ])('compares %s', async (_, seed, expect_state, passes) => {
    const { passed, mismatches } = await judge({ seed, expect_state }, runOf());
    expect(passed).toBe(passes);
    expect(mismatches.length === 0).toBe(passes);
  });

  it('tells path, expected and actual', async () => {
    const expect_state = { 'a.b': { min: 2 }, c: 'x' };
    const { mismatches } = await judge({ seed: { a: { b: 1 } }, expect_state }, runOf());
    expect(mismatches).toEqual([
      { path: 'a.b', expected: { min: 2 }, actual: 1 },
      { path: 'c', expected: 'x', actual: undefined },
    ]);
  });

  it('has no call whose arguments could be read', async () => {
    expect(await refusalOfScenario({ expect_state: { a: { eq: { from_arg: 'x' } } } })).toContain(
      'there is no call',
    );
  });
});

describe('expect_unchanged', () => {
  const scenario = {
    seed: { a: { x: 1, y: 1 }, b: 1 },
    transitions: [PUT, { tool: 'y', effect: { 'a.y': 2 } }],
  };

  it('true: nothing may change that expect_state does not name', async () => {
    const guarded = { ...scenario, expect_unchanged: true, expect_state: { b: 2 } };
    expect((await judge(guarded, runOf(put('b', 2)))).passed).toBe(true);
    const { passed, mismatches } = await judge(guarded, runOf(put('b', 2), 'y', put('new', { z: 1 })));
    expect(passed).toBe(false);
    expect(mismatches).toEqual([
      { path: 'a.y', expected: 1, actual: 2, oracle: 'expect_unchanged' },
      { path: 'new.z', expected: undefined, actual: 1, oracle: 'expect_unchanged' },
    ]);
  });

  it('lets change what lies below a path of expect_state, but not what lies above', async () => {
    const below = { ...scenario, expect_unchanged: true, expect_state: { a: { x: 1, y: 2 } } };
    expect((await judge(below, runOf('y'))).passed).toBe(true);
    const above = { ...scenario, expect_unchanged: true, expect_state: { 'a.y': 2 } };
    expect((await judge(above, runOf('y'))).passed).toBe(true);
    expect((await judge(above, runOf(put('a', { x: 2, y: 2 })))).mismatches).toEqual([
      { path: 'a.x', expected: 1, actual: 2, oracle: 'expect_unchanged' },
    ]);
  });

  it('of a list of paths watches only these and what lies below them', async () => {
    const listed = { ...scenario, expect_unchanged: ['a'] };
    expect((await judge(listed, runOf(put('b', 9)))).passed).toBe(true);
    expect((await judge(listed, runOf('y'))).passed).toBe(false);
    expect((await judge({ ...listed, expect_unchanged: ['a.x'] }, runOf('y'))).passed).toBe(true);
  });

  it('of a path sees that the object which held it became a scalar', async () => {
    const listed = { ...scenario, expect_unchanged: ['a.x'] };
    expect((await judge(listed, runOf(put('a', 5)))).mismatches).toEqual([
      { path: 'a', expected: { x: 1, y: 1 }, actual: 5, oracle: 'expect_unchanged' },
    ]);
    expect((await judge({ ...scenario, expect_unchanged: ['a.z'] }, runOf(put('a', 5)))).passed).toBe(true);
  });

  it('does not count what came back to where it was', async () => {
    const guarded = { ...scenario, expect_unchanged: true };
    expect((await judge(guarded, runOf(put('b', 5), put('b', 1)))).passed).toBe(true);
  });

  it('makes state_matched false', async () => {
    const expectation = [{ target: 'state_matched', matcher: { exact: false } }];
    const { assertions } = await judge(
      { ...scenario, expect_unchanged: true, expect: expectation },
      runOf('y'),
    );
    expect(assertions[0]?.passed).toBe(true);
  });

  it('walks a world that is nested deeper than any path', async () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
    const transitions = [{ tool: 'put', effect: { 'a.b.c': { from_arg: 'value' } } }];
    const { mismatches } = await judge(
      { transitions, expect_unchanged: true },
      runOf(['put', { value: deep(499) }]),
    );
    expect(mismatches).toHaveLength(1);
  });
});

describe('an assertion of expect', () => {
  const scenario = {
    seed: { stock: { 'a b': 1 } },
    transitions: [{ tool: '*' }],
    golden: { calls: ['x', 'y'] },
    refusal: { markers: ['sorry'] },
  };
  const run = {
    ...turnsOf([['x!', { name: 'y', server: 's', args: { q: [1] } }], 'Sorry, no'], [[], 'Done: 1,000']),
    model: 'gpt',
    usage: { input_tokens: 5, output_tokens: 2 },
  };

  it.each<[string, object]>([
    ['turns', { exact: 2 }],
    ['actions', { exact: 2 }],
    ['invalid_actions', { exact: 0 }],
    ['forbidden_transitions', { max: 0 }],
    ['recovery_attempts', { min: 1, max: 1 }],
    ['escalations', { exact: 0 }],
    ['refusals', { one_of: [1, 2] }],
    ['state_matched', { exact: true }],
    ['golden.matched', { exact: true }],
    ['golden.exact', { exact: true }],
    ['golden.alternate', { exact: false }],
    ['golden.penalty', { exact: 0 }],
    ['golden.efficiency', { min: 1 }],
    ['tool_names', { exact: ['x', 'y'] }],
    ['tool_names', { contains: 'x' }],
    ['tool_names', { contains_all: ['y', 'x'] }],
    ['tool_names', { 'contains-all': ['y'] }],
    ['tool_names', { length: 2, every: { regex: '^[xy]$' } }],
    ['tool_names', { not: { contains: 'drop' } }],
    ['tool_names[1]', { exact: 'y' }],
    ['state.stock["a b"]', { exact: 1 }],
    ['state.stock.["a b"]', { schema: { type: 'integer' } }],
    ['state.nothing', { absent: true }],
    ['final_responses', { any: { icontains: 'SORRY' } }],
    ['final_responses[1]', { contains: 'Done' }],
    ['final_responses', { any: { regex: '1,*0,*0,*0' } }],
    ['tool_calls[0]', { exact: { name: 'x', args: {}, is_error: true, turn: 0 } }],
    ['tool_calls[1].args.q[0]', { exact: 1 }],
    ['tool_calls[1].server', { exact: 's' }],
    ['tool_calls[0].server', { absent: true }],
    ['model', { exact: 'gpt' }],
    ['tokens', { exact: 7 }],
    ['cost_micros', { max: 12 }],
  ])('holds: %s %j', async (target, matcher) => {
    const { assertions, passed } = await judge({ ...scenario, expect: [{ target, matcher }] }, run, 12);
    expect(assertions).toMatchObject([{ target, passed: true }]);
    expect(passed).toBe(true);
  });

  it.each<[string, object, string]>([
    ['actions', { exact: 3 }, 'found `2`, expected `3`'],
    ['actions', { min: 1, max: 1 }, 'found `2`, expected at most `1`'],
    ['cost_micros', { max: 5 }, 'found nothing, expected at most `5`'],
    ['cost_micros', { not: { exact: 0 } }, 'found nothing, expected not `0`'],
    ['state.nothing', { exact: null }, 'found nothing, expected `null`'],
    ['state.stock.length', { min: 0 }, 'found nothing, expected at least `0`'],
    ['tool_names', { every: { exact: 'x' } }, 'element `[1]` is `"y"`'],
  ])('fails: %s %j', async (target, matcher, message) => {
    const { assertions, passed } = await judge({ ...scenario, expect: [{ target, matcher }] }, run);
    expect(passed).toBe(false);
    expect(assertions[0]?.message).toContain(message);
  });

  it('says the words of the suite first', async () => {
    const expectation = [{ target: 'actions', matcher: { max: 1 }, message: 'be brief' }];
    const { assertions } = await judge({ ...scenario, expect: expectation }, run);
    expect(assertions[0]?.message).toBe('be brief (found `2`, expected at most `1`)');
  });

  it('of golden fails where the scenario has none', async () => {
    const expectation = [{ target: 'golden.matched', matcher: { exact: true } }];
    expect((await judge({ expect: expectation }, runOf())).passed).toBe(false);
  });

  it.each<[string, object, string]>([
    ['invalid_action', { exact: 0 }, 'did you mean `invalid_actions`?'],
    ['stat.x', { exact: 0 }, 'unknown target `stat`'],
    ['actions', {}, 'an empty matcher checks nothing'],
    ['actions', { exactly: 1 }, 'did you mean `exact`?'],
    ['actions', { regex: '(' }, 'the pattern does not compile'],
    ['final_responses', { any: { icontain: 'x' } }, 'unknown matcher `icontain`'],
  ])('is refused by the loader: %s %j', async (target, matcher, message) => {
    expect(await refusalOfScenario({ expect: [{ target, matcher }] })).toContain(message);
  });
});
