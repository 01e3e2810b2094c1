import { describe, expect, it } from 'vitest';
import { compileMatcher, match } from '../../../src/assertions/matchers.ts';
import { compileToolSchema } from '../../../src/mcp/tool-schema.ts';
import { counted } from '../../support/counted.ts';
import { mustEnd } from '../../support/must-end.ts';

async function judge(schema: unknown, actual: unknown): Promise<string | undefined> {
  const result = await compileMatcher({ schema });
  if (result.kind === 'faulty') throw new Error(result.faults[0]?.message);
  const { value } = result;
  const { passed, message } = mustEnd(() => match(value, actual));
  return passed ? undefined : message.replace(/^.*valid against the schema: /, '');
}

const twice = ($ref: string) => [{ $ref }, { $ref }];

const faultsOf = async (schema: unknown) => {
  const result = await compileMatcher({ schema });
  return result.kind === 'faulty' ? result.faults : [];
};

describe('the schema matcher', () => {
  it.each([
    [{ type: 'integer' }, 1.0],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string' }, 'a'],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a']],
    [{ $defs: { a: { type: 'number' } }, $ref: '#/$defs/a' }, 1],
    [{ type: 'object', unevaluatedProperties: false, properties: { a: true } }, { a: 1 }],
    [{ type: 'string', format: 'email' }, 'an annotation, as the standard has it'],
    [{ $ref: '#a', $defs: { x: { $anchor: 'a', type: 'null' } } }, null],
    [{ pattern: '^\\u00e9\\d$' }, 'é1'],
    [{ maxLength: 1 }, '😀'],
    [{ const: 0 }, -0],
    [{ const: { valueOf: 1 } }, { valueOf: 1 }],
    [{ enum: [{ constructor: {} }] }, { constructor: {} }],
    [{ uniqueItems: true }, ['1', 1, { a: 1 }, [1]]],
    [{ type: 'array', uniqueItems: false }, [1, 1]],
    [{ enum: Array.from({ length: 100 }, (_, index) => ({ index })) }, { index: 99 }],
    [{ oneOf: [{ $ref: '#/$defs/a' }, { type: 'null' }], $defs: { a: { type: 'number' } } }, 1],
    [{ type: ['string', 'null'] }, null],
  ])('%# accepts', async (schema, actual) => {
    expect(await judge(schema, actual)).toBeUndefined();
  });

  it.each([
    [{ type: 'string' }, 1, 'must be string'],
    [
      { properties: { 'a.b': { items: { type: 'number' } } } },
      { 'a.b': [1, 'x'] },
      '`["a.b"][1]` must be number',
    ],
    [{ properties: { 'a/~': { type: 'number' } } }, { 'a/~': 'x' }, '`a/~` must be number'],
    [{ required: ['toString'] }, {}, "must have required property 'toString'"],
    [{ required: ['__proto__'] }, {}, "must have required property '__proto__'"],
    [{ additionalProperties: false }, { x: 1 }, 'must not have additional properties, found `"x"`'],
    [
      { additionalProperties: false },
      JSON.parse('{"__proto__":1}'),
      'must not have additional properties, found `"__proto__"`',
    ],
    [{ const: { a: 1 } }, { valueOf: 1 }, 'must be `{"a":1}`'],
    [{ enum: [1, { a: 1 }] }, { toString: 1 }, 'must be one of `1`, `{"a":1}`'],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'must not contain the same element twice',
    ],
    [{ uniqueItems: true }, [0, -0], 'must not contain the same element twice'],
    [{ pattern: '^a' }, 'b', 'must match pattern "^a"'],
    [{ $dynamicRef: '#' }, 1, 'the schema or the value is nested too deep'],
    [{ properties: { next: { $ref: '#' }, n: { minimum: 1 } } }, { next: { n: 0 } }, '`next.n` must be >= 1'],
    [{ type: 'number' }, Number.NaN, 'must be number'],
  ])('%# refuses', async (schema, actual, message) => {
    expect(await judge(schema, actual)).toBe(message);
  });

  it.each([
    [{ type: 'strin' }, ['schema', 'type'], /^is not a JSON Schema: must be one of `"array"`/],
    [{ properties: { a: { minimum: '1' } } }, ['schema', 'properties', 'a', 'minimum'], /must be number$/],
    [{ allOf: [{ type: 1 }] }, ['schema', 'allOf', 0, 'type'], /is not a JSON Schema/],
    [{ tpye: 'string' }, ['schema'], /^unknown keyword: "tpye"$/],
    [
      { $ref: 'https://example.com/other.json' },
      ['schema'],
      /^`\$ref` to `"https:\/\/example.com\/other.json"`, which/,
    ],
    [{ $ref: '#' }, ['schema', '$ref'], /^`\$ref` leads back to itself, without end$/],
    [
      {
        $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } },
        items: { $ref: '#/$defs/a' },
      },
      ['schema', '$defs', 'b', 'allOf', 0, '$ref'],
      /^`\$ref` leads back to itself, without end$/,
    ],
    [
      JSON.parse('{"type":"object","items":{"properties":{"__proto__":{"type":"number"}}}}'),
      ['schema', 'items', 'properties', '__proto__'],
      /^a key `__proto__` of a schema would check nothing$/,
    ],
    [
      JSON.parse('{"patternProperties":{"__proto__":{"type":"number"}}}'),
      ['schema', 'patternProperties', '__proto__'],
      /would check nothing$/,
    ],
    ...[
      { title: 'x' },
      { format: 'email' },
      { $comment: 'x', $schema: 'https://json-schema.org/draft/2020-12/schema' },
      { properties: {} },
      { properties: { a: true, b: { format: 'date' } } },
      { required: [] },
      { minLength: 0, uniqueItems: false },
      { allOf: [{}, true] },
      { anyOf: [{ type: 'string' }, {}] },
      { oneOf: [{}] },
      { items: { items: {} } },
      JSON.parse('{"if":{"type":"string"},"then":{}}'),
      { $ref: '#/$defs/a', $defs: { a: { title: 'x' }, b: { type: 'null' } } },
      { properties: { next: { $ref: '#' } } },
      { dependentRequired: { a: [] } },
    ].map((schema): [object, string[], RegExp] => [schema, ['schema'], /: it checks nothing$/]),
    [{ contains: {}, minContains: 0 }, ['schema'], /keyword ignored$/],
    [{ if: { type: 'string' } }, ['schema'], /is ignored$/],
    [{ $ref: 'file:///etc/passwd' }, ['schema'], /which is not in the schema$/],
    [
      { $ref: '#/$defs/missing' },
      ['schema'],
      /^`\$ref` to `"#\/\$defs\/missing"`, which is not in the schema$/,
    ],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, ['schema', '$schema'], /^must be `https/],
    [{ $async: true, type: 'string' }, ['schema', '$async'], /^unknown keyword `\$async`$/],
    [{ pattern: '(?=a)' }, ['schema'], /^the pattern `"\(\?=a\)"` does not compile: invalid or unsupported/],
    [{ patternProperties: { '(': true } }, ['schema'], /does not compile/],
  ])('%j is a load error', async (schema, path, message) => {
    expect(await faultsOf(schema)).toEqual([
      { path, message: expect.stringMatching(message), help: (await faultsOf(schema))[0]?.help },
    ]);
  });

  it.each([
    { if: { type: 'string' }, else: { minimum: 1 } },
    { contains: {} },
    { not: {} },
    { oneOf: [{}, {}] },
    { items: false },
    { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }], $defs: { a: { type: 'null' } } },
    {
      anyOf: [{ $ref: '#/$defs/b' }, { $ref: '#/$defs/a' }],
      $defs: { a: { properties: { x: { $ref: '#/$defs/b' } }, type: 'object' }, b: { $ref: '#/$defs/a' } },
    },
    { $ref: '#a', $defs: { a: { $anchor: 'a', type: 'null' } } },
    { $dynamicRef: '#a', $defs: { a: { $dynamicAnchor: 'a', type: 'null' } } },
  ])('%j checks something', async (schema) => {
    expect(await faultsOf(schema)).toEqual([]);
  });

  it('cannot judge a value that nests too deep, also inside `not`', async () => {
    const result = await compileMatcher({ not: { schema: { $dynamicRef: '#' } } });
    expect(result.kind === 'compiled' && match(result.value, 1).passed).toBe(false);
  });

  it('keeps nothing of one schema for the next', async () => {
    const part = { $id: 'https://example.com/part', type: 'number' };
    expect(await judge({ $id: 'https://example.com/a', $defs: { part }, $ref: 'part' }, 1)).toBeUndefined();
    expect(await judge({ $id: 'https://example.com/a', type: 'string' }, 'x')).toBeUndefined();
    expect(await faultsOf({ $ref: 'https://example.com/part' })).toHaveLength(1);
  });

  it('takes linear time for hostile texts', async () => {
    const text = `${'a'.repeat(100_000)}!`;
    expect(await judge({ pattern: '^(a+)+$' }, text)).toBe('must match pattern "^(a+)+$"');
    expect(await judge({ patternProperties: { '^(a+)+$': false } }, { [text]: 1 })).toBeUndefined();
  });

  it('takes steps linear in the items that have to be unique', async () => {
    const objects = counted(
      Array.from({ length: 50_000 }, (_, i) => ({ i })),
      5_000_000,
    );
    expect(await judge({ uniqueItems: true }, objects.value)).toBeUndefined();
    expect(objects.reads()).toBeGreaterThan(50_000);
  });

  describe('of thousands of members', () => {
    const list = <T>(length: number, make: (index: number) => T): T[] =>
      Array.from({ length }, (_, i) => make(i));
    const named = (length: number, make: (index: number) => unknown) =>
      Object.fromEntries(list(length, (i) => [`a${i}`, make(i)]));
    const isNumber = () => ({ type: 'number' });

    it.each<[string, object, unknown, unknown, string]>([
      ['anyOf', { anyOf: list(3000, (i) => ({ const: i })) }, 2999, 3000, 'must be `0`'],
      ['oneOf', { oneOf: list(3000, (i) => ({ const: i })) }, 2999, 3000, 'must be `0`'],
      [
        'a second oneOf',
        { oneOf: [...list(3000, (i) => ({ const: i })), { minimum: 7 }] },
        6,
        7,
        'must be `0`',
      ],
      ['allOf', { allOf: list(3000, (i) => ({ maximum: 5000 - i })) }, 2001, 2002, 'must be <= 2001'],
      [
        'prefixItems',
        { prefixItems: list(3000, isNumber) },
        [1],
        list(3000, (i) => (i < 2999 ? i : '')),
        '`[2999]` must be number',
      ],
      [
        'properties',
        { properties: named(3000, isNumber) },
        { a2999: 1 },
        { a2999: '' },
        '`a2999` must be number',
      ],
      [
        'dependentSchemas',
        { dependentSchemas: named(3000, () => ({ required: ['b'] })) },
        { a1: 1, b: 1 },
        { a2999: 1 },
        "must have required property 'b'",
      ],
      [
        'contains',
        { contains: { const: 0 } },
        [...list(200_000, () => 1), 0],
        list(200_000, () => 1),
        'must contain at least 1 valid item(s)',
      ],
      [
        'unevaluatedProperties',
        {
          allOf: list(1500, (i) => ({ properties: { [`a${i}`]: { type: 'number' } } })),
          unevaluatedProperties: false,
        },
        { a1499: 1 },
        { b: 1 },
        'must not have unevaluated properties, found `"b"`',
      ],
    ])('judges %s as those of a few', async (_, schema, good, bad, reason) => {
      expect(await judge(schema, good)).toBeUndefined();
      expect(await judge(schema, bad)).toBe(reason);
    });

    it.each<[string, object]>([
      ['branches', { anyOf: list(150_000, () => ({ type: 'object' })) }],
      ['branches that accept everything', { oneOf: list(150_000, () => true) }],
      ['names', { dependentRequired: named(150_000, () => ['b']) }],
      ['references', { properties: named(4000, () => ({ $ref: '#/$defs/a0' })), $defs: named(1, isNumber) }],
      ['patterns', { patternProperties: named(4000, isNumber) }],
      [
        'schemas in a place that only a reference reaches',
        { $ref: '#/x', x: { anyOf: list(150_000, isNumber) } },
      ],
    ])('rejects too many %s', async (_, schema) => {
      expect((await compileToolSchema(schema)) as object).toMatchObject({
        message: 'the schema has more than 10000 parts',
      });
    });

    it('rejects patterns that are larger than they look', async () => {
      const fault = 'its repetitions amount to';
      expect(await faultsOf({ pattern: '(?:a?){1000}'.repeat(400) })).toMatchObject([
        { message: expect.stringContaining(fault) },
      ]);
      const properties = named(12, (i) => ({ pattern: `[a-z]{1000}${i}`.repeat(9) }));
      expect(await faultsOf({ properties })).toMatchObject([
        { message: 'the repetitions in its patterns amount to more than 100000 characters' },
      ]);
    });
  });

  it.each<[string, object, unknown]>([
    ['definitions that refer twice to the next', { allOf: twice('#/$defs/a0') }, {}],
    ['branches that refer twice to the next', { anyOf: twice('#/$defs/a0') }, {}],
  ])('gives up on %s', async (_, start, value) => {
    const [[keyword]] = Object.entries(start) as [[string, unknown]];
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_each, i) => [`a${i}`, { [keyword]: twice(`#/$defs/a${i + 1}`) }]),
    );
    const last = { a60: keyword === 'anyOf' ? { type: 'string' } : { type: 'object' } };
    expect(await judge({ ...start, $defs: { ...$defs, ...last } }, value)).toBe(
      'it takes too many steps to check the value against the schema',
    );
  });

  it('gives up on a value whose members are checked twice at each level', async () => {
    let value: unknown = {};
    for (let level = 0; level < 60; level++) value = { next: value };
    const schema = { properties: { next: { type: 'object', allOf: twice('#') } } };
    expect(await judge(schema, value)).toContain('too many steps');
  });

  it('walks a value of 500 levels', async () => {
    let value: unknown = {};
    for (let level = 0; level < 500; level++) value = { next: value };
    const schema = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false };
    expect(await judge(schema, value)).toBeUndefined();
  });
});
