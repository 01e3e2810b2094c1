import { describe, expect, it } from 'vitest';
import { judge, refusalOfScenario, runOf, type ShortCall } from '../../../../support/scenarios.ts';

async function compare(golden: object, ...calls: ShortCall[]) {
  const { golden: outcome, alignment } = await judge({ golden }, runOf(...calls));
  const { matched, penalty, efficiency } = outcome!;
  const steps = alignment!.steps.map(({ kind, expected = '', tool = '' }) => `${kind} ${expected}>${tool}`);
  return { matched, penalty, efficiency, steps };
}

describe('steps in any order', () => {
  const around = { calls: ['ask', { any_order: ['bus', 'weather', 'train'] }, 'tell'] };

  it.each([
    ['bus weather train', 0, 1],
    ['train bus weather', 0, 1],
    ['weather train', 1, 4 / 5],
    ['train bus weather bus', 1, 5 / 6],
    ['train x weather', 1, 4 / 5],
    ['', 3, 2 / 5],
    ['x y', 3, 2 / 5],
  ])('match %j, with the steps around them in their order', async (inside, penalty, efficiency) => {
    const calls = ['ask', ...inside.split(' ').filter((name) => name !== ''), 'tell'];
    expect(await compare(around, ...calls)).toMatchObject({ penalty, efficiency, matched: penalty === 0 });
  });

  it('stay between the steps around them', async () => {
    expect(await compare(around, 'bus', 'ask', 'weather', 'train', 'tell')).toMatchObject({ penalty: 2 });
    expect(
      await compare({ calls: [{ any_order: ['a', 'b'] }, { any_order: ['c', 'd'] }] }, 'b', 'c', 'a', 'd'),
    ).toMatchObject({ matched: false });
    expect(
      await compare({ calls: [{ any_order: ['a', 'b'] }, { any_order: ['c', 'd'] }] }, 'b', 'a', 'd', 'c'),
    ).toMatchObject({ matched: true });
  });

  it('are found by the best choice, where several steps want one call', async () => {
    const step = (...ids: number[]) => ({ tool: 'water', args: { bed: { one_of: ids } } });
    const golden = { calls: [{ any_order: [step(1, 2), step(1), step(2, 3)] }] };
    const water = (bed: number): ShortCall => ['water', { bed }];
    expect(await compare(golden, water(3), water(1), water(2))).toMatchObject({ matched: true });
    expect(await compare(golden, water(1), water(2), water(3))).toMatchObject({ matched: true });
    expect(await compare(golden, water(3), water(3), water(1))).toMatchObject({ penalty: 1 });
  });

  it('may be the same several times, optional, and in an alternate', async () => {
    const rings = { calls: [{ any_order: ['ring', 'ring', { tool: 'wait', optional: true }] }] };
    expect(await compare(rings, 'ring', 'wait', 'ring')).toMatchObject({ matched: true });
    expect(await compare(rings, 'ring', 'ring')).toMatchObject({ matched: true, efficiency: 1 });
    expect(await compare(rings, 'ring')).toMatchObject({ penalty: 1 });
    const alternate = { calls: ['a'], alternates: [[{ any_order: ['b', 'c'] }]] };
    expect(await compare(alternate, 'c', 'b')).toMatchObject({ matched: true });
  });

  it('are listed where they were taken, and name the guard that failed', async () => {
    const golden = { calls: [{ any_order: ['a', { tool: 'pay', args: { n: 5 } }, 'c'] }] };
    expect((await compare(golden, 'c', ['pay', { n: 6 }])).steps).toEqual([
      'kept c>c',
      'replaced pay>pay',
      'missing a>',
    ]);
  });

  const names = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

  it.each([5, 12, 13, 20, 30, 60])('are compared however many there are: %i', async (count) => {
    const golden = { calls: ['ask', { any_order: names(count) }, 'tell'] };
    const calls = ['ask', ...names(count).reverse(), 'tell'];
    expect(await compare(golden, ...calls)).toMatchObject({ matched: true, penalty: 0 });
    expect(await compare(golden, ...calls.toSpliced(2, 1), 'more')).toMatchObject({ penalty: 2 });
    expect(await compare(golden, ...calls.toSpliced(2, 1, 'other'))).toMatchObject({ penalty: 1 });
  });

  it('are refused, and not compared for ever, where there are too many for a long recording', async () => {
    const golden = { calls: [{ any_order: names(40) }] };
    const many = Array.from({ length: 20_000 }, (_, index) => `t${index % 40}`);
    await expect(compare(golden, ...many)).rejects.toThrow(
      /`golden.calls` of 40 steps and the recording of 20000/,
    );
  });

  it.each<[string, unknown]>([
    ['an empty set', { any_order: [] }],
    ['a set in a set', { any_order: [{ any_order: ['a'] }] }],
    ['a set with other keys', { any_order: ['a'], optional: true }],
    ['a text', { any_order: 'a' }],
  ])('are refused as %s', async (_, step) => {
    expect(await refusalOfScenario({ golden: { calls: ['x', step] } })).toContain('golden.calls[1]');
  });
});

