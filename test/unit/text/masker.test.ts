import { describe, expect, it } from 'vitest';
import { Masker } from '../../../src/text/masker.ts';

const masker = new Masker([
  { name: 'TOKEN', value: 'abcd' },
  { name: 'LONG', value: 'abcd-efgh' },
  { name: 'QUOTED', value: 'a "b" c' },
  { name: 'PIN', value: '98765' },
  { name: 'SHORT', value: 'yes' },
]);

describe('a masker', () => {
  it.each([
    ['Bearer abcd!', 'Bearer [TOKEN]!'],
    ['abcd-efgh abcd', '[LONG] [TOKEN]'],
    [JSON.stringify({ key: 'a "b" c' }), '{"key":"[QUOTED]"}'],
    ['?q=a%20%22b%22%20c', '?q=[QUOTED]'],
    ['yes', 'yes'],
  ])('replaces the value in a text: %s', (text, masked) => {
    expect(masker.text(text)).toBe(masked);
  });

  it('replaces the value in texts, keys and numbers of a value, and leaves the rest', () => {
    const value = { abcd: ['abcd', 98765, 1, true, null], __proto__: undefined };
    expect(masker.value(value)).toEqual({ '[TOKEN]': ['[TOKEN]', '[PIN]', 1, true, null] });
    const same = { a: 1 };
    expect(new Masker([]).value(same)).toBe(same);
  });
});
