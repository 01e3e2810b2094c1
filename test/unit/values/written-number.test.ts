import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saysNumber } from '../../../src/values/written-number.ts';

describe('saysNumber', () => {
  it.each([
    '0',
    '-0',
    '0.0',
    '1',
    '1.0',
    '+1',
    '01',
    '0.10',
    '.5',
    '5.',
    '1e3',
    '1.50E-2',
    '1200e-2',
    '-12.5',
    '0x10',
    '0o17',
    '0x20000000000000',
    '0o400000000000000000',
  ])('%s means the number that it is read as', (written) => {
    expect(saysNumber(written, Number(written))).toBe(true);
  });

  it.each([
    '0.99999999999999999999',
    '2.0000000000000000001',
    '1e-400',
    '0.04999999999999999999999',
    '9007199254740993',
    '0x20000000000001',
    '0o400000000000000001',
    '-1.00000000000000001',
  ])('%s says more', (written) => {
    expect(saysNumber(written, Number(written))).toBe(false);
  });

  it('is true of every number as JavaScript writes it, and false of any other number', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (a, b) => {
          expect(saysNumber(String(a), a)).toBe(true);
          expect(saysNumber(String(a), b)).toBe(a === b);
        },
      ),
    );
  });
});
