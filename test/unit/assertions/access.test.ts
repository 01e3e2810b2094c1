import { describe, expect, it } from 'vitest';
import { appendAt, getAt, removeAt, setAt } from '../../../src/assertions/access.ts';
import { Journal } from '../../../src/assertions/journal.ts';
import { parsePath, parseTemplatePath } from '../../../src/assertions/parse-path.ts';
import { isPathFault, type Path } from '../../../src/assertions/path.ts';
import { explainUnfilled, isUnfilled, resolveTemplate } from '../../../src/assertions/template.ts';

function path(text: string): Path {
  const parsed = parsePath(text);
  if (isPathFault(parsed)) throw new Error(parsed.message);
  return parsed;
}

const world = () => JSON.parse('{"a":{"b":1,"n":null,"l":[10,{"x":1}]},"7":"seven","s":"text"}');

describe('getAt', () => {
  it.each([
    ['a.b', 1],
    ['a.n', null],
    ['a.l[0]', 10],
    ['a.l.1.x', 1],
    ['7', 'seven'],
    ['["7"]', 'seven'],
  ])('finds %s', (text, value) => {
    expect(getAt(world(), path(text))).toBe(value);
  });

  it.each([
    'a.c',
    'a.b.c',
    'a.n.c',
    'a.l[2]',
    'a.l["0"]',
    'a.l.length',
    's.length',
    's[0]',
    '__proto__',
    'constructor',
    'a.toString',
    'a.l.__proto__',
    'a.l.map',
    'a.b.toFixed',
  ])('finds nothing at %s', (text) => {
    expect(getAt(world(), path(text))).toBeUndefined();
  });

  it('finds a key that is called __proto__ when there is one', () => {
    expect(getAt(JSON.parse('{"__proto__":{"x":1}}'), path('__proto__.x'))).toBe(1);
  });
});

