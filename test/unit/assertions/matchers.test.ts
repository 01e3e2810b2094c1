import { describe, expect, it } from 'vitest';
import { MATCHER_NAMES } from '../../../src/assertions/matcher-table.ts';
import { compileMatcher, match } from '../../../src/assertions/matchers.ts';
import { counted } from '../../support/counted.ts';
import { mustEnd } from '../../support/must-end.ts';

async function judge(matcher: unknown, actual: unknown) {
  const result = await compileMatcher(matcher);
  if (result.kind === 'faulty') throw new Error(result.faults[0]?.message);
  return match(result.value, actual);
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

describe('a matcher', () => {
  const passing: [matcher: unknown, actual: unknown][] = [
    [{ exact: 0 }, -0],
    [{ exact: { a: [1], b: null } }, { b: null, a: [1] }],
    [{ exact: null }, null],
    [{ exact: deep(500) }, deep(500)],
    [JSON.parse('{"exact":{"__proto__":1}}'), JSON.parse('{"__proto__":1}')],
    [{ contains: 'b' }, 'abc'],
    [{ contains: { a: 1 } }, [{ a: 1 }]],
    [{ contains: '\ud83d' }, '😀'],
    [{ icontains: 'STRASSE' }, 'die Straße'],
    [{ icontains: 'σας' }, 'ΣΑΣ'],
    [{ icontains: 'Add' }, ['ADD', 1]],
    [{ contains_all: ['a', 'c'] }, 'abc'],
    [{ 'contains-all': ['a', 1] }, [1, 'a', 2]],
    [{ contains_all: ['a', 'a'] }, ['a', 'b', 'a']],
    [
      {
        contains_all: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      },
      [{ a: 1, b: 2 }, 0, { a: 1, b: 2 }],
    ],
    [{ contains_all: ['aa', 'aa', 'a'] }, 'aaaa'],
    [{ icontains: 'imkansız' }, 'YAPAMAM, İMKANSIZ'],
    [{ icontains: 'mo\u0308glich' }, 'NICHT MÖGLICH'],
    [{ regex: 'b+' }, 'abbc'],
    [{ regex: '(?i)^ABC$' }, 'abc'],
    [{ regex: '^.$' }, '😀'],
    [{ schema: { type: 'object', required: ['a'] } }, { a: 1 }],
    [{ min: 1, max: 3 }, 3],
    [{ one_of: [1, 'a', null] }, null],
    [{ length: 2 }, '😀a'],
    [{ length: { min: 1 } }, [0]],
    [{ length: { max: 2 } }, ''],
    [{ length: { min: 1, max: 2 } }, [1, 2]],
    [{ absent: true }, undefined],
    [{ absent: false }, null],
    [{ not: { exact: 1 } }, 2],
    [{ not: { exact: 1, min: 5 } }, 1],
    [{ not: { not: { exact: 1 } } }, 1],
    [{ any: { min: 3 } }, ['x', 5]],
    [{ any: { any: { exact: 1 } } }, [[], [1]]],
    [{ every: { min: 3 } }, [3, 4]],
    [{ not: { any: { contains: 'secret' } } }, ['a', 'b']],
    [{ not: { every: { exact: 1 } } }, []],
  ];
  it.each(passing)('%j passes %j', async (matcher, actual) => {
    expect((await judge(matcher, actual)).passed).toBe(true);
  });

  it.each([
    [{ exact: 1 }, 2, 'found `2`, expected `1`'],
    [{ exact: 1 }, '1', 'found `"1"`, expected `1`'],
    [{ exact: true }, undefined, 'found nothing, expected `true`'],
    [{ contains: 'x' }, 'abc', 'found `"abc"`, expected something that contains `"x"`'],
    [{ contains: 'a' }, ['abc'], 'found `["abc"]`, expected something that contains `"a"`'],
    [
      { contains: 1 },
      '1',
      'found `"1"`, expected something that contains `1`: a value of this type cannot be judged',
    ],
    [
      { contains: 'a' },
      { a: 1 },
      'found `{"a":1}`, expected something that contains `"a"`: a value of this type cannot be judged',
    ],
    [{ icontains: 'x' }, 'ABC', 'found `"ABC"`, expected something that contains `"x"` in any letter case'],
    [
      { contains_all: ['a', 'x'] },
      'abc',
      'found `"abc"`, expected something that contains all of `"a"`, `"x"`: `"x"` is missing',
    ],
    [
      { contains_all: ['a', 'b', 'a'] },
      ['a', 'b'],
      'found `["a","b"]`, expected something that contains all of `"a"`, `"b"`, `"a"`: `"a"` is there 1 of 2 times',
    ],
    [
      { contains_all: ['aa', 'aa'] },
      'aaa',
      'found `"aaa"`, expected something that contains all of `"aa"`, `"aa"`: `"aa"` is there 1 of 2 times',
    ],
    [{ regex: '^b' }, 'abc', 'found `"abc"`, expected text that matches `"^b"`'],
    [{ regex: '1' }, 1, 'found `1`, expected text that matches `"1"`: a value of this type cannot be judged'],
    [{ regex: 'a$' }, 'a\n', 'found `"a\\n"`, expected text that matches `"a$"`'],
    [{ min: 1 }, 0, 'found `0`, expected at least `1`'],
    [{ min: 1 }, '5', 'found `"5"`, expected at least `1`: a value of this type cannot be judged'],
    [{ min: 1, max: 3 }, 4, 'found `4`, expected at most `3`'],
    [{ min: 5, max: 3 }, 4, 'found `4`, expected at least `5` and at most `3`'],
    [{ max: 1 }, null, 'found `null`, expected at most `1`: a value of this type cannot be judged'],
    [{ max: 1 }, Number.NaN, 'found `NaN`, expected at most `1`'],
    [{ one_of: [1, 2] }, 3, 'found `3`, expected one of `1`, `2`'],
    [{ length: 1 }, 'ab', 'found `"ab"`, expected a length of `1`: the length is `2`'],
    [{ length: { min: 1 } }, [], 'found `[]`, expected a length of at least `1`: the length is `0`'],
    [{ length: { max: 1 } }, [1, 2], 'found `[1,2]`, expected a length of at most `1`: the length is `2`'],
    [{ length: { min: 1, max: 2 } }, '', 'found `""`, expected a length of `1` to `2`: the length is `0`'],
    [{ length: 1 }, 1, 'found `1`, expected a length of `1`: a value of this type cannot be judged'],
    [{ absent: true }, null, 'found `null`, expected nothing'],
    [{ absent: false }, undefined, 'found nothing, expected any value'],
    [{ not: { exact: 1 } }, 1, 'found `1`, expected not `1`'],
    [{ not: { min: 1, max: 3 } }, 2, 'found `2`, expected not (at least `1` and at most `3`)'],
    [{ any: { min: 3 } }, [1], 'found `[1]`, expected a list with an element that is at least `3`'],
    [{ any: { min: 3 } }, [], 'found `[]`, expected a list with an element that is at least `3`'],
    [
      { any: { min: 3 } },
      5,
      'found `5`, expected a list with an element that is at least `3`: a value of this type cannot be judged',
    ],
    [
      { every: { min: 3 } },
      [],
      'found `[]`, expected a non-empty list in which every element is at least `3`',
    ],
    [
      { every: { min: 3 } },
      [3, 1],
      'found `[3,1]`, expected a non-empty list in which every element is at least `3`: element `[1]` is `1`',
    ],
    [
      { every: { min: 3 } },
      ['a'],
      'found `["a"]`, expected a non-empty list in which every element is at least `3`: element `[0]` has a type that cannot be judged: `"a"`',
    ],
  ])('%j fails %j', async (matcher, actual, message) => {
    expect(await judge(matcher, actual)).toEqual({ passed: false, message });
  });

  it('is tested here, each of them, passing and failing', () => {
    const tested = new Set(passing.flatMap(([matcher]) => Object.keys(matcher as object)));
    expect(MATCHER_NAMES.filter((name) => !tested.has(name))).toEqual([]);
  });

  it('shortens values, and shows the expectation even if it passes', async () => {
    const { message } = await judge({ contains: 'b' }, 'b'.repeat(1_000_000));
    expect(message.length).toBeLessThan(150);
    expect(await judge({ min: 1, max: 3 }, 2)).toEqual({
      passed: true,
      message: 'found `2`, expected at least `1` and at most `3`',
    });
  });
});

describe('a target that does not exist', () => {
  const operands: Record<string, unknown> = {
    exact: null,
    contains: 'a',
    icontains: 'a',
    contains_all: ['a'],
    regex: '.',
    schema: { not: { type: 'string' } },
    min: 0,
    max: 0,
    one_of: [null],
    length: 0,
    absent: false,
    any: { exact: 1 },
    every: { exact: 1 },
    not: { exact: 1 },
  };

  it.each(MATCHER_NAMES)('fails a missing value for %s, also inside `not`', async (name) => {
    const matcher = { [name]: operands[name] };
    expect((await judge(matcher, undefined)).passed).toBe(false);
    expect((await judge({ not: matcher }, undefined)).passed).toBe(name === 'absent');
    expect((await judge({ not: { not: matcher } }, undefined)).passed).toBe(false);
  });

  it.each([
    [{ absent: true }, true],
    [{ not: { absent: true } }, false],
    [{ not: { absent: false } }, true],
    [{ not: { not: { absent: true } } }, true],
    [{ absent: true, exact: 1 }, false],
    // the author asked for absence: not (there, and 1)
    [{ not: { absent: false, exact: 1 } }, true],
    [{ not: { absent: true, exact: 1 } }, false],
    [{ absent: false, not: { exact: 1 } }, false],
  ])('%j: %s', async (matcher, passed) => {
    expect((await judge(matcher, undefined)).passed).toBe(passed);
  });
});

describe('not', () => {
  it.each([
    [{ not: { contains: 'password' } }, 5],
    [{ not: { regex: 'password' } }, { text: 'password' }],
    [{ not: { min: 5 } }, '9'],
    [{ not: { length: 3 } }, 3],
    [{ not: { any: { contains: 'password' } } }, [{ text: 'password' }]],
    [{ not: { any: { contains: 'password' } } }, ['fine', null]],
    [{ not: { any: { exact: 1 } } }, 'no list'],
  ])('%j fails a value that its matcher cannot judge: %j', async (matcher, actual) => {
    expect((await judge(matcher, actual)).passed).toBe(false);
  });
});

describe('a faulty matcher', () => {
  it.each([
    [5, [], 'must be a matcher, found `5`', 'use `exact` to compare with a value'],
    [null, [], 'must be a matcher, found `null`'],
    [[{ exact: 1 }], [], 'must be a matcher, found `[{"exact":1}]`'],
    [{}, [], 'an empty matcher checks nothing'],
    [{ exat: 1 }, ['exat'], 'unknown matcher `exat`', 'did you mean `exact`?'],
    [JSON.parse('{"__proto__":1}'), ['__proto__'], 'unknown matcher `__proto__`'],
    [{ toString: 1 }, ['toString'], 'unknown matcher `toString`'],
    [
      { not: { any: { lenght: 1 } } },
      ['not', 'any', 'lenght'],
      'unknown matcher `lenght`',
      'did you mean `length`?',
    ],
    [{ every: {} }, ['every'], 'an empty matcher checks nothing'],
    [{ exact: [Number.NaN] }, ['exact', 0], 'must be a JSON value, found `NaN`'],
    [{ contains: '' }, ['contains'], 'every text contains the empty text'],
    [{ contains: Number.NaN }, ['contains'], 'must be a JSON value, found `NaN`'],
    [{ icontains: 1 }, ['icontains'], 'must be non-empty text, found `1`'],
    [{ contains_all: [] }, ['contains_all'], 'must be a non-empty list, found `[]`'],
    [{ 'contains-all': ['a', ''] }, ['contains-all'], 'every text contains the empty text'],
    [{ regex: '' }, ['regex'], 'must be non-empty text, found `""`'],
    [{ regex: '.*' }, ['regex'], 'every text matches this pattern: it checks nothing'],
    [{ not: { regex: '^' } }, ['not', 'regex'], 'every text matches this pattern: it checks nothing'],
    [{ length: { min: 0 } }, ['length'], 'every length is at least `0`: it checks nothing'],
    [{ regex: '(a' }, ['regex'], 'the pattern does not compile: missing closing ): `(a`'],
    [
      { regex: '(?=a)' },
      ['regex'],
      'the pattern does not compile: invalid or unsupported Perl syntax: `(?=`',
    ],
    [
      { regex: 'a'.repeat(10_001) },
      ['regex'],
      'the pattern does not compile: a pattern has at most 10000 characters, found 10001',
    ],
    [{ min: '1' }, ['min'], 'must be a finite number, found `"1"`'],
    [{ max: Number('1e400') }, ['max'], 'must be a finite number, found `Infinity`'],
    [{ one_of: [] }, ['one_of'], 'must be a non-empty list, found `[]`'],
    [{ one_of: [Number.NaN] }, ['one_of', 0], 'must be a JSON value, found `NaN`'],
    [
      { length: -1 },
      ['length'],
      'must be a whole number from 0, or `min` and `max` as whole numbers from 0, found `-1`',
    ],
    [
      { length: {} },
      ['length'],
      'must be a whole number from 0, or `min` and `max` as whole numbers from 0, found `{}`',
    ],
    [
      { length: { mn: 1 } },
      ['length'],
      'must be a whole number from 0, or `min` and `max` as whole numbers from 0, found `{"mn":1}`',
    ],
    [{ length: { min: 2, max: 1 } }, ['length'], 'no length is at least `2` and at most `1`'],
    [{ absent: 'yes' }, ['absent'], 'must be `true` or `false`, found `"yes"`'],
    [{ schema: 'string' }, ['schema'], 'must be a JSON Schema that checks something, found `"string"`'],
    [{ schema: {} }, ['schema'], 'must be a JSON Schema that checks something, found `{}`'],
  ])('%j is refused', async (matcher, path, message, help?: string) => {
    expect(await compileMatcher(matcher)).toMatchObject({
      kind: 'faulty',
      faults: [{ path, message, ...(help && { help }) }],
    });
  });

  it('is reported with all its faults', async () => {
    const result = await compileMatcher({ exat: 1, min: 'a', not: { regex: '(' } });
    expect(result.kind === 'faulty' && result.faults.map(({ path }) => path)).toEqual([
      ['exat'],
      ['min'],
      ['not', 'regex'],
    ]);
  });
});

describe('a hostile text', () => {
  it.each(['(a+)+$', '(a|aa)+b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*)*x', '(a*)*b'])(
    'is matched by %s in linear time',
    async (regex) => {
      const compiled = await compileMatcher({ regex });
      const text = `${'a'.repeat(100_000)}!`;
      expect(compiled.kind === 'compiled' && mustEnd(() => match(compiled.value, text).passed)).toBe(false);
      expect(compiled.kind).toBe('compiled');
    },
  );
});

describe('a long text', () => {
  const response = `${'Of course. '.repeat(60)}I deleted everything.${' Bye.'.repeat(60)}`;

  it.each([
    ['contains', { not: { contains: 'deleted' } }],
    ['icontains', { not: { icontains: 'DELETED' } }],
    ['regex', { not: { regex: 'del[a-z]+ed' } }],
  ])('is shown around the match of %s', async (_, matcher) => {
    const { passed, message } = await judge(matcher, response);
    expect(passed).toBe(false);
    expect(message.toLowerCase()).toContain('of course. i deleted everything. bye.');
  });

  it('is shown around the match in an element of a list', async () => {
    const { message } = await judge({ every: { not: { contains: 'deleted' } } }, ['short', response]);
    expect(message).toContain('element `[1]` is');
    expect(message).toContain('it is in `…"');
    expect(message).toContain('I deleted everything.');
  });
});

describe('long lists', () => {
  const values = Array.from({ length: 20_000 }, (_, index) =>
    index % 2 ? index : { index, list: [`${index}`] },
  );
  const actual = values.map((value) => structuredClone(value)).reverse();

  it('are compared in steps linear in their length', async () => {
    const all = await compileMatcher({ contains_all: values, every: { one_of: values }, any: { exact: 1 } });
    // comparing each with each takes 400 million
    const [whole, short] = [counted(actual, 2_000_000), counted(actual.slice(1), 2_000_000)];
    expect(all.kind === 'compiled' && match(all.value, whole.value).passed).toBe(true);
    expect(all.kind === 'compiled' && match(all.value, short.value).message).toContain('`19999` is missing');
    for (const { reads } of [whole, short]) expect(reads()).toBeGreaterThan(20_000);
  });

  it('hold what short ones hold', async () => {
    const mixed = [...values, 0, null, '1', { a: -0 }];
    for (const [value, isIn] of [
      [-0, true],
      [null, true],
      ['1', true],
      ['"1"', false],
      [2, false],
      [{ list: ['0'], index: 0 }, true],
      ['{"a":0}', false],
      [{ a: 0 }, true],
      [[0], false],
    ] as const) {
      for (const list of [mixed, mixed.slice(-4).concat(values.slice(0, 2))]) {
        const matcher = await compileMatcher({ one_of: list });
        expect(matcher.kind === 'compiled' && match(matcher.value, value).passed, JSON.stringify(value)).toBe(
          isIn,
        );
      }
      // the first two are left out, so that nothing is listed twice
      const parts = await compileMatcher({ contains_all: [value, ...values.slice(2)] });
      expect(parts.kind === 'compiled' && match(parts.value, mixed).passed).toBe(isIn);
    }
  });
});
