import { withoutTrailingZeros } from '../text/trailing-zeros.ts';

/**
 * Whether a decimal text means exactly the number that it was read as: `0.10` means 0.1, but `0.99999999999999999999`
 * does not mean 1. A text that is not decimal, such as `0x10`, is a whole number, and means it unless it is too
 * large.
 */
export function saysNumber(written: string, number: number): boolean {
  const parts = partsOf(written);
  if (!parts) return BigInt(written) === BigInt(number);
  const [digits, exponent] = parts;
  const [readDigits, readExponent] = partsOf(String(number)) ?? [];
  return digits === readDigits && (digits === '' || exponent === readExponent);
}

const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

/**
 * Returns the digits of a decimal without leading and trailing zeros, and the power of ten of the last digit. Zero
 * has no digits.
 */
function partsOf(text: string): [digits: string, exponent: number] | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = withoutTrailingZeros(all);
  if (digits === '') return ['', 0];
  return [
    `${sign === '-' ? '-' : ''}${digits}`,
    Number(exponent) - fraction.length + (all.length - digits.length),
  ];
}
