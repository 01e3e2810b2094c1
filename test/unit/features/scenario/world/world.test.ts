import { describe, expect, it } from 'vitest';
import { refusalOfScenario, replayOf, runOf, type ShortCall } from '../../../../support/scenarios.ts';

/** Calls `tool` once with these arguments in a world where it has this effect. */
function once(seed: object, effect: object, args: Record<string, unknown> = {}) {
  return replayOf({ seed, transitions: [{ tool: 'tool', effect }] }, runOf(['tool', args]));
}

describe('an effect', () => {
  it.each<[string, object, object, Record<string, unknown>, object]>([
    ['a bare scalar is set', {}, { full: true }, {}, { full: true }],
    ['null is set', { a: 1 }, { a: null }, {}, { a: null }],
    ['a bare object is set', {}, { a: { x: 1, y: 2 } }, {}, { a: { x: 1, y: 2 } }],
    ['a bare list is set', {}, { a: [1, 2] }, {}, { a: [1, 2] }],
    [
      'an object with an operation and another key is set',
      {},
      { a: { inc: 1, b: 2 } },
      {},
      { a: { inc: 1, b: 2 } },
    ],
    ['an empty object is set', {}, { a: {} }, {}, { a: {} }],
    ['set', { a: 1 }, { a: { set: 5 } }, {}, { a: 5 }],
    ['set sets literally', {}, { a: { set: { inc: 1 } } }, {}, { a: { inc: 1 } }],
    ['inc', { a: 3 }, { a: { inc: 2 } }, {}, { a: 5 }],
    ['inc of what is absent', {}, { 'a.b': { inc: 2 } }, {}, { a: { b: 2 } }],
    ['inc is decimal-exact', { a: 44 }, { a: { inc: 109.27 } }, {}, { a: 153.27 }],
    ['inc by less than nothing', { a: 1 }, { a: { inc: -1.5 } }, {}, { a: -0.5 }],
    ['inc by an argument', { a: 1 }, { a: { inc: { from_arg: 'n.by' } } }, { n: { by: 4 } }, { a: 5 }],
    ['dec', { a: 0.3 }, { a: { dec: 0.1 } }, {}, { a: 0.2 }],
    ['dec of what is absent', {}, { a: { dec: 2 } }, {}, { a: -2 }],
    ['dec by an argument', { a: 1 }, { a: { dec: { from_arg: 'n' } } }, { n: 4 }, { a: -3 }],
    ['inc to what no number is written like', { a: 2 ** 53 }, { a: { inc: 1 } }, {}, { a: 2 ** 53 }],
    ['inc by next to nothing', { a: 1 }, { a: { inc: 1e-20 } }, {}, { a: 1 }],
    ['inc by many digits', { a: 1000 }, { a: { inc: 109.26999999999998 } }, {}, { a: 1109.27 }],
    [
      'inc in a list',
      { a: [0.3333333333333333] },
      { 'a[0]': { inc: 1000 } },
      {},
      { a: [1000.3333333333334] },
    ],
    ['from_arg', {}, { a: { from_arg: 'x.y[1]' } }, { x: { y: [1, { z: 2 }] } }, { a: { z: 2 } }],
    ['from_arg of null', {}, { a: { from_arg: 'x' } }, { x: null }, { a: null }],
    ['from_arg of everything', {}, { a: { from_arg: '' } }, { x: 1, y: [2] }, { a: { x: 1, y: [2] } }],
    ['an optional argument that is there', {}, { a: { from_arg: 'x', optional: true } }, { x: 0 }, { a: 0 }],
    ['an optional argument that is absent', { a: 1 }, { a: { from_arg: 'x', optional: true } }, {}, { a: 1 }],
    [
      'an optional argument that is null',
      { a: 1 },
      { a: { from_arg: 'x', optional: true } },
      { x: null },
      { a: 1 },
    ],
    ['append', { a: [1] }, { a: { append: 2 } }, {}, { a: [1, 2] }],
    ['append to what is absent', {}, { 'b.a': { append: { x: 1 } } }, {}, { b: { a: [{ x: 1 }] } }],
    ['append an argument', { a: [] }, { a: { append: { from_arg: 'x' } } }, { x: [1] }, { a: [[1]] }],
    [
      'append an object that looks like an operation',
      {},
      { a: { append: { inc: 1 } } },
      {},
      { a: [{ inc: 1 }] },
    ],
    ['remove', { a: 1, b: 2 }, { a: { remove: true } }, {}, { b: 2 }],
    ['remove what is missing', { b: 2 }, { 'a.x.y': { remove: true } }, {}, { b: 2 }],
    ['remove an element', { a: [1, 2, 3] }, { 'a[1]': { remove: true } }, {}, { a: [1, 3] }],
    ['a literal dot', {}, { 'a\\.b.c': 1 }, {}, { 'a.b': { c: 1 } }],
    [
      'a quoted segment',
      {},
      { 'a["b.c"].d': 1, 'e.["any key"]': 2 },
      {},
      { a: { 'b.c': { d: 1 } }, e: { 'any key': 2 } },
    ],
    ['an index', { a: [{ n: 1 }] }, { 'a.0.n': { inc: 1 }, 'a[1]': 'x' }, {}, { a: [{ n: 2 }, 'x'] }],
    ['a template', {}, { 'r.{id}.status': 'x' }, { id: 'Q1' }, { r: { Q1: { status: 'x' } } }],
    ['a template is never split', {}, { 'r.{id}': 1 }, { id: 'a.b["c"]' }, { r: { 'a.b["c"]': 1 } }],
    [
      'a template in part of a segment',
      {},
      { 'r_{a.id}_{n}': 1 },
      { a: { id: 7 }, n: true },
      { r_7_true: 1 },
    ],
    ['a template that comes out decimal', { l: ['a', 'b'] }, { 'l.{i}': 'x' }, { i: 1 }, { l: ['a', 'x'] }],
    ['no template in a quoted segment', {}, { '["{id}"]': 1 }, { id: 'x' }, { '{id}': 1 }],
    [
      'effects happen in file order',
      {},
      { a: 1, b: { inc: 1 }, 'a ': { append: 1 } },
      {},
      { a: 1, b: 1, 'a ': [1] },
    ],
  ])('%s', async (_, seed, effect, args, state) => {
    const run = await once(seed, effect, args);
    expect(run.events).toEqual(['applied']);
    expect(run.state).toEqual(state);
  });

  it.each<[string, object, object, Record<string, unknown>, string]>([
    ['inc of text', { a: '1' }, { a: { inc: 1 } }, {}, '`a` is `"1"`, expected a number to add to'],
    ['inc of null', { a: null }, { a: { inc: 1 } }, {}, '`a` is `null`, expected a number to add to'],
    ['dec of a list', { a: [] }, { a: { dec: 1 } }, {}, '`a` is `[]`, expected a number to subtract from'],
    [
      'inc by text',
      {},
      { a: { inc: { from_arg: 'n' } } },
      { n: '2' },
      'the argument `n` is `"2"`, which is not a number',
    ],
    ['inc by nothing', {}, { a: { inc: { from_arg: 'n' } } }, {}, 'the argument `n` is missing'],
    ['append to a scalar', { a: 1 }, { a: { append: 1 } }, {}, '`a` is `1`, not a list to append to'],
    ['append to null', { a: null }, { a: { append: 1 } }, {}, '`a` is `null`, not a list to append to'],
    ['append nothing', {}, { a: { append: { from_arg: 'x' } } }, {}, 'the argument `x` is missing'],
    ['from_arg of nothing', {}, { a: { from_arg: 'x' } }, {}, 'the argument `x` is missing'],
    [
      'from_arg below a scalar',
      {},
      { a: { from_arg: 'x.length' } },
      { x: 'text' },
      'the argument `x.length` is missing',
    ],
    ['a path through a scalar', { a: 1 }, { 'a.b': 1 }, {}, '`a` is `1`, which has no members'],
    ['a path through null', { a: null }, { 'a.b': 1 }, {}, '`a` is `null`, which has no members'],
    ['a key of a list', { a: [] }, { 'a.b': 1 }, {}, '`a` is a list, and `b` is not an index'],
    [
      'an index far beyond a list',
      { a: [] },
      { 'a[2]': 1 },
      {},
      '`a` has 0 elements, so `[2]` is beyond its end',
    ],
    ['a template without its argument', {}, { 'r.{id}': 1 }, {}, 'the argument `id` is missing'],
    [
      'a template of an object',
      {},
      { 'r.{id}': 1 },
      { id: {} },
      'the argument `id` is `{}`; a path accepts text, a number, true or false',
    ],
    [
      'a template of null',
      {},
      { 'r.{id}': 1 },
      { id: null },
      'the argument `id` is `null`; a path accepts text, a number, true or false',
    ],
  ])('makes the call invalid: %s', async (_, seed, effect, args, reason) => {
    const run = await once(seed, effect, args);
    expect(run.events).toEqual([`invalid: ${reason}`]);
    expect(run.state).toEqual(seed);
  });

  it('is all or nothing with the others of its call', async () => {
    const seed = { l: [1, 2], o: { x: 1 }, n: 1, bad: 'text' };
    const effect = {
      'new.deep': 1,
      l: { append: 3 },
      'l[0]': { remove: true },
      'o.x': { remove: true },
      n: { inc: 1 },
      o: 'replaced',
      bad: { inc: 1 },
    };
    const run = await once(seed, effect);
    expect(run.invalidActions).toBe(1);
    expect(run.state).toEqual(seed);
  });

  it('of a later call starts where the earlier ones ended', async () => {
    const transitions = [
      { tool: 'add', effect: { n: { inc: { from_arg: 'by' } } } },
      { tool: 'bad', effect: { n: { inc: 5 }, 'n.x': 1 } },
    ];
    const calls: ShortCall[] = [['add', { by: 0.1 }], 'bad', ['add', { by: 0.2 }]];
    expect((await replayOf({ seed: {}, transitions }, runOf(...calls))).state).toEqual({ n: 0.3 });
  });

  it('puts copies into the world', async () => {
    const item = { list: [1] };
    const transitions = [
      { tool: 'put', effect: { a: { from_arg: 'item' }, b: { from_arg: 'item' } } },
      { tool: 'change', effect: { 'a.list': { append: 2 } } },
    ];
    const run = await replayOf({ transitions }, runOf(['put', { item }], 'change'));
    expect(run.state).toEqual({ a: { list: [1, 2] }, b: { list: [1] } });
    expect(item).toEqual({ list: [1] });
  });

  it('reaches no prototype', async () => {
    const effect = { '__proto__.polluted': 1, 'constructor.prototype.polluted': 2, '{key}.polluted': 3 };
    const run = await once({}, effect, { key: '__proto__' });
    expect(run.events).toEqual(['applied']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(run.state)).toEqual(['__proto__', 'constructor']);
  });

  it.each<[object, string]>([
    [{ a: { inc: '1' } }, 'must be a finite number, found `"1"`'],
    [{ a: { dec: { from_arg: 'x', optional: true } } }, 'must be a number or `{ from_arg: ... }`'],
    [{ a: { remove: false } }, 'must be `true`, found `false`'],
    [{ a: { from_arg: 1 } }, 'must be the path of an argument, found `1`'],
    [{ 'a..b': 1 }, 'found an empty segment'],
    [{ 'a.{}': 1 }, '`{}` does not name an argument'],
  ])('is refused by the loader: %j', async (effect, message) => {
    expect(await refusalOfScenario({ transitions: [{ tool: 't', effect }] })).toContain(message);
  });
});

