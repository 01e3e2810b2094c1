import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendAt, getAt, removeAt, setAt } from '../../src/assertions/access.ts';
import { cloneJson } from '../../src/assertions/clone.ts';
import { addDecimal, subtractDecimal } from '../../src/assertions/decimal.ts';
import { isDeepEqual } from '../../src/assertions/deep-equal.ts';
import { diffJson } from '../../src/assertions/diff.ts';
import { compileGuard, holds } from '../../src/assertions/guards.ts';
import { Journal } from '../../src/assertions/journal.ts';
import { compileMatcher, match } from '../../src/assertions/matchers.ts';
import { parsePath, parseTemplatePath } from '../../src/assertions/parse-path.ts';
import { formatPath, isPathFault, type KeySegment, type Path } from '../../src/assertions/path.ts';
import { resolveTemplate } from '../../src/assertions/template.ts';

const names = fc.constantFrom('a', 'b', '0', '1', '__proto__', 'constructor', 'length', 'a.b', '');
const anyText = fc.oneof(
  names,
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'.[]{}\\"0a \ud800') }),
);
const value = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, 0, -0, 1, 1.5, '', 'x'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.array(fc.tuple(names, tie('json')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
})).json;
const object = fc
  .array(fc.tuple(names, value), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries));

const segment = fc.oneof(
  anyText.map((key): KeySegment => {
    const parsed = parsePath(`[${JSON.stringify(key)}]`) as Path;
    return parsed[0] as KeySegment;
  }),
  fc.maxSafeNat().map((index): KeySegment => ({ kind: 'key', key: String(index), index })),
);
const path = fc.array(segment, { minLength: 1, maxLength: 6 });
const shortPath = fc
  .array(
    fc.oneof(
      names.filter((name) => name !== ''),
      fc.constantFrom('2', '3'),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((keys) => parsePath(keys.map((key) => key.replace('.', '\\.')).join('.')) as Path);

describe('a path', () => {
  it('is the same after it is written and read', () => {
    fc.assert(
      fc.property(path, (segments) => {
        expect(parsePath(formatPath(segments))).toEqual(segments);
        expect(parseTemplatePath(formatPath(segments))).toEqual(segments);
      }),
    );
  });

  it('never throws on any text, and reports errors inside the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const result of [parsePath(text), parseTemplatePath(text)]) {
          if (isPathFault(result)) {
            expect(result.offset).toBeGreaterThanOrEqual(0);
            expect(result.offset).toBeLessThanOrEqual(text.length);
          }
        }
        const plain = parsePath(text);
        if (!isPathFault(plain)) expect(parsePath(formatPath(plain))).toEqual(plain);
      }),
      { numRuns: 2000 },
    );
  });

  it('is not split by the value of a template', () => {
    fc.assert(
      fc.property(anyText, (id) => {
        const filled = resolveTemplate(parseTemplatePath('r.x{id}.s') as Path, { id }) as Path;
        expect(filled.map(({ key }) => key)).toEqual(['r', `x${id}`, 's']);
      }),
    );
  });
});

