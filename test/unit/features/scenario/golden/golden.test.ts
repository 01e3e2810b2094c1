import { describe, expect, it } from 'vitest';
import { type AlignedStep, alignmentOf } from '../../../../../src/features/scenario/golden/golden.ts';
import { judge, refusalOfScenario, runOf, type ShortCall, turnsOf } from '../../../../support/scenarios.ts';

/** The outcome without its alignment, and the alignment in short: `=` kept, `~` replaced, `-` missing, `+` extra. */
async function compare(golden: object, ...calls: ShortCall[]) {
  const { golden: outcome } = await judge({ golden }, runOf(...calls));
  const { path, placed: _, calls: __, ...rest } = outcome!;
  return { ...rest, source: path.name, alignment: [...alignmentOf(outcome!)].map(inShort).join(' ') };
}

const SIGNS = { kept: '=', replaced: '~', missing: '-', extra: '+' };

function inShort(aligned: AlignedStep): string {
  const { kind } = aligned;
  const step = kind === 'extra' ? '' : aligned.step;
  const call = kind === 'missing' ? '' : aligned.call;
  return `${SIGNS[kind]}${[step, call].filter((index) => index !== '').join('/')}`;
}

describe('the golden path', () => {
  const three = { calls: ['a', 'b', 'c'] };

  it.each<[string, object, string[], object]>([
    [
      'the very calls',
      three,
      ['a', 'b', 'c'],
      { exact: true, penalty: 0, efficiency: 1, alignment: '=0/0 =1/1 =2/2' },
    ],
    [
      'an extra call',
      three,
      ['a', 'x', 'b', 'c'],
      {
        matched: false,
        exact: false,
        alternate: false,
        penalty: 1,
        efficiency: 3 / 4,
        alignment: '=0/0 +1 =1/2 =2/3',
      },
    ],
    ['a missing call', three, ['a', 'c'], { penalty: 1, efficiency: 2 / 3, alignment: '=0/0 -1 =2/1' }],
    [
      'a replaced call',
      three,
      ['a', 'x', 'c'],
      { penalty: 1, efficiency: 2 / 3, alignment: '=0/0 ~1/1 =2/2' },
    ],
    ['nothing', three, [], { penalty: 3, efficiency: 0, alignment: '-0 -1 -2' }],
    ['calls for nothing', { calls: [] }, ['a'], { penalty: 1, efficiency: 0, alignment: '+0' }],
    ['two empty sequences', { calls: [] }, [], { matched: true, exact: true, penalty: 0, efficiency: 1 }],
    ['the calls in another order', three, ['a', 'c', 'b'], { penalty: 2, efficiency: 2 / 3 }],
    ['a call made twice', three, ['a', 'b', 'b', 'c'], { penalty: 1, efficiency: 3 / 4 }],
    [
      'an alternate',
      { calls: ['a'], alternates: [['x'], ['b', 'c']] },
      ['b', 'c'],
      { matched: true, exact: false, alternate: true, penalty: 0, efficiency: 1, source: 'alternates[1]' },
    ],
    [
      'calls and alternate alike',
      { calls: ['a'], alternates: [['a']] },
      ['a'],
      { exact: true, alternate: false, source: 'calls' },
    ],
    [
      'the nearest of them',
      { calls: ['a', 'b', 'c', 'd'], alternates: [['a', 'b']] },
      ['a', 'b', 'x'],
      { penalty: 1, efficiency: 2 / 3, source: 'alternates[0]' },
    ],
    [
      'an empty alternate',
      { calls: ['a'], alternates: [[]] },
      [],
      { alternate: true, matched: true, efficiency: 1 },
    ],
  ])('compares %s', async (_, golden, calls, outcome) => {
    expect(await compare(golden, ...calls)).toMatchObject(outcome);
  });

  it('costs nothing for an optional step that is left out, which is then no part of the path', async () => {
    const golden = { calls: ['a', { tool: 'b', optional: true }, 'c'] };
    expect(await compare(golden, 'a', 'c')).toMatchObject({ exact: true, penalty: 0, efficiency: 1 });
    expect(await compare(golden, 'a', 'b', 'c')).toMatchObject({ exact: true, penalty: 0, efficiency: 1 });
    expect(await compare(golden, 'a', 'x', 'c')).toMatchObject({
      matched: false,
      penalty: 1,
      efficiency: 2 / 3,
    });
    expect(await compare(golden, 'a')).toMatchObject({ penalty: 1, efficiency: 1 / 2 });
    expect(await compare({ calls: [{ tool: 'b', optional: true }] })).toMatchObject({
      exact: true,
      efficiency: 1,
    });
  });

  it('skips any number of optional steps to keep one that counts', async () => {
    const optional = ['a', 'b', 'c'].map((tool) => ({ tool, optional: true }));
    const outcome = await compare({ calls: [...optional, 'e'] }, 'e', 'y', 'z');
    expect(outcome).toMatchObject({ penalty: 2, efficiency: 1 / 3, alignment: '-0 -1 -2 =3/0 +1 +2' });
  });

  it('leaves an optional step out rather than have it replaced, which makes the path no longer', async () => {
    const golden = { calls: [{ tool: 'b', optional: true }, 'c', 'd', 'e'] };
    expect(await compare(golden, 'x', 'c')).toMatchObject({ penalty: 3, efficiency: 1 / 3 });
  });

  it('takes the path of which most steps were kept where the penalty is the same', async () => {
    // the first has the higher efficiency, 2 of 3, but keeps fewer steps
    const golden = { calls: ['a', 'b', 'y'], alternates: [['x', 'a', 'b', 'q', 'q']] };
    const outcome = { penalty: 2, source: 'alternates[0]', efficiency: 3 / 5 };
    expect(await compare(golden, 'x', 'a', 'b')).toMatchObject(outcome);
  });

  it('then the one with the higher efficiency', async () => {
    const golden = { calls: ['z', 'a', 'b', 'q'], alternates: [['a', 'b', 'y']] };
    const outcome = { penalty: 2, source: 'alternates[0]', efficiency: 2 / 3 };
    expect(await compare(golden, 'x', 'a', 'b')).toMatchObject(outcome);
  });

  it('then the first in the file', async () => {
    const golden = {
      calls: ['x'],
      alternates: [
        ['a', 'x'],
        ['a', 'y'],
      ],
    };
    expect(await compare(golden, 'a', 'z')).toMatchObject({
      source: 'alternates[0]',
      penalty: 1,
      efficiency: 1 / 2,
    });
    const alike = { calls: ['a', 'y'], alternates: [['a', 'x']] };
    expect(await compare(alike, 'a', 'z')).toMatchObject({ source: 'calls', penalty: 1 });
  });

  it('wants the server and the arguments of a step', async () => {
    const golden = { calls: [{ tool: 'a', server: 's', args: { 'x.n': { min: 2 }, id: 'Q' } }] };
    const args = { x: { n: 2 }, id: 'Q' };
    expect(await compare(golden, { name: 'a', server: 's', args })).toMatchObject({ exact: true });
    expect(await compare(golden, { name: 'a', server: 't', args })).toMatchObject({ penalty: 1 });
    expect(await compare(golden, { name: 'a', args })).toMatchObject({ penalty: 1 });
    expect(await compare(golden, { name: 'a', server: 's', args: { ...args, id: 'R' } })).toMatchObject({
      penalty: 1,
    });
  });

  it('takes names as they are, globs are none', async () => {
    expect(await compare({ calls: ['a*'] }, 'ab')).toMatchObject({ matched: false });
  });

  it('runs through all turns, failed calls included', async () => {
    const { golden } = await judge({ golden: three }, turnsOf([['a', 'b!'], 'one'], [['c'], 'two']));
    expect(golden).toMatchObject({ exact: true });
  });

  it('that is missed does not fail the scenario by itself', async () => {
    const judged = await judge({ transitions: [{ tool: '*' }], golden: three }, runOf('a'));
    expect(judged).toMatchObject({ passed: true, golden: { matched: false } });
  });

  it('is refused where path and recording are too long to compare', async () => {
    const of = (tool: string) => Array.from({ length: 25_000 }, () => tool);
    const golden = { calls: [], alternates: [['a', ...of('b')]] };
    await expect(compare(golden, 'a', ...of('c'))).rejects.toThrow(
      /`golden.alternates\[0\]` of 25001 steps and the recording of 25001 calls .* 625050001 .* 400000000/,
    );
  });

  it('is compared however long it is with a recording that begins and ends alike', async () => {
    const of = (tool: string) => Array.from({ length: 25_000 }, () => tool);
    const golden = { calls: [...of('a'), 'b', ...of('c')] };
    expect(await compare(golden, ...of('a'), 'x', 'b', ...of('c'))).toMatchObject({ penalty: 1 });
  });

  it('without calls is refused', async () => {
    expect(await refusalOfScenario({ golden: { alternates: [['a']] } })).toContain('golden.calls');
  });
});

