import { describe, expect, it } from 'vitest';
import { cloneJson } from '../../../src/assertions/clone.ts';
import { addDecimal, asRead, ExactNumber, subtractDecimal } from '../../../src/assertions/decimal.ts';
import { isDeepEqual } from '../../../src/assertions/deep-equal.ts';
import { diffJson } from '../../../src/assertions/diff.ts';
import { show } from '../../../src/assertions/show.ts';
import { counted } from '../../support/counted.ts';

/** `{"a":{"a":...leaf}}`, so many levels deep. */
function nested(levels: number, leaf: unknown): unknown {
  let value = leaf;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value];
  return value;
}

describe('equality', () => {
  it.each([
    [1, 1],
    [0, -0],
    [null, null],
    ['a', 'a'],
    ['\ud800', '\ud800'],
    [
      [1, [2]],
      [1, [2]],
    ],
    [
      { a: 1, b: { c: [] } },
      { b: { c: [] }, a: 1 },
    ],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
    [JSON.parse('{"constructor":{},"valueOf":1}'), JSON.parse('{"constructor":{},"valueOf":1}')],
    [nested(1000, 1), nested(1000, 1)],
  ])('%# holds', (a, b) => {
    expect(isDeepEqual(a, b)).toBe(true);
  });

  it.each([2 ** 53, 1e20, 1e300, 2 ** 53 - 1, -(2 ** 53) + 1, 0.1, 0])('%d equals itself', (number) => {
    expect(isDeepEqual(number, number)).toBe(true);
  });

  it.each([
    [1, 2],
    [1, '1'],
    [0, false],
    [null, undefined],
    [undefined, undefined],
    [Number.NaN, Number.NaN],
    [null, {}],
    [[], {}],
    [{}, []],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ toString: 1 }, { a: 1 }],
    [JSON.parse('{"__proto__":1}'), { a: 1 }],
    [nested(1000, 1), nested(1000, 2)],
  ])('%# does not hold', (a, b) => {
    expect(isDeepEqual(a, b)).toBe(false);
    expect(isDeepEqual(b, a)).toBe(false);
  });
});

describe('a clone', () => {
  it('is equal, and shares nothing', () => {
    const value = JSON.parse('{"a":[{"b":null}],"__proto__":{"x":1},"constructor":"c"}');
    const copy = cloneJson(value);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect(copy.a).not.toBe(value.a);
    expect(copy.a[0]).not.toBe(value.a[0]);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(cloneJson('text')).toBe('text');
    expect(isDeepEqual(cloneJson(nested(1000, 1)), nested(1000, 1))).toBe(true);
  });
});

describe('a difference', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 0 }, { a: -0 }, []],
    [{ a: 1 }, { a: 2 }, [{ path: 'a', before: 1, after: 2 }]],
    [{ a: 1 }, {}, [{ path: 'a', before: 1 }]],
    [{}, { a: null }, [{ path: 'a', after: null }]],
    [{ a: null }, { a: {} }, [{ path: 'a', before: null, after: {} }]],
    [{ a: null }, { a: { b: 1 } }, [{ path: 'a', before: null, after: { b: 1 } }]],
    [
      {},
      { a: { b: 1, c: { d: 2 } } },
      [
        { path: 'a.b', after: 1 },
        { path: 'a.c.d', after: 2 },
      ],
    ],
    [
      { a: [1, { b: 2 }] },
      {},
      [
        { path: 'a[0]', before: 1 },
        { path: 'a[1].b', before: 2 },
      ],
    ],
    [
      {},
      { a: {}, b: [] },
      [
        { path: 'a', after: {} },
        { path: 'b', after: [] },
      ],
    ],
    [{ a: { b: 1 } }, { a: {} }, [{ path: 'a.b', before: 1 }]],
    [
      { a: [1, 2, 3] },
      { a: [1, 5] },
      [
        { path: 'a[1]', before: 2, after: 5 },
        { path: 'a[2]', before: 3 },
      ],
    ],
    [{ a: 1 }, { a: [1] }, [{ path: 'a', before: 1, after: [1] }]],
    [{ a: {} }, { a: [] }, [{ path: 'a', before: {}, after: [] }]],
    [
      { 'x y': 1, 'a.b': 1, 7: 1 },
      {},
      [
        { path: '7', before: 1 },
        { path: '["a.b"]', before: 1 },
        { path: '["x y"]', before: 1 },
      ],
    ],
    [{ o: { 1234: 1 } }, { o: { 1234: 2 } }, [{ path: 'o.1234', before: 1, after: 2 }]],
    [
      {},
      JSON.parse('{"__proto__":{"x":1},"toString":2}'),
      [
        { path: '__proto__.x', after: 1 },
        { path: 'toString', after: 2 },
      ],
    ],
    [1, 2, [{ path: '', before: 1, after: 2 }]],
  ])('%# is reported leaf by leaf', (before, after, changes) => {
    expect(diffJson(before, after)).toEqual(changes);
  });

  it('is sorted by path: keys by code unit, indexes by number', () => {
    const after = { b: 1, B: 1, a: Array.from({ length: 12 }, () => 1) };
    const paths = diffJson({}, after).map(({ path }) => path);
    expect(paths.slice(0, 4)).toEqual(['B', 'a[0]', 'a[1]', 'a[2]']);
    expect(paths.slice(-3)).toEqual(['a[10]', 'a[11]', 'b']);
  });

  it('skips what both sides share, and walks deep', () => {
    const shared = Object.defineProperty({}, 'never', {
      enumerable: true,
      get: () => {
        throw new Error('walked');
      },
    });
    expect(diffJson({ shared }, { shared })).toEqual([]);
    expect(diffJson(nested(1000, 1), nested(1000, 2))).toHaveLength(1);
  });
});

