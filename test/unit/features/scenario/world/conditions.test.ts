import { describe, expect, it } from 'vitest';
import { traceRun } from '../../../../../src/features/scenario/world/trajectory.ts';
import {
  judge,
  refusalOfScenario,
  replayOf,
  runOf,
  type ShortCall,
  scenarioOf,
} from '../../../../support/scenarios.ts';

const by = (agent?: string, name = 'refund'): ShortCall => ({ name, ...(agent !== undefined && { agent }) });

describe('the agent of a call', () => {
  const only = (agent: string) => ({ transitions: [{ tool: 'refund', agent }, { tool: 'look' }] });

  it('decides which transition applies', async () => {
    expect((await replayOf(only('refunds'), runOf(by('refunds')))).events).toEqual(['applied']);
    expect((await replayOf(only('refund*'), runOf(by('refunds')))).events).toEqual(['applied']);
    expect((await replayOf(only('refunds'), runOf(by('triage'), by()))).events).toEqual([
      'invalid: declared for the agent `refunds`, called by `triage`',
      'invalid: declared for the agent `refunds`, called by an agent without a name',
    ]);
    const { steps } = traceRun(await scenarioOf(only('refunds')), runOf(by('triage')), 1);
    expect(steps[0]?.allowed).toBe('refund by the agent refunds, look');
  });

  it('decides whether a forbidden rule applies', async () => {
    const forbidden = [{ tool: 'refund', agent: '*', reason: 'never by a sub-agent' }];
    const run = (...calls: ShortCall[]) =>
      replayOf({ transitions: [{ tool: '*' }], forbidden }, runOf(...calls));
    expect((await run(by('helper'))).forbiddenTransitions).toBe(1);
    // the recording names agents, so a call without a name is one of the main agent
    expect(await run(by(), by('helper', 'look'))).toMatchObject({ forbiddenTransitions: 0, unjudged: [] });
    expect(await run(by())).toMatchObject({
      forbiddenTransitions: 1,
      unjudged: [{ why: 'the recording does not name the agent of the call' }],
    });
    const named = [{ ...forbidden[0], agent: 'helper' }];
    const other = await replayOf({ transitions: [{ tool: '*' }], forbidden: named }, runOf(by('triage')));
    expect(other.forbiddenTransitions).toBe(0);
  });

  it('can be wanted by a golden step and by an assertion', async () => {
    const wanted = {
      transitions: [{ tool: '*' }],
      golden: { calls: [{ tool: 'refund', agent: 'refunds' }] },
      expect: [
        { target: 'golden.matched', matcher: { exact: true } },
        { target: 'tool_calls[0].agent', matcher: { exact: 'refunds' } },
      ],
    };
    expect(await judge(wanted, runOf(by('refunds')))).toMatchObject({ passed: true });
    const { alignment, passed } = await judge(wanted, runOf(by('triage')));
    expect(passed).toBe(false);
    expect(alignment?.steps).toMatchObject([
      { kind: 'replaced', reason: 'expected of the agent `refunds`, called by `triage`' },
    ]);
  });

  it('must be a pattern', async () => {
    const refused = await refusalOfScenario({ transitions: [{ tool: 'a', agent: ' ' }] });
    expect(refused).toContain('transitions[0].agent');
  });
});

