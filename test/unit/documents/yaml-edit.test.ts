import { describe, expect, it } from 'vitest';
import { editYaml, hasComments, type YamlEdit } from '../../../src/documents/yaml-edit.ts';

const off = (at: YamlEdit['at']): YamlEdit => ({ kind: 'set', at, key: 'on', value: false });
const append = (item: unknown, at: YamlEdit['at'] = []): YamlEdit => ({ kind: 'append', at, items: [item] });
const remove = (index: number, at: YamlEdit['at'] = []): YamlEdit => ({ kind: 'remove', at, index });

describe('setting a key', () => {
  it.each([
    ['that is there', '- a: 1\n  on: true   # why\n  b: 2\n', '- a: 1\n  on: false   # why\n  b: 2\n'],
    ['without a value', '- on:   # why\n  b: 2\n', '- on: false   # why\n  b: 2\n'],
    ['in quotes', `- 'on': "x"\n`, `- 'on': false\n`],
    ['that is not there', '- a: 1 # one\n# two\n- a: 2\n', '- a: 1 # one\n  on: false\n# two\n- a: 2\n'],
    [
      'behind nested values',
      '- a:\n    b:\n      - c\n\n- d: 1\n',
      '- a:\n    b:\n      - c\n  on: false\n\n- d: 1\n',
    ],
    [
      'behind a block of text',
      '- a: |\n    one\n\n    two\n- b: 1\n',
      '- a: |\n    one\n\n    two\n  on: false\n- b: 1\n',
    ],
    [
      'behind a block of text that ends the file',
      '- b: 1\n  a: |\n    one',
      '- b: 1\n  a: |\n    one\n  on: false',
    ],
    ['at the end of a file without a line end', '- a: 1', '- a: 1\n  on: false'],
    ['with the line ends of the file', '- a: 1\r\n- b: 2\r\n', '- a: 1\r\n  on: false\r\n- b: 2\r\n'],
    ['in a flow mapping', '- {a: 1, b: [2] }\n', '- {a: 1, b: [2], on: false }\n'],
    ['in a flow mapping with a last comma', '- {a: 1,}\n', '- {a: 1, on: false,}\n'],
    ['in JSON on one line', '[{"a":1}]', '[{"a":1, "on": false}]'],
    [
      'in JSON on many lines',
      '[\n\t{\n\t\t"a": 1\n\t}\n]\n',
      '[\n\t{\n\t\t"a": 1,\n\t\t"on": false\n\t}\n]\n',
    ],
    ['of the dash on a line of its own', '-\n  a: 1\n', '-\n  a: 1\n  on: false\n'],
    ['of a mapping with an anchor', '- &x\n  a: 1\n', '- &x\n  a: 1\n  on: false\n'],
    ['whose value has an anchor that nobody uses', '- on: &x true\n', '- on: &x false\n'],
    ['that is an alias', '- on: &x true\n  b: 1\n- on: *x\n', '- on: &x true\n  b: 1\n- on: false\n', 1],
  ])('%s', (_, before, after, index = 0) => {
    expect(editYaml(before, 'f.yml', off([index as number]))).toBe(after);
  });

  const context = { resource: { environment: { anyOf: ['production', 'x, y'] } } };
  it.each([
    ['a text', '- on: 1 # why\n', 'a: b', '- on: "a: b" # why\n'],
    ['a plain text', '- on:  x\n', 'db.*', '- on:  db.*\n'],
    ['a text that an older parser takes for a boolean', '- on: x\n', 'yes', '- on: "yes"\n'],
    ['a text of several lines', '- on: x\n  b: 1\n', 'a\nb', '- on: "a\\nb"\n  b: 1\n'],
    ['a long text', '- on: x\n', 'word '.repeat(60).trim(), `- on: ${'word '.repeat(60).trim()}\n`],
    ['nothing', '- on: { a: 1 }\n', null, '- on: null\n'],
    [
      'a mapping',
      '- b: 1\n',
      context,
      '- b: 1\n  on: { resource: { environment: { anyOf: [ production, "x, y" ] } } }\n',
    ],
    ['in place of a block', '- on:\n    a:\n      - 1\n  b: 1 # one\n', [2], '- on: [ 2 ]\n  b: 1 # one\n'],
    [
      'in place of a block with a comment',
      '- on: # why\n    a: 1\n  b: 1\n',
      [2],
      '- on: # why\n    [ 2 ]\n  b: 1\n',
    ],
    ['in place of a block of text', '- on: |\n    one\n\n- b: 1\n', 'two', '- on: two\n\n- b: 1\n'],
    ['in JSON', '[{"on": {"a": 1}}]', { b: ['c'] }, '[{"on": {"b":["c"]}}]'],
  ])('to %s', (_, before, value, after) => {
    expect(editYaml(before, 'f.yml', { kind: 'set', at: [0], key: 'on', value })).toBe(after);
  });

  it('of the whole document', () => {
    expect(editYaml('# x\na: 1\n# y\n', 'f.yml', off([]))).toBe('# x\na: 1\non: false\n# y\n');
  });

  it('is refused where an alias would carry the change elsewhere', () => {
    expect(() => editYaml('- &p {a: 1}\n- *p\n', 'f.yml', off([0]))).toThrow('cannot be edited in place');
    expect(() => editYaml('- on: &x true\n- on: *x\n', 'f.yml', off([0]))).toThrow(
      'cannot be edited in place',
    );
  });

  it('is refused in a text that is malformed', () => {
    expect(() => editYaml('a: [', 'f.yml', off([]))).toThrow();
  });
});