describe('decimal arithmetic', () => {
  it.each([
    [44, 109.27, 153.27],
    [0.1, 0.2, 0.3],
    [1, 2, 3],
    [-0, 0, 0],
    [0.1, -0.1, 0],
    [1e21, 1e21, 2e21],
    [2 ** 53, 2, 9007199254740994],
    [5e-324, 5e-324, 1e-323],
    [Number('1e400'), 1, undefined],
    [Number.NaN, 1, undefined],
    [1.5, 2.5, 4],
    [99.999, 0.001, 100],
  ])('%d + %d is %d', (a, b, sum) => {
    expect(addDecimal(a, b)).toEqual(sum);
    expect(addDecimal(b, a)).toEqual(sum);
  });

  it('subtracts', () => {
    expect(subtractDecimal(153.27, 109.27)).toBe(44);
    expect(subtractDecimal(0.3, 0.1)).toBe(0.2);
  });

  it.each([
    [1e21, 1, 1e21],
    [2 ** 53, 1, 2 ** 53],
    [-(2 ** 53), -1, -(2 ** 53)],
    [1e300, 1e-300, 1e300],
    [0.1, 5e-324, 0.1],
    [1000, 0.3333333333333333, 1000.3333333333334],
    [Number.MAX_VALUE, Number.MAX_VALUE, Number('Infinity')],
  ])('%d + %d is kept exactly, and read as %d', (a, b, nearest) => {
    const sum = addDecimal(a, b)!;
    expect(sum).toBeInstanceOf(ExactNumber);
    expect(asRead(sum)).toBe(nearest);
    expect(asRead({ list: [sum, 1], one: 1 })).toEqual({ list: [nearest, 1], one: 1 });
    expect(subtractDecimal(sum, b)).toBe(a);
    expect(subtractDecimal(sum, a)).toBe(b);
  });

  it('returns a value without such a sum unchanged', () => {
    const world = { a: [1, { b: 'x' }], c: null };
    expect(asRead(world)).toBe(world);
  });
});

describe('a value in a message', () => {
  it.each([
    [undefined, 'nothing'],
    [null, '`null`'],
    ['a "b"\n', '`"a \\"b\\"\\n"`'],
    [{ a: [1, 'x', {}], b: null }, '`{"a":[1,"x",{}],"b":null}`'],
    [Number.NaN, '`NaN`'],
    [Number('1e400'), '`Infinity`'],
    [-0, '`0`'],
    ['x'.repeat(100), `\`"${'x'.repeat(59)}…\``],
    ['😀'.repeat(100), `\`"${'😀'.repeat(29)}…\``],
    ['\ud800', '`"\\ud800"`'],
    [Array(100).fill('ab'), `\`[${'"ab",'.repeat(11)}"ab"…\``],
  ])('%# is shown short', (value, text) => {
    expect(show(value)).toBe(text);
  });

  it('does not read more of a large one', () => {
    const deep = nested(1000, 1);
    const list = Array.from({ length: 100_000 }, (_, i) => i);
    for (const value of [
      { list, deep },
      { deep, list },
    ]) {
      const large = counted(value, 1000);
      show(large.value);
      expect(large.reads()).toBeGreaterThan(20);
    }
    expect(show(nested(1000, 1)).length).toBeLessThan(70);
  });
});
