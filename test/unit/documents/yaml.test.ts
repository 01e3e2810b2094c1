import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/diagnostic.ts';
import { parseYaml } from '../../../src/documents/yaml.ts';
import { InputError } from '../../../src/errors.ts';
import { mustEnd } from '../../support/must-end.ts';

function read(text: string): unknown {
  try {
    return parseYaml(text, 'f.yml').value;
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map((d) => formatDiagnostic(d)).join('\n');
    throw error;
  }
}

describe('parseYaml', () => {
  it.each([
    ['an unquoted timestamp is text', 'at: 2026-12-31T00:00:00Z', { at: '2026-12-31T00:00:00Z' }],
    ['an unquoted date is text', 'at: 2026-12-31', { at: '2026-12-31' }],
    ['yes and off are text', 'a: yes\nb: off', { a: 'yes', b: 'off' }],
    ['true is a boolean', 'a: true', { a: true }],
    ['JSON is YAML', '{"a": [1, null, "b"]}', { a: [1, null, 'b'] }],
    ['an alias stands for its anchor', 'a: &x [1]\nb: *x', { a: [1], b: [1] }],
    ['CRLF ends lines too', 'a: 1\r\nb: two\r\n', { a: 1, b: 'two' }],
    ['a merge key is a plain key', 'a: &x {b: 1}\nc:\n  <<: *x', { a: { b: 1 }, c: { '<<': { b: 1 } } }],
    ['a YAML 1.2 line is welcome', '%YAML 1.2\n---\na: yes', { a: 'yes' }],
  ])('%s', (_, text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each([
    ['an empty file', '', 'f.yml:1:1: error: the file is empty'],
    ['a file of comments', '# nothing\n', 'f.yml:1:1: error: the file is empty'],
    ['a lone null', '~\n', 'f.yml:1:1: error: the file is empty'],
    [
      'a key that occurs twice',
      'a: 1\nb: 2\na: 3',
      'f.yml:3:1: error: a: the key `a` occurs twice in one mapping',
    ],
    [
      'a key that occurs twice, further down',
      'rules:\n  - id: a\n  - x: { max: 1, "b c": 2, max: 3 }',
      'f.yml:3:28: error: rules[1].x.max: the key `max` occurs twice in one mapping',
    ],
    [
      'a key that occurs twice, once as a number',
      'a: {1: x, "1": y}',
      'f.yml:1:11: error: a["1"]: the key `"1"` occurs twice in one mapping',
    ],
    [
      'keys that occur twice, in their order',
      'b: {c: {d: 1, d: 2}, c: 3}\nb: 4\na: [',
      [
        'f.yml:1:15: error: b.c.d: the key `d` occurs twice in one mapping',
        'f.yml:1:22: error: b.c: the key `c` occurs twice in one mapping',
        'f.yml:2:1: error: b: the key `b` occurs twice in one mapping',
        'f.yml:3:5: error: flow sequence in block collection must be sufficiently indented and end with a ]',
      ].join('\n'),
    ],
    [
      'a number of too many digits, further down',
      'rules:\n  - id: a\n    max: 0.12345678901234567891',
      'f.yml:3:10: error: rules[0].max: a number with more digits than can be represented, found `0.12345678901234567891`\n' +
        '  help: the nearest number is 0.12345678901234568',
    ],
    ['a tab as indentation', 'a:\n\tb: 1', 'f.yml:2:1: error: tabs are not allowed as indentation'],
    [
      'an unknown tag',
      'a: !!js/function "x"',
      'f.yml:1:4: error: unresolved tag: tag:yaml.org,2002:js/function',
    ],
    [
      'a timestamp tag',
      'a: !!timestamp 2026-01-01',
      'f.yml:1:4: error: unresolved tag: tag:yaml.org,2002:timestamp',
    ],
    [
      'a second document',
      'a: 1\n---\nb: 2',
      'f.yml:2:1: error: found a second YAML document\n  help: keep one document in the file',
    ],
    [
      'YAML 1.1',
      '%YAML 1.1\n---\na: yes',
      'f.yml:1:1: error: YAML 1.1 is not supported\n  help: remove the %YAML line',
    ],
    ['a list as a key', '[1, 2]: x', 'f.yml:1:1: error: a key must be plain text'],
    ['an empty key', ': x', 'f.yml:1:1: error: a key must be plain text'],
    [
      'an unresolved alias',
      'a: *nowhere',
      'f.yml:1:4: error: a: the alias `*nowhere` has no anchor before it',
    ],
    [
      'an alias in its own anchor',
      'a: &s\n  x: *s',
      'f.yml:2:6: error: a.x: the alias `*s` is inside its own anchor',
    ],
    [
      'an alias in its own list',
      '- &q [*q]',
      'f.yml:1:7: error: [0][0]: the alias `*q` is inside its own anchor',
    ],
    [
      'a number that would be rounded',
      'a: [1, 12345678901234567891]',
      'f.yml:1:8: error: a[1]: a number with more digits than can be represented, found `12345678901234567891`\n  help: the nearest number is 12345678901234567000',
    ],
  ])('refuses %s', (_, text, message) => {
    expect(read(text)).toBe(message);
  });

  it('stops at the thousandth alias, at once', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => `- &a${index} x\n- *a${index}`);
    expect(read(many.join('\n'))).toBe('f.yml:2002:3: error: [2001]: more than 1000 aliases');
  });

  it('stops an alias bomb', () => {
    const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 12; level++) {
      bomb.push(
        `a${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
      );
    }
    expect(read(bomb.join('\n'))).toBe(
      'f.yml:1:1: error: the aliases expand to too many copies\n  help: write the values out',
    );
  });

  it.each([
    ['flow lists', '['.repeat(501) + ']'.repeat(501)],
    ['flow lists without an end', '['.repeat(100_000)],
    ['flow maps', '{a: '.repeat(501) + '}'.repeat(501)],
    ['block maps', Array.from({ length: 502 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    ['block lists', `${'- '.repeat(5000)}x`],
  ])('refuses %s nested too deep', (_, text) => {
    expect(read(text)).toContain('nested deeper than 500 levels');
  });

  it('takes time linear in the keys of a mapping, those that occur twice included', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `k${index}: ${index}\n`).join('');
    // it took minutes when each key was compared with all others
    expect(mustEnd(() => Object.keys(read(text) as object))).toHaveLength(50_000);
    expect(mustEnd(() => read(text + text))).toContain(
      'f.yml:50001:1: error: k0: the key `k0` occurs twice in one mapping',
    );
  });

  it('lists the keys of a mapping in the order of the file', () => {
    const document = parseYaml('a: &x {b: 1, 2: 1, "1": 1}\nc: [*x]\n__proto__: 1', 'f.yml');
    expect(Object.keys((document.value as { a: object }).a)).toEqual(['1', '2', 'b']);
    expect(document.keys?.(['a'])).toEqual(['b', '2', '1']);
    expect(document.keys?.(['c', 0])).toEqual(['b', '2', '1']);
    expect(document.keys?.([])).toEqual(['a', 'c', '__proto__']);
    expect(document.keys?.(['c'])).toEqual([]);
    expect(document.keys?.(['a', 'missing', 'more'])).toEqual([]);
  });

  it('keeps a key named __proto__ as plain data', () => {
    const value = read('__proto__:\n  polluted: true') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  it('locates a value, a key, and the nearest parent of a missing value', () => {
    const document = parseYaml('a:\n  - &x {b: 1}\n  - *x\n"c d": 2\n', 'f.yml');
    expect(document.locate([])).toEqual({ line: 1, column: 1 });
    expect(document.locate(['a', 0, 'b'])).toEqual({ line: 2, column: 12 });
    expect(document.locate(['a', 0, 'b'], 'key')).toEqual({ line: 2, column: 9 });
    expect(document.locate(['a', 1, 'b'])).toEqual({ line: 2, column: 12 });
    expect(document.locate(['c d'], 'key')).toEqual({ line: 4, column: 1 });
    expect(document.locate(['a', 0, 'missing'])).toEqual({ line: 2, column: 8 });
  });
});
