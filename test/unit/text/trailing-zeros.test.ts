import { expect, it } from 'vitest';
import { parseJson } from '../../../src/documents/json.ts';
import { trailingZeros, withoutTrailingZeros } from '../../../src/text/trailing-zeros.ts';
import { mustEnd } from '../../support/must-end.ts';

it.each([
  ['', 0, ''],
  ['0', 1, ''],
  ['100', 2, '1'],
  ['1001', 0, '1001'],
])('counts the zeros at the end of %j', (digits, count, rest) => {
  expect(trailingZeros(digits)).toBe(count);
  expect(withoutTrailingZeros(digits)).toBe(rest);
});

it('reads a number with a long run of zeros in linear time', () => {
  const zeros = '0'.repeat(1_000_000);
  expect(mustEnd(() => trailingZeros(`${zeros}1`))).toBe(0);
  expect(mustEnd(() => parseJson(`0.5${zeros}`, 'a.json').value)).toBe(0.5);
});
