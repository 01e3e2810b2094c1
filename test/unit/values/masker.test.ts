import { describe, expect, it } from 'vitest';
import { Masker } from '../../../src/values/masker.ts';

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

  it.each([
    ['a long text with abcd-ef…', 'a long text with [LONG]…'],
    ['…d-efgh and more', '…[LONG] and more'],
    ['d-efgh, the end of the errors', '[LONG], the end of the errors'],
    ['the first errors: abcd-e', 'the first errors: [LONG]'],
    ['it says "abcd-efg…", which', 'it says "[LONG]…", which'],
    ['key is abcd-e\nit ends', 'key is [LONG]\nit ends'],
    ['another line\nd-efgh it is', 'another line\n[LONG] it is'],
    ['d-efgh in the middle, d-efgh.', '[LONG] in the middle, d-efgh.'],
  ])('replaces a piece of the value where a text was cut: %s', (text, masked) => {
    expect(new Masker([{ name: 'LONG', value: 'abcd-efgh' }]).text(text)).toBe(masked);
  });

  const escaped = (text: string, slashes = '\\') =>
    Array.from(text, (unit) => `${slashes}u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  it.each([
    ['all of it', `{"k":"${escaped('abcd-efgh')}"} \\u0041`, '{"k":"[LONG]"} \\u0041'],
    ['in upper case', `\\u0078${escaped('abcd-efgh').toUpperCase().replaceAll('U', 'u')}y`, '\\u0078[LONG]y'],
    ['a part of it', `a${escaped('b')}cd-${escaped('e')}fgh, abcd-efgh`, '[LONG], [LONG]'],
    ['quoted twice', `${escaped('abcd-efgh', '\\\\\\\\')} ${escaped('qrst')}`, `[LONG] ${escaped('qrst')}`],
    ['another text', escaped('abcd-efg.'), escaped('abcd-efg.')],
  ])('replaces the value with escapes of JSON: %s', (_, text, masked) => {
    const two = [
      { name: 'LONG', value: 'abcd-efgh' },
      { name: 'OTHER', value: 'nowhere' },
    ];
    expect(new Masker(two).text(text)).toBe(masked);
  });

  it('does not take signs in the name of a variable for a pattern', () => {
    expect(new Masker([{ name: '$&', value: 'abcd' }]).text('abcd')).toBe('[$&]');
  });
});
