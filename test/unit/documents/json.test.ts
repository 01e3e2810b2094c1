import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/diagnostic.ts';
import { parseJson } from '../../../src/documents/json.ts';
import { InputError } from '../../../src/errors.ts';

function faultOf(text: string): string {
  try {
    parseJson(text, 'f.json');
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map((d) => formatDiagnostic(d)).join('\n');
    throw error;
  }
  return 'no fault';
}

describe('parseJson', () => {
  it.each([
    ['an empty file', '', 'f.json:1:1: error: the file is empty'],
    ['a file of blanks', ' \n ', 'f.json:1:1: error: the file is empty'],
    ['a cut object', '{"a": 1', 'f.json:1:8: error: a: expected `,` or `}`, found the end of the file'],
    ['a cut list', '[1, 2', 'f.json:1:6: error: [1]: expected `,` or `]`, found the end of the file'],
    ['a cut string', '{"a": "b', 'f.json:1:9: error: a: the file ends inside a string'],
    ['a string cut in an escape', '"b\\', 'f.json:1:3: error: the file ends inside a string'],
    ['a cut key', '{"a', 'f.json:1:4: error: the file ends inside a string'],
    ['a missing colon', '{"a" 1}', 'f.json:1:6: error: a: expected `:`, found `1`'],
    [
      'a comma before a bracket',
      '[1,]',
      'f.json:1:4: error: [1]: expected a value, found `]`\n  help: remove the comma before it',
    ],
    [
      'a comma before a brace',
      '{"a":1,}',
      'f.json:1:8: error: a: expected a key in double quotes, found `}`\n  help: remove the comma before it',
    ],
    ['single quotes', "{'a': 1}", "f.json:1:2: error: expected a key in double quotes, found `'`"],
    ['a comment', '{"a": 1 // one\n}', 'f.json:1:9: error: a: expected `,` or `}`, found `/`'],
    ['two documents', '{}\n{}', 'f.json:2:1: error: expected the end of the file, found `{`'],
    ['a wrong closing bracket', '{"a":[1}', 'f.json:1:8: error: a[0]: expected `,` or `]`, found `}`'],
    ['NaN', '{"a":NaN}', 'f.json:1:6: error: a: expected a value, found `N`'],
    ['a leading zero', '[01]', 'f.json:1:2: error: [0]: `01` is not a JSON number'],
    ['a bare minus', '[-]', 'f.json:1:2: error: [0]: `-` is not a JSON number'],
    ['a bare point', '[1.]', 'f.json:1:2: error: [0]: `1.` is not a JSON number'],
    ['a bare exponent', '[1e]', 'f.json:1:2: error: [0]: `1e` is not a JSON number'],
    ['a number beyond a double', '[1e400]', 'f.json:1:2: error: [0]: the number `1e400` is too large'],
    [
      'a number that a double makes whole',
      '[3.0000000000000000001]',
      'f.json:1:2: error: [0]: the number `3.0000000000000000001` has more digits than can be represented',
    ],
    [
      'a number that a double makes zero',
      '[1e-400]',
      'f.json:1:2: error: [0]: the number `1e-400` has more digits than can be represented',
    ],
    ['an unknown escape', '["\\x41"]', 'f.json:1:3: error: [0]: `\\x` is not a JSON escape'],
    ['a short unicode escape', '["\\u00g0"]', 'f.json:1:3: error: [0]: `\\u` is not a JSON escape'],
    [
      'a raw newline in a string',
      '["a\nb"]',
      'f.json:1:4: error: [0]: a control character inside a string\n  help: write it as an escape such as \\n',
    ],
    [
      'a key that occurs twice',
      '{"a":1,\n "a":2}',
      'f.json:2:2: error: a: the key `a` occurs twice in one object',
    ],
    [
      'the same key in two spellings',
      '{"a":1,"\\u0061":2}',
      'f.json:1:8: error: a: the key `a` occurs twice in one object',
    ],
    [
      'a second __proto__',
      '{"__proto__":1,"__proto__":2}',
      'f.json:1:16: error: __proto__: the key `__proto__` occurs twice in one object',
    ],
    [
      'a duplicate deep inside',
      '{"tests":[{"name":"a"},{"name":"b","x":{"k":1,"l":2,"k":3}}]}',
      'f.json:1:53: error: tests[1].x.k: the key `k` occurs twice in one object',
    ],
  ])('refuses %s', (_, text, message) => {
    expect(faultOf(text)).toBe(message);
  });

  it('finds duplicates in objects that took the known way, left it, or never had one', () => {
    const record = '{"a":1,"b":2,"c":3}';
    expect(faultOf(`[${record},${record},${record}]`)).toBe('no fault');
    expect(faultOf(`[${record},{"a":1,"b":2,"c":3,"a":4}]`)).toContain('[1].a: the key `a` occurs twice');
    expect(faultOf(`[${record},{"a":1,"c":2,"b":3,"c":4}]`)).toContain('[1].c: the key `c` occurs twice');
    expect(faultOf('[{"a":{"a":{"a":1}}}]')).toBe('no fault');
  });

  it('finds duplicates in objects with many keys', () => {
    const keys = Array.from({ length: 3000 }, (_, index) => `"k${index}":0`);
    expect(faultOf(`{${keys.join()}}`)).toBe('no fault');
    expect(faultOf(`{${keys.join()},"k17":0}`)).toContain('the key `k17` occurs twice');
    expect(faultOf(`{${keys.join()},"k2999":0}`)).toContain('the key `k2999` occurs twice');
  });

  it('finds duplicates after more kinds of object than it remembers', () => {
    const objects = Array.from({ length: 21_000 }, (_, index) => `{"k${index}":0,"l":0}`);
    expect(faultOf(`[${objects.join()}]`)).toBe('no fault');
    expect(faultOf(`[${objects.join()},{"x":0,"y":0,"x":1}]`)).toContain(
      '[21000].x: the key `x` occurs twice',
    );
  });

  it('accepts 500 levels and refuses 501, however deep it goes on', () => {
    expect(faultOf(`${'['.repeat(500)}${']'.repeat(500)}`)).toBe('no fault');
    expect(faultOf('['.repeat(501))).toContain('nested deeper than 500 levels');
    expect(faultOf('{"a":'.repeat(100_000))).toContain('nested deeper than 500 levels');
  });

  it.each([
    '0.10000000000000000555',
    '1e3',
    '1.5e1',
    '1.50e1',
    '1200e-2',
    '100000000000000000000',
    '0e-400',
    '-0.0',
    '1.000000000000000000000',
  ])('reads the number %s', (number) => {
    expect(faultOf(`[${number}]`)).toBe('no fault');
  });

  it.each(['1.55e1', '12e-1'])('reads the fraction %s', (number) => {
    expect(faultOf(`[${number}]`)).toBe('no fault');
  });

  it('keeps a key named __proto__ as plain data', () => {
    const { value } = parseJson('{"__proto__":{"polluted":true}}', 'f.json');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  it('locates each of many values in a time that grows with their number, in any order', () => {
    const count = 20_000;
    const rule = (index: number) => `{"name": "r${index}", "tool": "tool${index}.*"}`;
    const document = parseJson(
      `{"rules": [\n${Array.from({ length: count }, (_, index) => rule(index)).join(',\n')}\n]}`,
      'f',
    );
    for (let index = count - 1; index >= 0; index--) {
      expect(document.locate(['rules', index, 'tool'], 'key').line).toBe(index + 2);
    }
    const wide = Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
    const one = parseJson(JSON.stringify(wide, null, 1), 'f');
    for (const [index, key] of Object.keys(wide).entries()) expect(one.locate([key]).line).toBe(index + 2);
    expect(one.locate(['missing'])).toEqual({ line: 1, column: 1 });
  });

  it('locates a value, a key, and the nearest parent of a missing value', () => {
    const document = parseJson('{\r\n  "a\\"b": [1, {"c,}": "]",\n "d": null}] }', 'f.json');
    expect(document.locate([])).toEqual({ line: 1, column: 1 });
    expect(document.locate(['a"b'], 'key')).toEqual({ line: 2, column: 3 });
    expect(document.locate(['a"b', 0])).toEqual({ line: 2, column: 12 });
    expect(document.locate(['a"b', 1, 'd'])).toEqual({ line: 3, column: 7 });
    expect(document.locate(['a"b', 1, 'd'], 'key')).toEqual({ line: 3, column: 2 });
    expect(document.locate(['a"b', 1, 'missing'])).toEqual({ line: 2, column: 15 });
    expect(document.locate(['a"b', 'c'])).toEqual({ line: 2, column: 11 });
    expect(document.locate(['a"b', 7])).toEqual({ line: 2, column: 11 });
  });
});
