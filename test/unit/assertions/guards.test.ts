import { describe, expect, it } from 'vitest';
import {
  compileExpectation,
  compileGuard,
  explain,
  type Guard,
  holds,
} from '../../../src/assertions/guards.ts';
import { counted } from '../../support/counted.ts';

function guard(value: unknown): Guard {
  const result = compileGuard(value);
  if (result.kind === 'faulty') throw new Error(result.faults[0]?.message);
  return result.value;
}

function expectation(value: unknown): Guard {
  const result = compileExpectation(value);
  if (result.kind === 'faulty') throw new Error(result.faults[0]?.message);
  return result.value;
}

describe('a guard', () => {
  it.each([
    [5, 5],
    [null, null],
    [[1], [1]],
    ['a', 'a'],
    [0, -0],
    [{ eq: { a: 1, b: 2 } }, { b: 2, a: 1 }],
    [{ eq: {} }, {}],
    [{ ne: 5 }, 6],
    [{ ne: 5 }, undefined],
    [{ min: 1 }, 1],
    [{ max: 1 }, 1],
    [{ min: 1, max: 3 }, 2],
    [{ one_of: [1, [2]] }, [2]],
    [{ unordered: ['a', 'b', 'a'] }, ['b', 'a', 'a']],
    [{ unordered: [{ a: 1, b: 2 }, -0] }, [0, { b: 2, a: 1 }]],
    [{ unordered: [['a', 'b']] }, [['a', 'b']]],
    [{ contains: 'git push' }, 'cd a && git push'],
    [{ exists: true }, null],
    [{ exists: true }, false],
    [{ exists: false }, undefined],
    [{ exists: true, ne: null }, 0],
    [JSON.parse('{"eq":{"__proto__":1}}'), JSON.parse('{"__proto__":1}')],
  ])('%j holds for %j', (value, actual) => {
    expect(holds(guard(value), actual)).toBe(true);
  });

  it.each([
    [5, 6, 'found `6`, expected `5`'],
    [5, '5', 'found `"5"`, expected `5`'],
    [5, undefined, 'found nothing, expected `5`'],
    [null, undefined, 'found nothing, expected `null`'],
    [{ eq: 1 }, [1], 'found `[1]`, expected `1`'],
    [{ ne: 5 }, 5, 'found `5`, expected anything but `5`'],
    [{ min: 1 }, 0, 'found `0`, expected at least `1`'],
    [{ min: 1 }, undefined, 'found nothing, expected at least `1`'],
    [{ min: 1 }, '2', 'found `"2"`, expected at least `1`'],
    [{ min: 1 }, Number.NaN, 'found `NaN`, expected at least `1`'],
    [{ max: 1 }, 2, 'found `2`, expected at most `1`'],
    [{ max: 1 }, null, 'found `null`, expected at most `1`'],
    [{ max: 1 }, true, 'found `true`, expected at most `1`'],
    [{ min: 5, max: 1 }, 3, 'found `3`, expected at least `5` and at most `1`'],
    [{ min: 1, max: 3 }, 4, 'found `4`, expected at most `3`'],
    [{ one_of: [1, 2] }, 3, 'found `3`, expected one of `1`, `2`'],
    [{ one_of: [null] }, undefined, 'found nothing, expected one of `null`'],
    [{ unordered: ['a', 'b'] }, ['b'], 'found `["b"]`, expected `["a","b"]` in any order'],
    [{ unordered: ['a', 'b'] }, ['b', 'b'], 'found `["b","b"]`, expected `["a","b"]` in any order'],
    [{ unordered: ['a', 'b'] }, ['b', 'a', 'c'], 'found `["b","a","c"]`, expected `["a","b"]` in any order'],
    [{ unordered: ['a', 'b'] }, 'ba', 'found `"ba"`, expected `["a","b"]` in any order'],
    [{ unordered: [['a', 'b']] }, [['b', 'a']], 'found `[["b","a"]]`, expected `[["a","b"]]` in any order'],
    [{ unordered: [1] }, undefined, 'found nothing, expected `[1]` in any order'],
    [{ contains: 'push' }, 'pull', 'found `"pull"`, expected text that contains `"push"`'],
    [{ contains: 'push' }, ['push'], 'found `["push"]`, expected text that contains `"push"`'],
    [{ exists: true }, undefined, 'found nothing, expected any value'],
    [{ exists: false }, null, 'found `null`, expected no value'],
  ])('%j does not hold for %j', (value, actual, words) => {
    expect(holds(guard(value), actual)).toBe(false);
    expect(explain(guard(value), actual)).toBe(words);
  });

  it('compares with an argument of the call', () => {
    const owner = guard({ eq: { from_arg: 'user.id' } });
    expect(holds(owner, 'u1', { user: { id: 'u1' } })).toBe(true);
    expect(holds(owner, 'u1', { user: { id: 'u2' } })).toBe(false);
    expect(explain(owner, 'u1', { user: { id: 'u2' } })).toBe(
      'found `"u1"`, expected `"u2"` (the argument `user.id`)',
    );
    expect(holds(guard({ ne: { from_arg: 'x' } }), 1, { x: 2 })).toBe(true);
    expect(holds(guard({ min: { from_arg: 'x' } }), 3, { x: 2 })).toBe(true);
    expect(holds(guard({ max: { from_arg: 'x' } }), 3, { x: 2 })).toBe(false);
    expect(holds(guard({ eq: { from_arg: '' } }), { a: 1 }, { a: 1 })).toBe(true);
  });

  it.each(['eq', 'ne', 'min', 'max'])('%s fails when the argument is missing', (name) => {
    const compiled = guard({ [name]: { from_arg: 'x' } });
    for (const actual of [1, undefined, null]) {
      for (const args of [{}, undefined, { x: undefined }]) expect(holds(compiled, actual, args)).toBe(false);
    }
    expect(explain(compiled, 1, {})).toBe('found `1`, expected the argument `x`, which is missing');
    expect(holds(guard({ [name]: { from_arg: 'constructor' } }), 1, {})).toBe(false);
  });

  it('does not compare a number with the text of an argument', () => {
    expect(holds(guard({ min: { from_arg: 'x' } }), 3, { x: '2' })).toBe(false);
    expect(holds(guard({ max: { from_arg: 'x' } }), 3, { x: null })).toBe(false);
    expect(explain(guard({ min: { from_arg: 'x' } }), 3, { x: '2' })).toBe(
      'found `3`, expected at least `"2"` (the argument `x`)',
    );
  });

  it.each([
    [{}, [], 'an empty guard checks nothing'],
    [{ minn: 1 }, ['minn'], 'unknown guard `minn`', 'did you mean `min`?'],
    [
      { status: 'open' },
      ['status'],
      'unknown guard `status`',
      'guards: eq, ne, min, max, one_of, unordered, contains, exists',
    ],
    [
      { from_arg: 'x' },
      ['from_arg'],
      'unknown guard `from_arg`',
      'use `eq: {from_arg: ...}` to compare with an argument',
    ],
    [{ absent: true }, ['absent'], 'unknown guard `absent`', 'write `exists: false`'],
    [JSON.parse('{"__proto__":1}'), ['__proto__'], 'unknown guard `__proto__`'],
    [{ toString: 1 }, ['toString'], 'unknown guard `toString`'],
    [{ min: '1' }, ['min'], 'must be a number, found `"1"`'],
    [{ min: null }, ['min'], 'must be a number, found `null`'],
    [{ max: Number('1e400') }, ['max'], 'must be a JSON value, found `Infinity`'],
    [{ eq: [{ a: Number.NaN }] }, ['eq', 0, 'a'], 'must be a JSON value, found `NaN`'],
    [Number.NaN, [], 'must be a JSON value, found `NaN`'],
    [{ one_of: [] }, ['one_of'], 'must be a non-empty list, found `[]`'],
    [{ unordered: {} }, ['unordered'], 'must be a non-empty list, found `{}`'],
    [{ one_of: 'ab' }, ['one_of'], 'must be a non-empty list, found `"ab"`'],
    [{ exists: 1 }, ['exists'], 'must be `true` or `false`, found `1`'],
    [{ eq: { from_arg: 1 } }, ['eq', 'from_arg'], 'must be the path of an argument, found `1`'],
    [{ eq: { from_arg: 'a.' } }, ['eq', 'from_arg'], 'found an empty segment'],
    [{ eq: { from_arg: 'a', optional: true } }, ['eq', 'optional'], 'unknown key `optional`'],
    [
      { one_of: [1], exists: { from_arg: 'x' } },
      ['exists'],
      'must be `true` or `false`, found `{"from_arg":"x"}`',
    ],
  ])('%j is refused', (value, path, message, help?: string) => {
    expect(compileGuard(value)).toMatchObject({
      kind: 'faulty',
      faults: [{ path, message, ...(help && { help }) }],
    });
  });

  it('reports every fault at once', () => {
    expect(compileGuard({ min: '1', mx: 2 })).toMatchObject({ faults: [{}, {}] });
  });
});

