import { expect, it } from 'vitest';
import { mask } from '../../../src/inspection/mask.ts';

it.each([
  ['', '0 characters'],
  ['a', '1 character'],
  ['hunter22xyz', '11 characters'],
  ['hunter22xyz!', 'hu…z! (12 characters)'],
  ['😀😀abcdefghij😀😀', '😀😀…😀😀 (18 characters)'],
])('masks %j', (text, masked) => {
  expect(mask(text)).toBe(masked);
});

it('tells the length of the whole, where it has only the beginning', () => {
  expect(mask('abcdefghijklmnop', 99)).toBe('ab…op (99 characters)');
});
