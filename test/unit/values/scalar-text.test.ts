import { describe, expect, it } from 'vitest';
import { scalarText } from '../../../src/values/scalar-text.ts';

describe('the text of a value that a stranger wrote', () => {
  it.each([
    ['a', 'a'],
    [7, '7'],
    [7n, '7'],
    [false, 'false'],
    [null, 'null'],
    [undefined, 'undefined'],
  ])('is that of a scalar: %o', (value, text) => {
    expect(scalarText(value)).toBe(text);
  });

  it.each([
    ['{"toString":1,"valueOf":1}', 'an object'],
    ['[{"toString":1}]', 'a list'],
    ['{"__proto__":null}', 'an object'],
  ])('names the kind of anything else, and calls nothing of it: %s', (json, text) => {
    expect(scalarText(JSON.parse(json))).toBe(text);
    expect(scalarText(Object.create(null))).toBe('an object');
  });
});
