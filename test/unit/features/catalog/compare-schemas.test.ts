import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../../../src/features/catalog/compare-schemas.ts';

/** The changes as `place effect`. */
function changes(before: unknown, after: unknown): string[] {
  return compareSchemas(before, after).map(({ at, effect }) => `${at} ${effect}`.trim());
}

const arguments_ = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('compareSchemas', () => {
  it.each([
    [{ type: 'string' }, { type: ['string', 'null'] }, ['wider']],
    [{ type: ['string', 'null'] }, { type: 'string' }, ['narrower']],
    [{ type: 'number' }, { type: 'integer' }, ['narrower']],
    [{ type: 'integer' }, { type: 'number' }, ['wider']],
    [{ type: 'string' }, { type: 'integer' }, ['narrower', 'wider']],
    [{}, { type: 'string' }, ['narrower']],
    [{ minimum: 1 }, { minimum: 2 }, ['narrower']],
    [{ minimum: 1 }, {}, ['wider']],
    [{}, { maximum: 0 }, ['narrower']],
    [{ maxLength: 4 }, { maxLength: 5 }, ['wider']],
    [{ exclusiveMinimum: true }, { exclusiveMinimum: 1 }, ['unclear']],
    [{ pattern: 'a' }, { pattern: 'b' }, ['unclear']],
    [{}, { format: 'uri' }, ['narrower']],
    [{ enum: ['a', 'b'] }, { enum: ['b', 'a'] }, []],
    [{ enum: ['a', 'b'] }, { enum: ['a', 'c'] }, ['narrower', 'wider']],
    [{ const: 1 }, { enum: [1, 2] }, ['wider']],
    [{ enum: 'a' }, { enum: 'b' }, ['unclear']],
    [{ enum: ['a'] }, {}, ['wider']],
    [{}, { const: 1 }, ['narrower']],
    [{ type: 1 }, { type: 'string' }, ['unclear']],
    [{}, { uniqueItems: true }, ['narrower']],
    [{ multipleOf: 2 }, {}, ['wider']],
    [{}, { examples: ['a'] }, ['words']],
    [{ properties: 1 }, { properties: 2 }, ['unclear']],
    [{ allOf: 1 }, { allOf: [] }, ['unclear']],
    [{ allOf: [{}] }, { allOf: [{}, {}] }, ['unclear']],
    [{ prefixItems: [{ minimum: 1 }] }, { prefixItems: [{ minimum: 2 }] }, ['[0] narrower']],
    [true, false, ['narrower']],
    [1, 2, ['unclear']],
    [{ not: {} }, {}, ['unclear']],
    [{ default: 1 }, { default: 2 }, ['default']],
    [{ description: 'a' }, { description: 'b' }, ['words']],
    [{ 'x-order': 1 }, { 'x-order': 2 }, []],
    [true, {}, []],
    [false, true, ['wider']],
    [{ anyOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }, ['wider']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { anyOf: [{ type: 'string' }] }, ['narrower']],
    [{ anyOf: [{ type: 'string' }] }, {}, ['unclear']],
    [{ oneOf: [{ minimum: 1 }] }, { oneOf: [{ minimum: 2 }] }, ['narrower']],
    [{ items: { type: 'string' } }, { items: { type: 'null' } }, ['[] narrower', '[] wider']],
    [{ items: [{}] }, { items: {} }, ['unclear']],
    [{ additionalProperties: false }, {}, ['* wider']],
    [{}, { additionalProperties: false }, ['* narrower']],
  ])('%j to %j', (before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  it('names the arguments that are gone, new, required, or no longer required', () => {
    expect(changes(arguments_({ a: {} }), arguments_({ b: {} }))).toEqual(['a removed', 'b added']);
    expect(changes(arguments_({}), arguments_({ b: {} }, { required: ['b'] }))).toEqual(['b narrower']);
    expect(changes(arguments_({ a: {} }, { required: ['a'] }), arguments_({ a: {} }))).toEqual(['a wider']);
    expect(changes(arguments_({ a: {} }, { required: ['a'] }), arguments_({}))).toEqual(['a removed']);
    const nested = (type: string) => arguments_({ list: { items: arguments_({ id: { type } }) } });
    expect(changes(nested('number'), nested('integer'))).toEqual(['list[].id narrower']);
  });

  it('follows references, into circles too', () => {
    const tree = (type: string) => ({
      $ref: '#/$defs/node',
      $defs: {
        node: arguments_({ value: { type }, children: { items: { $ref: '#/$defs/node' } } }),
      },
    });
    expect(changes(tree('number'), tree('integer'))).toEqual(['value narrower']);
    expect(changes({ type: 'string' }, { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } })).toEqual([]);
    expect(changes({ $ref: '#' }, { $ref: '#/' })).toEqual(['unclear']);
    expect(changes({ type: 'string' }, { $ref: 'https://example.org/a' })).toEqual(['unclear']);
  });

  it('ends on schemas that refer to each other in very many ways', () => {
    const defs = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `d${index}`,
          {
            properties: Object.fromEntries(
              Array.from({ length: count }, (_, to) => [
                `p${to}`,
                { $ref: `#/$defs/d${(index + to) % count}` },
              ]),
            ),
          },
        ]),
      );
    const schema = (count: number) => ({ $ref: '#/$defs/d0', $defs: defs(count) });
    const found = compareSchemas(schema(400), schema(399));
    expect(found).toContainEqual({
      at: '',
      effect: 'unclear',
      message: 'is too complex to compare as a whole',
    });
  });

  it('finds no change between equal schemas, and some change between unequal limits', () => {
    fc.assert(
      fc.property(
        fc.json().map((text) => JSON.parse(text) as unknown),
        (schema) => {
          expect(compareSchemas(schema, structuredClone(schema))).toEqual([]);
        },
      ),
    );
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        fc.pre(a !== b);
        expect(changes({ minimum: a }, { minimum: b })).toEqual([b > a ? 'narrower' : 'wider']);
        expect(changes({ maximum: a }, { maximum: b })).toEqual([b < a ? 'narrower' : 'wider']);
      }),
    );
  });
});