describe('appending to a list', () => {
  it.each([
    ['[a] # c', '[a, "b", "c"] # c'],
    ['[]', '["b", "c"]'],
    ['[\n  "a"\n]\n', '[\n  "a",\n  "b",\n  "c"\n]\n'],
    ['- a\n- {x: 1}\n', '- a\n- {x: 1}\n- b\n- c\n'],
    ['- a\n\n- b\n', '- a\n\n- b\n\n- b\n\n- c\n'],
  ])('appends several items at once: %j', (before, after) => {
    expect(editYaml(before, 'f.yml', { kind: 'append', at: [], items: ['b', 'c'] })).toBe(after);
  });

  const item = { name: 'rule', at: '09:00', list: ['x', 1], deep: [{ yes: 'yes' }] };
  const block = (indent: string) =>
    ['- name: rule', '  at: "09:00"', '  list: [x, 1]', '  deep:', '    - "yes": "yes"']
      .map((line) => `${indent}${line}\n`)
      .join('');

  it.each([
    ['without indentation', '- a: 1\n', [], `- a: 1\n${block('')}`],
    ['below a key', 'k:\n  - a: 1\n# end\nz: 1\n', ['k'], `k:\n  - a: 1\n${block('  ')}# end\nz: 1\n`],
    ['at the level of its key', 'k:\n- a: 1\nz: 1\n', ['k'], `k:\n- a: 1\n${block('')}z: 1\n`],
    [
      'behind comments of the last item',
      '- a: 1\n  # more\n# end\n',
      [],
      `- a: 1\n  # more\n${block('')}# end\n`,
    ],
    [
      'apart, where items stand apart',
      '- a: 1\n\n# b\n- b: 1\n',
      [],
      `- a: 1\n\n# b\n- b: 1\n\n${block('')}`,
    ],
    ['without a last line end', '- a: 1', [], `- a: 1\n${block('').trimEnd()}`],
  ])('%s', (_, before, at, after) => {
    expect(editYaml(before, 'f.yml', append(item, at))).toBe(after);
  });

  it.each([
    ['JSON on one line', '[{"a":1}]\n', '[{"a":1}, {"b":2}]\n'],
    [
      'JSON on many lines',
      '[\n  {\n    "a": 1\n  }\n]\n',
      '[\n  {\n    "a": 1\n  },\n  {\n    "b": 2\n  }\n]\n',
    ],
    [
      'JSON with tabs',
      '{\n\t"l": [\n\t\t{\n\t\t\t"a": 1\n\t\t}\n\t]\n}\n',
      '{\n\t"l": [\n\t\t{\n\t\t\t"a": 1\n\t\t},\n\t\t{\n\t\t\t"b": 2\n\t\t}\n\t]\n}\n',
      ['l'],
    ],
    ['an object a line', '[\n  {"a": 1},\n  {"c": 1}\n]\n', '[\n  {"a": 1},\n  {"c": 1},\n  {"b":2}\n]\n'],
    ['an empty list', '[]\n', '[{"b":2}]\n'],
    [
      'behind a comment',
      '[\n  {a: 1}, # one\n  {b: 1} # two\n]\n',
      '[\n  {a: 1}, # one\n  {b: 1}, # two\n  {"b":2}\n]\n',
    ],
    ['a flow list of YAML', '[ {a: 1}, ] # c\n', '[ {a: 1}, {"b":2}, ] # c\n'],
  ])('%s', (_, before, after, at: string[] = []) => {
    expect(editYaml(before, 'f.yml', append({ b: 2 }, at))).toBe(after);
  });
});