describe('closed arguments', () => {
  const eventOf = async (transition: object, args: Record<string, unknown>) => {
    const { events } = await replayOf({ transitions: [{ tool: 't', ...transition }] }, runOf(['t', args]));
    return events[0];
  };
  const status = { args: { status: 'Q' }, closed: true };

  it.each<[string, object, Record<string, unknown>]>([
    ['what `args` names', status, { status: 'Q' }],
    ['none', { closed: true }, {}],
    ['what is listed too', { ...status, closed: ['page'] }, { status: 'Q', page: 2 }],
    ['what is below a listed one', { closed: ['filter'] }, { filter: { a: { b: 1 } } }],
    ['the way to a named one', { closed: ['filter.a'] }, { filter: {} }],
    ['what an effect takes', { closed: true, effect: { 'o.{id}': { from_arg: 'n' } } }, { id: 'x', n: 1 }],
    ['what a guard compares', { closed: true, when: { own: { ne: { from_arg: 'who' } } } }, { who: 'kim' }],
    ['an element of a list', { closed: ['items[0].id'] }, { items: [{ id: 1 }] }],
  ])('may be %s', async (_, transition, args) => {
    expect(await eventOf(transition, args)).toBe('applied');
  });

  it.each<[string, object, Record<string, unknown>, string]>([
    ['another one', status, { status: 'Q', wipe: true }, 'wipe'],
    ['another one that is null', status, { status: 'Q', wipe: null }, 'wipe'],
    ['an empty one', status, { status: 'Q', wipe: {} }, 'wipe'],
    ['any', { closed: true }, { a: 1 }, 'a'],
    ['one next to a named one', { args: { 'f.a': 1 }, closed: true }, { f: { a: 1, b: 2 } }, 'f.b'],
    ['a value in place of an object', { closed: ['f.a'] }, { f: 1 }, 'f'],
    ['another element', { closed: ['items[0].id'] }, { items: [{ id: 1 }, { id: 2 }] }, 'items.1'],
    ['what only `from_arg: ""` takes', { closed: true, effect: { all: { from_arg: '' } } }, { a: 1 }, 'a'],
    ['a name of JavaScript', status, JSON.parse('{"status":"Q","__proto__":1}'), '__proto__'],
  ])('may not be %s', async (_, transition, args, name) => {
    expect(await eventOf(transition, args)).toBe(`invalid: the argument \`${name}\` is not declared`);
  });

  it('let the next transition be tried', async () => {
    const transitions = [
      { tool: 't', closed: true },
      { tool: 't', args: { a: 1 } },
    ];
    expect((await replayOf({ transitions }, runOf(['t', { a: 1 }]))).events).toEqual(['applied']);
  });

  it('are wanted by a golden step', async () => {
    const golden = { calls: [{ tool: 't', args: { a: 1 }, closed: ['b'] }] };
    const outcome = async (args: Record<string, unknown>) =>
      (await judge({ golden }, runOf(['t', args]))).golden;
    expect(await outcome({ a: 1, b: 2 })).toMatchObject({ matched: true });
    expect(await outcome({ a: 1, c: 2 })).toMatchObject({ matched: false, penalty: 1 });
  });

  it('are refused where they say nothing', async () => {
    for (const closed of [false, [], 'a', ['']]) {
      expect(await refusalOfScenario({ transitions: [{ tool: 't', closed }] })).toContain(
        'transitions[0].closed',
      );
    }
  });
});

describe('arguments that do not parse', () => {
  const call: ShortCall = { name: 't', args: {}, raw_args: '{} now', is_error: true };
  const eventsOf = async (written: object) => (await replayOf({ ...written }, runOf(call))).events;

  it('belong to a failed call, which is legal where nothing is asked of its arguments', async () => {
    expect(await eventsOf({ transitions: [{ tool: 't' }] })).toEqual(['refused']);
    const run = await judge({ transitions: [{ tool: 't' }] }, runOf(call, 't'));
    expect(run.replay).toMatchObject({ actions: 2, recoveryAttempts: 1 });
  });

  it.each<object>([
    { args: { a: 1 } },
    { args: { a: { exists: false } } },
    { args: { a: { ne: 1 } } },
    { closed: true },
  ])('meet no condition: %j', async (conditions) => {
    expect(await eventsOf({ transitions: [{ tool: 't', ...conditions }] })).toEqual([
      'invalid: the arguments do not parse: `"{} now"`',
    ]);
    const golden = { calls: [{ tool: 't', ...conditions }] };
    expect((await judge({ golden }, runOf(call))).golden).toMatchObject({ matched: false });
  });

  it.each<object>([
    { args: { a: 1 } },
    { args: { a: { exists: true } } },
    { args: { a: { exists: false } } },
  ])('may be what is forbidden: %j', async (rule) => {
    const forbidden = [{ tool: 't', reason: 'never', ...rule }];
    const run = await replayOf({ transitions: [{ tool: 't' }], forbidden }, runOf(call));
    expect(run).toMatchObject({
      forbiddenTransitions: 1,
      unjudged: [{ why: 'the arguments do not parse: `"{} now"`' }],
    });
  });

  it('fill no effect', async () => {
    for (const effect of [{ all: { from_arg: '' } }, { a: { from_arg: 'a', optional: true } }]) {
      expect(await eventsOf({ transitions: [{ tool: 't', on_error: 'apply', effect }] })).toEqual([
        'invalid: its effects need arguments, which do not parse: `"{} now"`',
      ]);
    }
    expect(
      await eventsOf({ transitions: [{ tool: 't', on_error: 'apply', effect: { tried: true } }] }),
    ).toEqual(['applied']);
  });

  it('can be asked for', async () => {
    const expected = [{ target: 'tool_calls[0].raw_args', matcher: { contains: 'now' } }];
    expect(await judge({ transitions: [{ tool: 't' }], expect: expected }, runOf(call))).toMatchObject({
      passed: true,
    });
    const { steps } = traceRun(await scenarioOf({ transitions: [{ tool: 't' }] }), runOf(call), 1);
    expect(steps[0]?.args).toBe('"{} now"');
  });
});
