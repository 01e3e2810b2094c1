import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileForeignSchema } from '../../src/assertions/json-schema.ts';
import { compileSchemaRegex } from '../../src/assertions/regex.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const BRANCHES = ['if', 'then', 'else'];
const scalar = fc.constantFrom<unknown>(0, 1, 'x', true, null);
const name = fc.constantFrom(...NAMES);

const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, scalar, fc.array(tie('value'), { maxLength: 4 }), object(tie('value'), 4)),
}));

const { schema } = fc.letrec((tie) => {
  const inner = tie('schema');
  // long enough that their code is written in parts
  const many = fc.array(inner, { minLength: 1, maxLength: 40 });
  const keyword = fc.oneof(
    { maxDepth: 2 },
    fc.record({ const: scalar }),
    fc.record({ type: fc.constantFrom('object', 'array', 'string', 'integer') }),
    fc.record({ required: fc.uniqueArray(name, { maxLength: 2 }) }),
    fc.record({ dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 })) }),
    fc.constant({ $ref: '#/$defs/a' }),
    fc.record({ anyOf: many }),
    fc.record({ oneOf: many }),
    fc.record({ allOf: many }),
    fc.record({ prefixItems: many }),
    fc.record({ items: inner }),
    fc.record({ contains: inner }),
    fc.record({ not: inner }),
    fc
      .tuple(inner, inner, inner)
      .map((parts) => Object.fromEntries(parts.map((each, i) => [BRANCHES[i], each]))),
    fc.record({ properties: object(inner, 40) }),
    fc.record({ patternProperties: fc.dictionary(fc.constantFrom('a', '[bc]', '^d$'), inner) }),
    fc.record({ dependentSchemas: fc.dictionary(name, inner) }),
    fc.record({ additionalProperties: inner }),
    fc.record({ unevaluatedProperties: fc.boolean() }),
    fc.record({ unevaluatedItems: fc.boolean() }),
  );
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.boolean(),
      fc.array(keyword, { minLength: 1, maxLength: 3 }).map((parts) => Object.assign({}, ...(parts as []))),
    ),
  };
});

function object(values: fc.Arbitrary<unknown>, maxKeys: number): fc.Arbitrary<object> {
  const keys = fc.oneof(
    { weight: 4, arbitrary: name },
    { weight: 1, arbitrary: fc.stringMatching(/^k\d\d$/) },
  );
  return fc.dictionary(keys, values, { maxKeys });
}

/** Whether a definition may apply itself to the same value. */
function asksForItself(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const {
    $ref,
    anyOf = [],
    oneOf = [],
    allOf = [],
    not,
    dependentSchemas = {},
    ...rest
  } = schema as Record<string, never>;
  if ($ref !== undefined) return true;
  const inPlace = [...anyOf, ...oneOf, ...allOf, not, ...BRANCHES.map((name) => rest[name])];
  return [...inPlace, ...Object.values(dependentSchemas)].some(asksForItself);
}

it('accepts what the engine accepts that nests the checks of a list', () => {
  const accepted = { yes: 0, no: 0 };
  fc.assert(
    fc.property(
      schema,
      schema,
      fc.array(value, { minLength: 4, maxLength: 12 }),
      (root, referred, values) => {
        const whole = typeof root === 'object' ? { ...root, $defs: { a: referred } } : root;
        const check = compileForeignSchema(whole, compileSchemaRegex);
        const ajv = new Ajv2020({ ownProperties: true, strict: false, logger: false });
        if (typeof check !== 'function') {
          // a definition that is only a reference to itself
          expect(check.message).toBe('the schema is nested too deep');
          expect(() => ajv.compile(whole as object)).toThrow(RangeError);
          return;
        }
        const nested = ajv.compile(whole as object);
        for (const each of values) {
          let expected: string;
          try {
            expected = nested(each) ? 'pass' : 'fail';
          } catch (error) {
            // the engine itself fails on some members that no keyword has evaluated, and so says nothing of the value
            if (error instanceof TypeError && error.message.startsWith('Cannot set properties of undefined'))
              continue;
            // a reference leads back to itself
            if (!(error instanceof RangeError)) throw error;
            expected = 'unknown';
          }
          accepted[expected === 'pass' ? 'yes' : 'no']++;
          const { verdict } = check(each);
          // a definition that asks for itself has no end: the engine may find a fault before it gets there, and ours may not
          if (verdict === 'unknown' && asksForItself(referred)) expect(expected).not.toBe('pass');
          else expect(verdict).toBe(expected);
        }
      },
    ),
    { numRuns: 100 },
  );
  expect(Math.min(accepted.yes, accepted.no)).toBeGreaterThan(50);
});
