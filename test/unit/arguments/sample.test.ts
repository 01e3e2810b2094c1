import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleArguments, sampleOf } from '../../../src/arguments/sample.ts';
import { textsOfPattern } from '../../../src/arguments/sample-pattern.ts';
import { compileForeignSchema } from '../../../src/assertions/json-schema.ts';
import { compileSchemaRegex } from '../../../src/assertions/regex.ts';
import { type ChoiceJudge, findWritingChoice } from '../../../src/exec-policy/choices.ts';
import { parametersOf } from '../../../src/exec-policy/schema-walk.ts';
import { counted } from '../../support/counted.ts';

const object = (properties: object, rest: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...rest,
});

test('takes steps linear in the values that a parameter lists', async () => {
  const actions = counted(
    Array.from({ length: 3000 }, (_, i) => `delete_${i}`),
    1_000_000,
  );
  const avoids = (parameter: string, value: unknown, judge?: ChoiceJudge) =>
    judge && findWritingChoice(parameter, value, judge, []);
  const sample = await sampleArguments(object({ kind: { enum: actions.value } }), avoids);
  expect(sample).toHaveProperty('avoided.value', 'delete_0');
});

test('takes steps linear in the parameters that are required', () => {
  const names = Array.from({ length: 3000 }, (_, i) => `a${i}`);
  const required = counted(names, 100_000);
  const schema = {
    properties: Object.fromEntries(names.map((name) => [name, {}])),
    required: required.value,
  };
  expect(parametersOf(schema).filter((each) => each.isRequired)).toHaveLength(3000);
});

test('gives up on a short schema that asks for endless checks', async () => {
  const next = (i: number) => ({ anyOf: [{ $ref: `#/$defs/a${i + 1}` }, { $ref: `#/$defs/a${i + 1}` }] });
  const $defs = {
    ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`a${i}`, next(i)])),
    a60: { enum: [1], type: 'string' },
  };
  expect(await sampleArguments(object({ a: { $ref: '#/$defs/a0' } }, { $defs }))).toHaveProperty('cannot');
});

