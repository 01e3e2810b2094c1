import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf, microsOf } from '../../../src/values/decimal.ts';

describe('micro-dollars', () => {
  it.each([
    [0, 0],
    [1, 1_000_000],
    [0.0000005, 1],
    [0.00000049, 0],
    // times a million the double is 124.49999999999999
    [0.0001245, 125],
    [4.35e-5, 44],
    [1e-320, 0],
    [9_007_199_254.74, 9_007_199_254_740_000],
  ])('of %d dollars are %d', (dollars, micros) => expect(microsOf(dollars)).toBe(micros));

  it.each([9_007_199_254.740992, 1e15, 1e300, Number.MAX_VALUE])(
    'of %d dollars cannot be counted',
    (dollars) => expect(microsOf(dollars)).toBeUndefined(),
  );

  it('are rounded as the decimal is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 99 }), (micros, hundredths) => {
        const dollars = Number(`${micros}.${String(hundredths).padStart(2, '0')}e-6`);
        expect(microsOf(dollars)).toBe(micros + (hundredths >= 50 ? 1 : 0));
      }),
    );
  });
});

it('a decimal is the shortest that reads back as the same number', () => {
  expect(decimalOf(1200)).toEqual({ digits: 12n, exponent: 2 });
  expect(decimalOf(-0.05)).toEqual({ digits: -5n, exponent: -2 });
  expect(decimalOf(0)).toEqual({ digits: 0n, exponent: 0 });
});
