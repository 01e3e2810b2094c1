import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { formatDiagnostic } from '../../../src/diagnostic.ts';
import { validate } from '../../../src/documents/validate.ts';
import { parseYaml } from '../../../src/documents/yaml.ts';
import { InputError } from '../../../src/errors.ts';

function faultsOf(schema: z.ZodMiniType, text: string): string[] {
  try {
    validate(schema, parseYaml(text, 'f'));
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map((d) => formatDiagnostic(d));
    throw error;
  }
  return [];
}

const point = z.strictObject({ x: z.number(), label: z.optional(z.string()) });
const step = z.union([z.string(), point]);
const kinds = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('a'), x: z.number() }),
  z.strictObject({ kind: z.literal('b'), y: z.number() }),
]);

describe('validate', () => {
  it.each<[string, z.ZodMiniType, string, string]>([
    [
      'a key of a list item',
      z.array(point),
      '- {x: 1, lable: a}',
      'f:1:10: error: [0].lable: unknown key `lable`\n  help: did you mean `label`?',
    ],
    [
      'a key of a map value',
      z.record(z.string(), point),
      'p: {x: 1, lable: a}',
      'f:1:11: error: p.lable: unknown key `lable`\n  help: did you mean `label`?',
    ],
    [
      'a key of one form of several',
      z.array(step),
      '- {x: 1, lable: a}',
      'f:1:10: error: [0].lable: unknown key `lable`\n  help: did you mean `label`?',
    ],
    [
      'a value inside one form of several',
      z.array(step),
      '- {x: one}',
      'f:1:7: error: [0].x: must be a finite number, found `"one"`',
    ],
    [
      'a value that is none of the forms',
      z.array(z.union([z.string(), point], 'a name or a point')),
      '- 1',
      'f:1:3: error: [0]: must be a name or a point, found `1`',
    ],
    ['a value that is none of the forms, without words', step, '1', 'f:1:1: error: must be valid, found `1`'],
    ['an unknown discriminator', kinds, 'kind: c', expect.stringContaining('f:1:7: error: kind: must be')],
    [
      'a key of a discriminated form',
      kinds,
      'kind: a\nx: 1\nz: 1',
      'f:3:1: error: z: unknown key `z`\n  help: known keys: kind, x, y',
    ],
    [
      'a list that is too long',
      z.array(z.number()).check(z.maxLength(1)),
      '[1, 2]',
      'f:1:1: error: must be a list of at most 1, found a list',
    ],
    [
      'a number that is too large',
      z.number().check(z.maximum(1)),
      '2',
      'f:1:1: error: must be at most 1, found `2`',
    ],
    [
      'a number that is too small',
      z.number().check(z.minimum(1)),
      '0',
      'f:1:1: error: must be at least 1, found `0`',
    ],
    ['a fraction', z.int(), '1.5', 'f:1:1: error: must be a whole number, found `1.5`'],
  ])('names %s', (_, schema, text, message) => {
    expect(faultsOf(schema, text)).toEqual([message]);
  });
});
