/**
 * Whether a decimal text says just the number that it was read as: `0.10` says 0.1, `0.99999999999999999999` does
 * not say 1. What is no decimal text, such as `0x10`, is a whole number, and says it unless it is too large.
 */
export function saysNumber(written: string, number: number): boolean {
  const parts = partsOf(written);
  if (!parts) return BigInt(written) === BigInt(number);
  const [digits, exponent] = parts;
  const [readDigits, readExponent] = partsOf(String(number)) ?? [];
  return digits === readDigits && (digits === '' || exponent === readExponent);
}

const DECIMAL = /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/;

/** The digits of a decimal, without zeros around them, and the power of ten behind the last; zero has none. */
function partsOf(text: string): [digits: string, exponent: number] | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return ['', 0];
  return [
    `${sign === '-' ? '-' : ''}${digits}`,
    Number(exponent) - fraction.length + (all.length - digits.length),
  ];
}
