import { describe, expect, it } from 'vitest';
import {
  MOST_SEGMENTS,
  parseArgumentPath,
  parsePath,
  parseTemplatePath,
} from '../../../src/assertions/parse-path.ts';
import { formatPath, isPathFault, type TemplatePath } from '../../../src/assertions/path.ts';

const key = (name: string) => ({ kind: 'key', key: name });
const index = (n: number) => ({ kind: 'key', key: String(n), index: n });

describe('a path', () => {
  it.each([
    ['inventory.widgets', [key('inventory'), key('widgets')]],
    ['a\\.b.c', [key('a.b'), key('c')]],
    ['a["any key"].b', [key('a'), key('any key'), key('b')]],
    ['a.["any key"].b', [key('a'), key('any key'), key('b')]],
    ['["a.b"]', [key('a.b')]],
    ['a["\\u00e9\\n\\"]"]', [key('a'), key('é\n"]')]],
    ['tool_calls[0].name', [key('tool_calls'), index(0), key('name')]],
    ['tool_calls.0.name', [key('tool_calls'), index(0), key('name')]],
    ['[3]', [index(3)]],
    ['a[0][1]["2"]', [key('a'), index(0), index(1), key('2')]],
    ['a.007', [key('a'), key('007')]],
    ['a.-1', [key('a'), key('-1')]],
    ['a.9007199254740993', [key('a'), key('9007199254740993')]],
    ['a.{b}.c}', [key('a'), key('{b}'), key('c}')]],
    ['a\\[0\\]\\{\\}\\\\', [key('a[0]{}\\')]],
    ['__proto__.constructor', [key('__proto__'), key('constructor')]],
    ['a.\ud800', [key('a'), key('\ud800')]],
    ['[""]', [key('')]],
    [' a b ', [key(' a b ')]],
  ])('reads %s', (text, path) => {
    expect(parsePath(text)).toEqual(path);
  });

  it.each([
    ['', 0, 'the path is empty'],
    ['a.', 2, 'found an empty segment'],
    ['.a', 0, 'found an empty segment'],
    ['a..b', 2, 'found an empty segment'],
    ['.', 0, 'found an empty segment'],
    ['a[', 1, '`[]` is not an index'],
    ['a[0', 1, '`[` without its `]`'],
    ['a["k"', 1, '`[` without its `]`'],
    ['a["k', 1, 'the path ends inside a quoted segment'],
    ['a["k\\"]', 1, 'the path ends inside a quoted segment'],
    ['a["\\x"]', 1, '`"\\x"` is not a JSON string'],
    ['a["k"]b', 6, 'expected `.` or `[` after `]`'],
    ['a[b]', 1, '`[b]` is not an index'],
    ['a[-1]', 1, '`[-1]` is not an index'],
    ['a[01]', 1, '`[01]` is not an index'],
    ['a[{i}]', 1, '`[{i}]` is not an index'],
    ['a]', 1, '`]` without its `[`'],
    ['a\\n', 1, '`\\n` is not an escape of a path'],
    ['a\\', 1, '`\\` is not an escape of a path'],
  ])('refuses %s', (text, offset, message) => {
    expect(parsePath(text)).toMatchObject({ offset, message });
  });

  it('refuses a path that would nest too deep', () => {
    expect(isPathFault(parsePath(Array(MOST_SEGMENTS).fill('a').join('.')))).toBe(false);
    expect(
      parsePath(
        Array(MOST_SEGMENTS + 1)
          .fill('a')
          .join('.'),
      ),
    ).toMatchObject({
      message: 'more than 500 segments',
    });
  });

  it('reads the empty path of `from_arg` as the whole arguments', () => {
    expect(parseArgumentPath('')).toEqual([]);
    expect(parseArgumentPath('a.b')).toEqual([key('a'), key('b')]);
    expect(parseArgumentPath('a.')).toMatchObject({ offset: 2 });
  });
});

describe('a path with templates', () => {
  const template = (...parts: unknown[]) => ({ kind: 'template', parts });
  it.each([
    ['r.{id}.status', [key('r'), template([key('id')]), key('status')]],
    ['r.x-{a.b}-{c[0]}', [key('r'), template('x-', [key('a'), key('b')], '-', [key('c'), index(0)])]],
    ['{["a}b"]}', [template([key('a}b')])]],
    ['{a.["b"]}["k"]', [template([key('a'), key('b')]), key('k')]],
    ['a["{id}"]', [key('a'), key('{id}')]],
    ['a.\\{id\\}', [key('a'), key('{id}')]],
    ['a\\\\{id}', [template('a\\', [key('id')])]],
    ['plain.0', [key('plain'), index(0)]],
  ])('reads %s', (text, path) => {
    expect(parseTemplatePath(text)).toEqual(path as TemplatePath);
  });

  it.each([
    ['a.{}', 2, '`{}` does not name an argument'],
    ['a.{b', 4, 'the path ends inside a template'],
    ['a.{b.}', 5, 'found an empty segment'],
    ['a.{b{c}}', 4, 'found a template inside a template'],
    ['a.b}', 3, '`}` without its `{`'],
    ['a.{b["c}', 4, 'the path ends inside a quoted segment'],
    ['a[{i}]', 1, '`[{i}]` is not an index'],
  ])('refuses %s', (text, offset, message) => {
    expect(parseTemplatePath(text)).toMatchObject({ offset, message });
  });
});

describe('the text of a path', () => {
  it.each([
    ['a.b[0].c', 'a.b[0].c'],
    ['a.0', 'a[0]'],
    ['a["0"]', 'a["0"]'],
    ['a["b"]', 'a.b'],
    ['["a b"].c\\.d', '["a b"]["c.d"]'],
    ['a["\\u202e"]', 'a["\u202e"]'],
    ['a.\ud800', 'a["\\ud800"]'],
    ['[""]', '[""]'],
    ['a.9007199254740993', 'a.9007199254740993'],
  ])('writes %s as %s', (text, written) => {
    const path = parsePath(text);
    expect(isPathFault(path)).toBe(false);
    if (!isPathFault(path)) expect(formatPath(path)).toBe(written);
  });
});
