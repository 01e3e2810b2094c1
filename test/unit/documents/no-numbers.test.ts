import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutNoNumbers } from '../../../src/documents/no-numbers.ts';

describe('what Python writes for floats that are no numbers', () => {
  it.each([
    ['{"a": NaN, "b": 1}', '{"a":null, "b": 1}', 1],
    ['{"a":NaN}', '{"a":null}', 1],
    ['[Infinity, -Infinity]', '[null    , null     ]', 2],
    ['{"NaN": "NaN, \\" Infinity", "a": NaN}', '{"NaN": "NaN, \\" Infinity", "a":null}', 1],
    ['["\\\\", NaN]', '["\\\\",null]', 1],
  ])('is null outside of strings: %s', (text, plain, count) => {
    expect(withoutNoNumbers(text)).toEqual({ text: plain, count });
  });

  it('is nothing in other words, and not in a string that does not end', () => {
    for (const text of ['[nan, NaNs, xInfinity, 1]', '["NaN', ''])
      expect(withoutNoNumbers(text)).toBeUndefined();
  });

  it('is found in any JSON, and nothing else is changed', () => {
    const mark = 'no number, whatever is in other texts';
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constant(mark),
        tie('list'),
      ),
      list: fc.array(tie('any'), { maxLength: 4 }),
    })).list;
    fc.assert(
      fc.property(value, fc.constantFrom('NaN', 'Infinity', '-Infinity'), (json, word) => {
        const text = JSON.stringify(json);
        const written = text.replaceAll(JSON.stringify(mark), word);
        const plain = withoutNoNumbers(written);
        expect(JSON.parse(plain?.text ?? written)).toEqual(
          JSON.parse(text.replaceAll(JSON.stringify(mark), 'null')),
        );
      }),
    );
  });
});