describe('an expected value', () => {
  it.each([
    [5, 5],
    [{ status: 'open' }, { status: 'open' }],
    [
      { eq: 1, other: 2 },
      { eq: 1, other: 2 },
    ],
    [{ min: 1 }, 5],
    [{ exists: true, min: 1 }, 1],
    [{}, {}],
    [{ absent: true }, undefined],
    [{ absent: false }, null],
    [{ absent: 'yes' }, { absent: 'yes' }],
    [
      { absent: true, min: 1 },
      { absent: true, min: 1 },
    ],
    [{ from_arg: 'x' }, { from_arg: 'x' }],
  ])('%j matches %j', (value, actual) => {
    expect(holds(expectation(value), actual)).toBe(true);
  });

  it.each([
    [5, 4],
    [{ status: 'open' }, { status: 'open', more: 1 }],
    [{ min: 1 }, { min: 1 }],
    [{}, undefined],
    [{ absent: true }, null],
    [{ absent: false }, undefined],
    [null, undefined],
  ])('%j does not match %j', (value, actual) => {
    expect(holds(expectation(value), actual)).toBe(false);
  });

  it.each([
    [{ eq: { from_arg: 'x' } }, ['eq', 'from_arg'], 'there is no call here, so no argument can be read'],
    [{ min: 'a' }, ['min'], 'must be a number, found `"a"`'],
    [{ a: [Number.NaN] }, ['a', 0], 'must be a JSON value, found `NaN`'],
  ])('%j is refused', (value, path, message) => {
    expect(compileExpectation(value)).toMatchObject({ kind: 'faulty', faults: [{ path, message }] });
  });
});

describe('a guard in the loop', () => {
  it('reads only the argument that it compares with, and nothing of its source', () => {
    const source = counted({ min: 1, max: { from_arg: 'limit' } }, 1000);
    const compiled = guard(source.value);
    const before = source.reads();
    expect(before).toBeGreaterThan(0);
    const args = counted({ limit: 9, ...Array.from({ length: 1000 }, (_, i) => i) }, 2000);
    for (let i = 0; i < 1000; i++) expect(holds(compiled, 5, args.value)).toBe(true);
    expect(args.reads()).toBeGreaterThanOrEqual(1000);
    expect(source.reads()).toBe(before);
  });
});