describe('a change to a world', () => {
  const edit = fc.tuple(fc.constantFrom('set', 'append', 'remove'), shortPath, value);
  const apply = (world: unknown, [kind, at, what]: [string, Path, unknown], journal: Journal) => {
    if (kind === 'set') return setAt(world, at, what, journal);
    return kind === 'append' ? appendAt(world, at, what, journal) : removeAt(world, at, journal);
  };

  it('does what it says, and is undone completely', () => {
    fc.assert(
      fc.property(object, fc.array(edit, { maxLength: 6 }), (seed, edits) => {
        const world = cloneJson(seed);
        const journal = new Journal();
        for (const one of edits) {
          const fault = apply(world, one, journal);
          const [kind, at, what] = one;
          if (!fault && kind === 'set') expect(isDeepEqual(getAt(world, at), what)).toBe(true);
          if (!fault && kind === 'append') expect((getAt(world, at) as unknown[]).at(-1)).toEqual(what);
        }
        journal.rollBack();
        expect(JSON.stringify(world)).toBe(JSON.stringify(seed));
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a difference', () => {
  it('is empty for equal values, and for no others', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        expect(diffJson(before, cloneJson(before))).toEqual([]);
        expect(diffJson(before, after).length === 0).toBe(isDeepEqual(before, after));
      }),
      { numRuns: 1000 },
    );
  });

  it('names paths that lead to the two values', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        const paths = new Set<string>();
        for (const change of diffJson(before, after)) {
          const at = parsePath(change.path) as Path;
          expect(isDeepEqual(getAt(before, at) ?? null, change.before ?? null)).toBe(true);
          expect(isDeepEqual(getAt(after, at) ?? null, change.after ?? null)).toBe(true);
          paths.add(change.path);
        }
        expect(paths.size).toBe(diffJson(before, after).length);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('decimal arithmetic', () => {
  const cents = fc
    .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat({ max: 6 }))
    .map(([n, e]) => Number(`${n}e-${e}`));
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });

  it('returns to the start', () => {
    fc.assert(
      fc.property(fc.oneof(cents, double), fc.oneof(cents, double), (start, step) => {
        const there = addDecimal(start, step);
        expect(there).toBeDefined();
        expect(subtractDecimal(there!, step) === start).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('is exact for amounts of money', () => {
    const amount = fc.integer({ min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(addDecimal(Number(`${a}e-2`), Number(`${b}e-2`)) === Number(`${a + b}e-2`)).toBe(true);
      }),
    );
  });
});

describe('guards and matchers', () => {
  it('never throw, and agree on equality', async () => {
    await fc.assert(
      fc.asyncProperty(value, value, async (expected, actual) => {
        const guard = compileGuard({ eq: [expected] });
        const matcher = await compileMatcher({ exact: [expected] });
        expect(guard.kind).toBe('compiled');
        if (guard.kind !== 'compiled' || matcher.kind !== 'compiled') return;
        expect(holds(guard.value, [actual])).toBe(isDeepEqual(expected, actual));
        expect(match(matcher.value, [actual]).passed).toBe(isDeepEqual(expected, actual));
      }),
    );
  });

  it('count what is listed several times, in any order', async () => {
    const shuffled = fc
      .array(value, { minLength: 1, maxLength: 6 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    const passes = async (matcher: object, actual: unknown) => {
      const compiled = await compileMatcher(matcher);
      return compiled.kind === 'compiled' && match(compiled.value, actual).passed;
    };
    await fc.assert(
      fc.asyncProperty(shuffled, fc.nat(5), async ([list, other], at) => {
        const parts = list.filter((each) => each !== '');
        fc.pre(parts.length > 0);
        const one = parts[at % parts.length]!;
        const without = other.toSpliced(other.indexOf(one), 1);
        const contained = { contains_all: parts };
        expect(await passes(contained, other)).toBe(true);
        expect(await passes(contained, [...other, ...other])).toBe(true);
        // the one that is gone was as often wanted as it was there
        expect(await passes(contained, without)).toBe(false);
        const guard = compileGuard({ unordered: list });
        if (guard.kind !== 'compiled') throw new Error('must compile');
        expect(holds(guard.value, other)).toBe(true);
        expect(holds(guard.value, without)).toBe(false);
        expect(holds(guard.value, [...other, one])).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('compile or refuse any input', async () => {
    const key = fc.constantFrom(
      'eq',
      'ne',
      'min',
      'one_of',
      'unordered',
      'contains_all',
      'exact',
      'contains',
      'regex',
      'length',
      'not',
      'any',
      'every',
      'absent',
      '__proto__',
    );
    const written = fc
      .array(fc.tuple(key, fc.oneof(value, anyText)), { maxLength: 3 })
      .map((e) => Object.fromEntries(e));
    await fc.assert(
      fc.asyncProperty(fc.oneof(written, value), value, async (authored, actual) => {
        const guard = compileGuard(authored);
        if (guard.kind === 'compiled') holds(guard.value, actual, actual);
        else expect(guard.faults.length).toBeGreaterThan(0);
        const matcher = await compileMatcher(authored);
        if (matcher.kind === 'faulty') {
          expect(matcher.faults.length).toBeGreaterThan(0);
          return;
        }
        const { passed } = match(matcher.value, actual);
        // a matcher and its opposite never both pass
        const opposite = await compileMatcher({ not: authored });
        if (opposite.kind === 'compiled') expect(passed && match(opposite.value, actual).passed).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
