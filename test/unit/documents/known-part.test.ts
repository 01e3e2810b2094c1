import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { knownPart } from '../../../src/documents/known-part.ts';

const inner = z.strictObject({ a: z.optional(z.number()) });

it.each<[string, z.ZodMiniType, unknown, unknown]>([
  ['a strict object', inner, { a: 1, b: 2 }, { a: 1 }],
  ['a list', z.array(inner), [{ b: 1 }, 3], [{}, 3]],
  ['an optional part', z.strictObject({ x: z.optional(inner) }), { x: { b: 1 } }, { x: {} }],
  ['a record', z.record(z.string(), inner), { k: { a: 1, b: 1 } }, { k: { a: 1 } }],
  [
    'a union',
    z.union([z.string(), inner, z.strictObject({ c: z.string() })]),
    { a: 1, b: 1, c: 1 },
    { a: 1, c: 1 },
  ],
  ['names of the prototype', inner, JSON.parse('{"constructor":1,"__proto__":2,"a":3}'), { a: 3 }],
])('leaves out what %s does not know', (_, schema, value, part) => {
  expect(knownPart(schema, value)).toEqual(part);
});

it.each<[string, z.ZodMiniType, unknown]>([
  ['a plain object', z.object({ a: z.number() }), { a: 1, b: { c: 2 } }],
  ['a loose object', z.looseObject({}), { b: 2 }],
  ['anything', z.unknown(), { b: [{ c: 1 }] }],
  ['a list of anything', z.array(z.unknown()), [{ c: 1 }]],
  ['a union with a loose object', z.union([inner, z.looseObject({})]), { b: 1 }],
  ['a scalar', z.string(), 'text'],
  ['a list where an object is expected', inner, [{ b: 1 }]],
])('keeps all of %s', (_, schema, value) => {
  expect(knownPart(schema, value)).toEqual(value);
});
