import { describe, expect, it } from 'vitest';
import { isCardNumber, passesLuhn } from '../../../src/inspection/card-number.ts';
import { ibanLength, isIban } from '../../../src/inspection/iban.ts';

describe('isCardNumber', () => {
  it.each([
    '4111111111111111',
    '4222222222222',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '6011111111111117',
    '3530111333300000',
    '30569309025904',
    '6304000000000000',
  ])('takes %s', (digits) => {
    expect(isCardNumber(digits)).toBe(true);
  });

  it.each([
    ['a wrong checksum', '4111111111111112'],
    ['a length that the issuer does not have', '41111111111111112'],
    ['a prefix of nobody', '9111111111111111'],
    ['zeros', '0000000000000000'],
    ['Mastercard beyond its range', '2721000000000008'],
  ])('refuses %s', (_, digits) => {
    expect(isCardNumber(digits)).toBe(false);
  });

  it('counts every second digit twice, from the right', () => {
    expect(passesLuhn('79927398713')).toBe(true);
    expect(passesLuhn('79927398710')).toBe(false);
  });
});

describe('isIban', () => {
  it.each([
    'DE89370400440532013000',
    'GB82WEST12345698765432',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ])('takes %s', (text) => {
    expect(isIban(text)).toBe(true);
  });

  it.each([
    ['two digits that have changed places', 'DE89370400440532010300'],
    ['a digit too many', 'DE893704004405320130001'],
    ['a country without account numbers', 'US89370400440532013000'],
    ['lower case', 'de89370400440532013000'],
    ['a name that every object has', 'toString'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(isIban(text)).toBe(false);
  });

  it('knows the lengths of countries, and no other names', () => {
    expect(ibanLength('DE')).toBe(22);
    expect(ibanLength('__proto__')).toBeUndefined();
  });
});