describe('the alignment by name', () => {
  const steps = async (golden: object, run: ReturnType<typeof runOf>) =>
    (await judge({ golden }, run)).alignment?.steps;

  it('gives each step and call its place, and says which guard a call of the right tool failed', async () => {
    const golden = {
      calls: ['a', { tool: 'pay', args: { amount: 5, to: 'ann' } }, { tool: 'b', optional: true }, 'z'],
    };
    const run = turnsOf([['a'], 'one'], [['x', ['pay', { amount: 6, to: 'ann' }]], 'two'], [['y']]);
    expect(await steps(golden, run)).toEqual([
      { kind: 'kept', expected: 'a', turn: 0, index: 0, tool: 'a' },
      { kind: 'extra', turn: 1, index: 1, tool: 'x' },
      {
        kind: 'replaced',
        expected: 'pay',
        turn: 1,
        index: 2,
        tool: 'pay',
        reason: 'the argument `amount`: found `6`, expected `5`',
      },
      { kind: 'missing', expected: 'b', optional: true },
      { kind: 'replaced', expected: 'z', turn: 2, index: 3, tool: 'y' },
    ]);
  });

  it('puts a call in the place of the step that wants its tool, where that costs no more', async () => {
    const golden = { calls: ['find', { tool: 'pay', args: { amount: 5 } }, 'tell'] };
    expect(await steps(golden, runOf('find', ['pay', { amount: 6 }]))).toMatchObject([
      { kind: 'kept' },
      { kind: 'replaced', expected: 'pay', reason: 'the argument `amount`: found `6`, expected `5`' },
      { kind: 'missing', expected: 'tell' },
    ]);
  });

  it('names the server that a call was expected on', async () => {
    expect(await steps({ calls: [{ tool: 'a', server: 's' }] }, runOf('a'))).toMatchObject([
      { kind: 'replaced', reason: 'expected on the server `s`, called on none' },
    ]);
  });
});