describe('a failed call that the agent repeated with success', () => {
  it('costs nothing where the path leaves it out', async () => {
    expect(await compare({ calls: ['pay'] }, 'pay!', 'pay')).toMatchObject({ matched: true, efficiency: 1 });
    expect(
      await compare({ calls: ['a', 'pay', 'b'] }, 'a', 'pay!', 'look!', 'pay!', 'look', 'pay', 'b'),
    ).toMatchObject({ penalty: 1, efficiency: 3 / 4 });
    const { alignment } = await judge({ golden: { calls: ['pay'] } }, runOf('pay!', 'pay'));
    expect(alignment?.steps).toMatchObject([
      { kind: 'extra', retried: true },
      { kind: 'kept', index: 1 },
    ]);
    const set = { calls: [{ any_order: ['a', 'pay'] }] };
    expect(await compare(set, 'pay!', 'a', 'pay')).toMatchObject({ matched: true });
  });

  it('may be a step of the path all the same', async () => {
    expect(await compare({ calls: ['pay', 'pay'] }, 'pay!', 'pay')).toMatchObject({ matched: true });
    expect(await compare({ calls: [{ tool: 'pay', is_error: true }, 'pay'] }, 'pay!', 'pay')).toMatchObject({
      matched: true,
    });
    expect(await compare({ calls: [{ tool: 'pay', is_error: true }, 'pay'] }, 'pay', 'pay')).toMatchObject({
      penalty: 1,
    });
  });

  it.each<[string, ShortCall[], number]>([
    ['that is not repeated', ['pay', 'wipe!'], 1],
    ['that fails again', ['pay', 'wipe!', 'wipe!'], 2],
    ['that was done before', ['pay', 'pay!'], 1],
    [
      'that another server did',
      [
        { name: 'pay', server: 'a', is_error: true },
        { name: 'pay', server: 'b' },
      ],
      1,
    ],
    ['whose repetition has no answer', ['pay!', { name: 'pay', unanswered: true }], 1],
  ])('is no call %s', async (_, calls, penalty) => {
    expect(await compare({ calls: ['pay'] }, ...calls)).toMatchObject({ penalty });
  });

  it('counts where the suite says so', async () => {
    const golden = { calls: ['pay'], retries: 'count' };
    expect(await compare(golden, 'pay!', 'pay')).toMatchObject({
      matched: false,
      penalty: 1,
      efficiency: 1 / 2,
    });
    expect(await refusalOfScenario({ golden: { calls: [], retries: 'never' } })).toContain('golden.retries');
  });

  it('is wanted or not by `is_error` of a step', async () => {
    const { alignment } = await judge(
      { golden: { calls: [{ tool: 'pay', is_error: false }] } },
      runOf('pay!'),
    );
    expect(alignment?.steps).toMatchObject([{ kind: 'replaced', reason: 'expected to succeed' }]);
  });
});