describe('removing from a list', () => {
  const text = '# file\n\n# a\n- a: 1\n  # in a\n\n# apart\n\n# b 1\n# b 2\n- b: 1\n\n- c: 1\n\n# end\n';

  it.each([
    [
      'the first, with the comment above it',
      0,
      '# file\n\n# apart\n\n# b 1\n# b 2\n- b: 1\n\n- c: 1\n\n# end\n',
    ],
    ['one in between', 1, '# file\n\n# a\n- a: 1\n  # in a\n\n# apart\n\n- c: 1\n\n# end\n'],
    ['the last', 2, '# file\n\n# a\n- a: 1\n  # in a\n\n# apart\n\n# b 1\n# b 2\n- b: 1\n\n# end\n'],
  ])('%s', (_, index, after) => {
    expect(editYaml(text, 'f.yml', remove(index))).toBe(after);
  });

  it.each([
    ['keeps a comment that begins the file', '# $schema\n- a: 1\n- b: 1\n', 0, '# $schema\n- b: 1\n'],
    ['keeps a file without a last line end as it is', '- a: 1\n- b: 1', 0, '- b: 1'],
    ['of items in one line', '[{"a":1}, {"b":1}]', 0, '[{"b":1}]'],
    ['of JSON, the last', '[\n  {"a":1},\n  {"b":1}\n]\n', 1, '[\n  {"a":1}\n]\n'],
    ['of a flow list with a last comma', '[{a: 1}, {b: 1},]', 1, '[{a: 1},]'],
    [
      'keeps the comment of the one before',
      '[\n  {a: 1}, # one\n  {b: 1} # two\n]\n',
      1,
      '[\n  {a: 1} # one\n]\n',
    ],
    ['keeps the blank lines of a text', '- a: |+\n    x\n\n- b: 1\n', 1, '- a: |+\n    x\n\n'],
    ['with the line ends of Windows', '- a: 1\r\n\r\n- b: 1\r\n', 0, '- b: 1\r\n'],
  ])('%s', (_, before, index, after) => {
    expect(editYaml(before, 'f.yml', remove(index))).toBe(after);
  });

  it('is refused for the only item, and for an anchor that is used', () => {
    expect(() => editYaml('- a: 1\n', 'f.yml', remove(0))).toThrow('cannot be edited in place');
    expect(() => editYaml('- &x {a: 1}\n- *x\n', 'f.yml', remove(0))).toThrow('cannot be edited in place');
  });
});

describe('making a list of the whole', () => {
  it.each([
    ['a: 1\n', '- a: 1\n'],
    [
      '# c\n\na: # d\n  - 1\n\nb: |\n  x\n\n   y\n# end\n',
      '# c\n\n- a: # d\n    - 1\n\n  b: |\n    x\n\n     y\n  # end\n',
    ],
    ['{"a": 1}', '[{"a": 1}]'],
    ['--- # c\na: 1\r\nb: 2', '--- # c\n- a: 1\r\n  b: 2'],
  ])('keeps the rest of the mapping: %j', (before, after) => {
    expect(editYaml(before, 'f.yml', { kind: 'wrap', at: [] })).toBe(after);
  });

  it.each(['- a\n', 'a\n'])('refuses a document that is not a mapping: %j', (text) => {
    expect(() => editYaml(text, 'f.yml', { kind: 'wrap', at: [] })).toThrow('cannot be edited in place');
  });
});

describe('comments', () => {
  it.each([
    ['a: 1\n', false],
    ['a: "# b"\n', false],
    ['a: |\n  # b\n', false],
    ['a: b#c\n', false],
    ['{"a": "#"}', false],
    ['a: 1 # b\n', true],
    ['# b\na: 1\n', true],
    ['a: # b\n  - 1\n', true],
  ])('are found in %j: %s', (text, found) => {
    expect(hasComments(text)).toBe(found);
  });
});
