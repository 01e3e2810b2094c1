import { describe, expect, it } from 'vitest';
import { traceRun } from '../../../../../src/features/scenario/world/trajectory.ts';
import { runOf, type ShortCall, scenarioOf } from '../../../../support/scenarios.ts';

async function trace(written: Record<string, unknown>, ...calls: readonly ShortCall[]) {
  return traceRun(await scenarioOf(written), runOf(...calls), calls.length);
}

/** What one effect is said to have done. */
async function wordsOf(
  effect: unknown,
  args: Record<string, unknown> = {},
  seed: object = {},
): Promise<string> {
  const { steps } = await trace({ seed, transitions: [{ tool: 't', effect }] }, ['t', args]);
  return steps[0]?.words ?? '';
}

describe('a trajectory', () => {
  it.each([
    [{ 'shelf.full': true }, 'shelf.full = true'],
    [{ x: { set: { inc: 1 } } }, 'x = {"inc":1}'],
    [{ n: { inc: 2 } }, 'n + 2 = 5'],
    [{ n: { dec: { from_arg: 'by' } } }, 'n - 1.5 = 1.5'],
    [{ x: { from_arg: 'who' } }, 'x = "ann"'],
    [{ x: { from_arg: 'no', optional: true } }, 'x stays as it is'],
    [{ list: { append: { from_arg: 'who' } } }, 'list gets "ann"'],
    [{ n: { remove: true } }, 'n is removed'],
    [{ 'by.{who}': 1, n: { inc: 1 } }, 'by.ann = 1, n + 1 = 4'],
    [{}, 'changes nothing'],
  ])('says what %j did', async (effect, words) => {
    expect(await wordsOf(effect, { who: 'ann', by: 1.5 }, { n: 3 })).toBe(words);
  });

  it('says why a call did nothing, and what would have been allowed', async () => {
    const { steps } = await trace(
      {
        seed: { open: false },
        transitions: [
          { tool: 'look' },
          { tool: 'enter', when: { open: true } },
          { tool: 'open', effect: { open: true } },
          { tool: 'call_{a,b}', when: { 'people.{who}': { exists: true } } },
        ],
        forbidden: [
          { tool: 'burn', reason: 'nothing is burnt' },
          { tool: 'look', when: { open: true }, reason: 'not now' },
        ],
      },
      'look!',
      'enter',
      'burn',
      'open',
      'look',
    );
    expect(steps.map(({ index, kind, words, allowed }) => [index, kind, words, allowed])).toEqual([
      [0, 'refused', 'the server answered with an error: changes nothing', undefined],
      [1, 'invalid', "invalid: the world's `open`: found `false`, expected `true`", 'look, open, call_{a,b}'],
      [2, 'forbidden', 'forbidden: nothing is burnt', 'look, open, call_{a,b}'],
      [3, 'applied', 'open = true', undefined],
      [4, 'forbidden', "forbidden: not now; since the world's `open` is `true`", 'enter, open, call_{a,b}'],
    ]);
  });

  it.each([
    [{ n: { inc: 2 } }, [{ path: 'n', before: '3', after: '5' }]],
    [{ n: 3, x: { from_arg: 'who' } }, [{ path: 'x', after: '"ann"' }]],
    [{ n: { remove: true } }, [{ path: 'n', before: '3' }]],
    [{ 'by.{who}': 1 }, [{ path: 'by.ann', after: '1' }]],
    [{ x: { from_arg: 'no', optional: true } }, undefined],
  ])('holds the world before and after %j', async (effect, changes) => {
    const { steps } = await trace({ seed: { n: 3 }, transitions: [{ tool: 't', effect }] }, [
      't',
      { who: 'ann' },
    ]);
    expect(steps[0]?.changes).toEqual(changes);
  });

  it('holds the world before each call, also after calls that are not shown', async () => {
    const calls = Array.from({ length: 200 }, () => 'more');
    const { steps } = await trace(
      { seed: { n: 0 }, transitions: [{ tool: 'more', effect: { n: { inc: 1 } } }] },
      ...calls,
    );
    expect(steps.at(-1)?.changes).toEqual([{ path: 'n', before: '199', after: '200' }]);
  });

  it('holds a bounded number of changes, each cut', async () => {
    const effect = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`n${index}`, 'x'.repeat(10_000)]),
    );
    const { steps } = await trace({ transitions: [{ tool: 't', effect }] }, 't');
    expect(steps[0]?.changes).toHaveLength(20);
    expect(steps[0]?.changes?.[0]?.after?.length).toBeLessThan(250);
  });

  it('keeps the start, the end, and what went wrong between, of however many calls', async () => {
    const calls = Array.from({ length: 10_000 }, (_, index) => (index % 100 === 50 ? 'wrong' : 'right'));
    const { steps } = await trace({ transitions: [{ tool: 'right' }] }, ...calls);
    const indexes = steps.map(({ index }) => index);
    expect(indexes.slice(0, 33)).toEqual([...Array.from({ length: 30 }, (_, index) => index), 50, 150, 250]);
    expect(indexes.slice(-10)).toEqual(Array.from({ length: 10 }, (_, index) => 9990 + index));
    expect(steps).toHaveLength(90);
  });

  it('cuts long arguments', async () => {
    const { steps } = await trace({}, ['t', { text: 'x'.repeat(100_000) }]);
    expect(steps[0]?.args.length).toBeLessThan(100);
  });
});

describe('what is allowed in place of a call', () => {
  /** What is said to be allowed where the last call is made. */
  async function allowed(written: Record<string, unknown>, ...calls: readonly ShortCall[]) {
    return (await trace(written, ...calls)).steps.at(-1)?.allowed;
  }

  it.each<[string, Record<string, unknown>, ShortCall, string]>([
    [
      'the tool itself only with other arguments',
      { transitions: ['look', { tool: 'pay', args: { amount: { max: 5 } } }] },
      ['pay', { amount: 6 }],
      'look, pay with other arguments',
    ],
    [
      'arguments that an effect would take',
      { transitions: [{ tool: 'pay', effect: { paid: { inc: { from_arg: 'amount' } } } }] },
      ['pay', {}],
      'pay with other arguments',
    ],
    [
      'no tool that no arguments make possible',
      { seed: { paid: 'no' }, transitions: ['look', { tool: 'pay', effect: { paid: { inc: 1 } } }] },
      'pay',
      'look',
    ],
    ['another server', { transitions: [{ tool: 'pay', server: 'bank' }] }, 'pay', 'pay on the server bank'],
    [
      'a tool with arguments that are not forbidden',
      { transitions: ['pay'], forbidden: [{ tool: 'pay', args: { amount: { min: 5 } }, reason: 'r' }] },
      ['pay', { amount: 6 }],
      'pay with other arguments',
    ],
    [
      'all that a glob stands for but the tool itself',
      { transitions: ['*'], forbidden: [{ tool: 'drop', reason: 'r' }] },
      'drop',
      '* but drop',
    ],
  ])('names %s', async (_, { transitions, ...written }, call, words) => {
    const tools = (transitions as unknown[]).map((each) =>
      typeof each === 'string' ? { tool: each } : each,
    );
    expect(await allowed({ ...written, transitions: tools }, call)).toBe(words);
  });
});