describe('a sample', () => {
  test.each<[string, unknown, unknown]>([
    ['of anything', true, 'text'],
    ['of text', { type: 'string' }, 'text'],
    ['of long text', { type: 'string', minLength: 6 }, 'textxx'],
    ['of short text', { type: 'string', maxLength: 2 }, 'te'],
    ['of a number', { type: 'number' }, 1],
    ['below a bound', { type: 'integer', exclusiveMaximum: 0 }, -1],
    ['above a bound', { type: 'integer', minimum: 7 }, 7],
    ['of a multiple', { type: 'number', multipleOf: 0.25, exclusiveMinimum: 1 }, 1.25],
    ['of a choice', { enum: ['b', 'a'] }, 'b'],
    ['of a constant', { const: { a: 1 } }, { a: 1 }],
    ['with an example', { type: 'string', examples: ['Berlin'], default: 'Paris' }, 'Berlin'],
    ['with a default', { type: 'integer', default: 30 }, 30],
    ['with a wrong example', { type: 'integer', examples: ['many'] }, 1],
    ['of several types', { type: ['null', 'boolean'] }, true],
    ['of a format', { type: 'string', format: 'date' }, '2026-01-01'],
    ['of a pattern', { type: 'string', pattern: '^[A-Z]{3}-\\d+$' }, 'ABC-123'],
    ['of a rare pattern', { type: 'string', pattern: '^(usr|org)_[a-f0-9]{4}\\.x$' }, 'usr_aaaa.x'],
    [
      'of what is required',
      object({ a: { type: 'string' } }, { additionalProperties: false }),
      { a: 'text' },
    ],
    ['without what is not', { type: 'object', properties: { a: { type: 'string' } } }, {}],
    [
      'of a list',
      { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string' } },
      ['text', 'text2'],
    ],
    ['of a tuple', { type: 'array', prefixItems: [{ const: 1 }, true], minItems: 2 }, [1, 'text']],
    ['that contains', { type: 'array', items: { type: 'integer' }, contains: { minimum: 5 } }, [5]],
    ['behind a reference', { $ref: '#/$defs/a', $defs: { a: { const: 3 } } }, 3],
    ['of all', { allOf: [{ type: 'integer', minimum: 2 }, { maximum: 2 }] }, 2],
    [
      'of the branch that can be',
      { anyOf: [{ type: 'string', pattern: '(' }, { type: 'boolean' }] },
      undefined,
    ],
    ['of one', object({ kind: {} }, { oneOf: [{ properties: { kind: { const: 'a' } } }] }), { kind: 'a' }],
    ['of a condition', JSON.parse('{"type":"integer","if":{"minimum":1},"then":{"minimum":9}}'), 9],
    ['that is not', { type: 'integer', not: { minimum: 0 } }, undefined],
    ['with as many members as wanted', { type: 'object', minProperties: 1 }, { key1: 'text' }],
    [
      'with what depends',
      object({ a: { const: 1 } }, { dependentRequired: { a: ['b'] } }),
      { a: 1, b: 'text' },
    ],
    ['of an older dialect', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'null' }, null],
  ])('%s', async (_, schema, expected) => {
    const sample = await sampleOf(schema);
    expect('value' in sample ? sample.value : undefined).toEqual(expected);
  });

  test.each<[string, unknown, RegExp]>([
    ['nothing', false, /accepts nothing/],
    ['no schema', 'text', /not a JSON Schema/],
    ['no end', { $ref: '#/$defs/a', $defs: { a: object({ next: { $ref: '#/$defs/a' } }) } }, /too deep/],
    ['a circle', { $ref: '#' }, /too deep/],
    ['a place that is not there', { anyOf: [{ $ref: '#/$defs/b' }], $defs: {} }, /\$defs\/b/],
    ['a contradiction', { type: 'integer', minimum: 2, maximum: 1 }, /accepts nothing/],
    ['very long text', { type: 'string', minLength: 1e9 }, /1000000000 characters/],
    [
      'a very long list',
      object({ a: { type: 'array', minItems: 1e9 } }),
      /`a`: it requires a list of 1000000000/,
    ],
    ['a pattern without a text', { type: 'string', pattern: 'a^' }, /no text was found/],
  ])('of %s cannot be', async (_, schema, reason) => {
    const sample = await sampleOf(schema);
    expect(sample).toEqual({ cannot: expect.stringMatching(reason) });
  });

  test('knows no prototype', async () => {
    const schema = JSON.parse(
      '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"const":1}}}',
    );
    const sample = await sampleOf(schema);
    expect(JSON.stringify(sample)).toBe('{"value":{"__proto__":1}}');
  });

  test('is valid, always the same, and found or given up in bounded time', async () => {
    await fc.assert(
      fc.asyncProperty(schemas, async (schema) => {
        const sample = await sampleOf(schema);
        expect(await sampleOf(schema)).toEqual(sample);
        if ('cannot' in sample) return;
        const check = compileForeignSchema(schema, compileSchemaRegex);
        expect(typeof check === 'function' ? check(sample.value) : check).toEqual({ verdict: 'pass' });
      }),
      { numRuns: 50 },
    );
  });
});

describe('arguments', () => {
  test('are an object, whatever the schema leaves out', async () => {
    expect(await sampleArguments(undefined)).toEqual({ value: {} });
    expect(await sampleArguments({ properties: {} })).toEqual({ value: {} });
    expect(await sampleArguments({ type: 'string' })).toHaveProperty('cannot');
  });
});

test.each([
  '^[^a-z]+$',
  '^\\w{2,}@x\\.org$',
  '^(?:a|b(c|d))*e?$',
  '^[\\w.-]+/[\\w.-]+$',
  '^\\p{Lu}\\u00e9$',
  '^.{3}$',
  '^(?i)abc$',
])('a text of the pattern %s', (source) => {
  const pattern = compileSchemaRegex(source);
  const texts = [...textsOfPattern(source)];
  expect(texts.some((text) => typeof pattern !== 'string' && pattern.test(text))).toBe(true);
});

const schemas = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record(
      { type: fc.constant('integer'), minimum: fc.integer(), maximum: fc.integer() },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant('string'), minLength: fc.nat(9), maxLength: fc.nat(9) },
      { requiredKeys: ['type'] },
    ),
    fc.record({ enum: fc.array(fc.jsonValue(), { minLength: 1, maxLength: 3 }) }),
    fc.constantFrom(
      { $ref: '#' },
      { type: 'null' },
      { type: ['boolean', 'null'] },
      { pattern: '^[a-c]+\\d?$' },
    ),
    fc.record({
      type: fc.constant('array'),
      items: tie('schema'),
      minItems: fc.nat(3),
      uniqueItems: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('schema')),
      required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '__proto__')),
    }),
    fc.dictionary(
      fc.constantFrom('anyOf', 'oneOf', 'allOf'),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
    ),
    fc.record({ not: tie('schema') }),
    fc.record({ if: tie('schema'), else: tie('schema') }),
  ),
})).schema;