describe('a change of a world', () => {
  const change = (edit: (root: unknown, journal: Journal) => unknown) => {
    const root = world();
    const journal = new Journal();
    const fault = edit(root, journal);
    // a removed key stays, with nothing in it, until the change is kept
    const after = JSON.parse(JSON.stringify(root));
    journal.rollBack();
    expect(root).toEqual(world());
    expect(JSON.stringify(root)).toBe(JSON.stringify(world()));
    expect(journal.isEmpty).toBe(true);
    return { fault, after };
  };

  it('that is kept deletes removed keys, but not one that was set again', () => {
    const root = { a: 1, b: 2, c: { d: 3 } };
    const journal = new Journal();
    removeAt(root, path('a'), journal);
    removeAt(root, path('c'), journal);
    removeAt(root, path('b'), journal);
    setAt(root, path('c.e'), 4, journal);
    journal.keep();
    expect(Object.entries(root)).toEqual([['c', { e: 4 }]]);
    expect(journal.isEmpty).toBe(true);
  });

  it.each([
    ['a.b', (w: ReturnType<typeof world>) => w.a.b],
    ['new', (w: ReturnType<typeof world>) => w.new],
    ['x.y.0.z', (w: ReturnType<typeof world>) => w.x.y['0'].z],
    ['a.l[0]', (w: ReturnType<typeof world>) => w.a.l[0]],
    ['a.l[2]', (w: ReturnType<typeof world>) => w.a.l[2]],
    ['a.l[2].deep', (w: ReturnType<typeof world>) => w.a.l[2].deep],
    ['a.n', (w: ReturnType<typeof world>) => w.a.n],
  ])('sets %s, and takes it back', (text, read) => {
    const { fault, after } = change((root, journal) => setAt(root, path(text), 'set', journal));
    expect(fault).toBeUndefined();
    expect(read(after)).toBe('set');
  });

  it.each([
    ['a.b.c', '`a.b` is `1`, which has no members'],
    ['a.n.c.d', '`a.n` is `null`, which has no members'],
    ['s.x', '`s` is `"text"`, which has no members'],
    ['a.l.key', '`a.l` is a list, and `key` is not an index'],
    ['a.l["0"]', '`a.l` is a list, and `0` is not an index'],
    ['a.l[3]', '`a.l` has 2 elements, so `[3]` is beyond its end'],
    ['a.l[3].x', '`a.l` has 2 elements, so `[3]` is beyond its end'],
    ['a.l[4294967296]', '`a.l` has 2 elements, so `[4294967296]` is beyond its end'],
  ])('cannot set %s', (text, message) => {
    expect(change((root, journal) => setAt(root, path(text), 1, journal)).fault).toEqual({ message });
  });

  it('makes __proto__ a key of its own', () => {
    const root = {};
    const journal = new Journal();
    expect(setAt(root, path('__proto__.polluted'), true, journal)).toBeUndefined();
    expect(JSON.stringify(root)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    journal.rollBack();
    expect(JSON.stringify(root)).toBe('{}');
    setAt(root, path('constructor.prototype.polluted'), true, journal);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('gives the world a copy of what it sets and appends', () => {
    const root = { list: [] as unknown[] };
    const value = { inner: 1 };
    setAt(root, path('x'), value);
    appendAt(root, path('list'), value, undefined);
    value.inner = 2;
    expect(root).toEqual({ x: { inner: 1 }, list: [{ inner: 1 }] });
  });

  it('appends to a list, and creates a missing one', () => {
    expect(change((root, j) => appendAt(root, path('a.l'), 3, j)).after.a.l).toEqual([10, { x: 1 }, 3]);
    expect(change((root, j) => appendAt(root, path('q.r'), 3, j)).after.q).toEqual({ r: [3] });
  });

  it('cannot append to a value that is not a list', () => {
    expect(change((root, j) => appendAt(root, path('a.b'), 3, j)).fault).toEqual({
      message: '`a.b` is `1`, not a list to append to',
    });
    expect(change((root, j) => appendAt(root, path('a.n'), 3, j)).fault).toBeDefined();
    expect(change((root, j) => appendAt(root, path('a.b.c'), 3, j)).fault).toBeDefined();
  });

  it('removes a key and an element', () => {
    expect(change((root, j) => removeAt(root, path('a.b'), j)).after.a).not.toHaveProperty('b');
    expect(change((root, j) => removeAt(root, path('a.l[0]'), j)).after.a.l).toEqual([{ x: 1 }]);
    expect(change((root, j) => removeAt(root, path('a.n'), j)).after.a).not.toHaveProperty('n');
  });

  it.each(['x', 'x.y.z', 'a.c', 'a.l[2]', 'a.l[2].x', '__proto__', 'constructor'])(
    'has nothing to remove at %s',
    (text) => {
      const { fault, after } = change((root, j) => removeAt(root, path(text), j));
      expect(fault).toBeUndefined();
      expect(after).toEqual(world());
    },
  );

  it.each(['a.b.c', 'a.n.c', 'a.l.x'])('cannot remove %s', (text) => {
    expect(change((root, j) => removeAt(root, path(text), j)).fault).toBeDefined();
  });

  it('takes back many changes of one place in order', () => {
    change((root, journal) => {
      setAt(root, path('a.b'), 2, journal);
      removeAt(root, path('a.b'), journal);
      setAt(root, path('a.b.c'), 3, journal);
      appendAt(root, path('a.l'), 1, journal);
      removeAt(root, path('a.l[0]'), journal);
      removeAt(root, path('a.l[0]'), journal);
      setAt(root, path('a.l[1]'), 5, journal);
      removeAt(root, path('a'), journal);
      return setAt(root, path('s.t'), 1, journal);
    });
  });
});

describe('a template', () => {
  const fill = (text: string, args: unknown) => {
    const parsed = parseTemplatePath(text);
    if (isPathFault(parsed)) throw new Error(parsed.message);
    return resolveTemplate(parsed, args);
  };

  it.each([
    ['r.{id}.s', { id: 'X1' }, ['r', 'X1', 's']],
    ['r.{id}', { id: 'a.b[0]{c}' }, ['r', 'a.b[0]{c}']],
    ['r.n-{a.b}{c[0]}', { a: { b: 1.5 }, c: [true] }, ['r', 'n-1.5true']],
    ['r.{id}', { id: '__proto__' }, ['r', '__proto__']],
    ['r.{id}', { id: '' }, ['r', '']],
    ['plain', {}, ['plain']],
  ])('%s is filled from %j', (text, args, keys) => {
    const path = fill(text, args);
    expect(isUnfilled(path)).toBe(false);
    expect((path as Path).map(({ key }) => key)).toEqual(keys);
  });

  it('leads to an element when it comes out decimal', () => {
    expect(getAt({ items: ['a', 'b'] }, fill('items.{i}', { i: 1 }) as Path)).toBe('b');
    expect(getAt({ items: { 1: 'b' } }, fill('items.{i}', { i: '1' }) as Path)).toBe('b');
  });

  it.each([
    ['{id}', {}, 'the argument `id` is missing'],
    ['{a.b}', { a: 1 }, 'the argument `a.b` is missing'],
    ['{toString}', {}, 'the argument `toString` is missing'],
    ['{id}', { id: null }, 'the argument `id` is `null`; a path accepts text, a number, true or false'],
    ['x-{id}', { id: [1] }, 'the argument `id` is `[1]`; a path accepts text, a number, true or false'],
    ['{id}', { id: {} }, 'the argument `id` is `{}`; a path accepts text, a number, true or false'],
    ['{id}', undefined, 'the argument `id` is missing'],
    [
      '{order_id}',
      { orderid: 1 },
      'the argument `order_id` is missing; the nearest argument of the call is `orderid`',
    ],
    [
      '{a.ids}',
      { a: { id: 1 } },
      'the argument `a.ids` is missing; the nearest argument of the call is `a.id`',
    ],
  ])('%s is not filled from %j', (text, args, words) => {
    const result = fill(text, args);
    expect(isUnfilled(result) && explainUnfilled(result, args)).toBe(words);
  });
});