describe('a sum that no number is written like', () => {
  const transitions = [
    { tool: 'add', when: { 'a.n': { min: 1 } }, effect: { 'a.n': { inc: { from_arg: 'by' } } } },
    { tool: 'take', when: { a: { ne: {} } }, effect: { 'a.n': { dec: { from_arg: 'by' } } } },
    { tool: 'below', effect: { 'a.n.m': 1 } },
    { tool: 'append', effect: { 'a.n': { append: 1 } } },
    { tool: 'fail', effect: { 'a.n': { inc: 0.5 }, 'b.c': 1 } },
    { tool: 'whole', when: { a: { eq: { n: 1000.3333333333334 } } } },
  ];
  const play = (n: number, ...calls: readonly ShortCall[]) =>
    replayOf({ seed: { a: { n }, b: 0 }, transitions }, runOf(...calls));

  it.each([
    [1000, 109.26999999999998],
    [1000, 0.3333333333333333],
    [1, 1e-20],
    [1e300, 1e-300],
    [2 ** 53, 1],
    [Number.MAX_VALUE, Number.MAX_VALUE],
  ])('is kept: %d + %d, less the same, is the start', async (n, by) => {
    const run = await play(n, ['add', { by }], ['add', { by }], ['take', { by }], ['take', { by }]);
    expect(run.events).toEqual(['applied', 'applied', 'applied', 'applied']);
    expect(run.state).toEqual({ a: { n }, b: 0 });
  });

  it('is seen as the nearest number, alone and in what holds it', async () => {
    const run = await play(1000, ['add', { by: 0.3333333333333333 }], 'whole');
    expect(run.events).toEqual(['applied', 'applied']);
    expect(run.state).toEqual({ a: { n: 1000.3333333333334 }, b: 0 });
  });

  it('is a number like any other', async () => {
    const run = await play(1000, ['add', { by: 0.3333333333333333 }], 'below', 'append', 'fail');
    expect(run.events).toEqual([
      'applied',
      'invalid: `a.n` is `1000.3333333333334`, which has no members',
      'invalid: `a.n` is `1000.3333333333334`, not a list to append to',
      'invalid: `b` is `0`, which has no members',
    ]);
    expect(run.state).toEqual({ a: { n: 1000.3333333333334 }, b: 0 });
  });

  it('is an error of the run only when it ends beyond all numbers', async () => {
    const by = Number.MAX_VALUE;
    await expect(play(by, ['add', { by }])).rejects.toThrow(
      "the world's `a.n` ends as a number that is too large to report",
    );
  });
});
