/**
 * The sum of two numbers as they are written: 44 + 109.27 is 153.27, where the doubles give 153.26999999999998.
 * Undefined when no double is written like the exact sum (2^53 + 1, 1e300 + 1): the world would hold another
 * number than the one that was asked for, and a later subtraction would not lead back.
 * Source: "Arithmetic is decimal-exact" of the scenario world.
 */
export function addDecimal(a: number, b: number): number | undefined {
  const sum = a + b;
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(sum)) return sum;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return undefined;
  const exact = addParts(decimalOf(a), decimalOf(b));
  // the number nearest to the sum is the only candidate; reading a decimal text rounds correctly
  const nearest = Number(`${exact.digits}e${exact.exponent}`);
  if (!Number.isFinite(nearest)) return undefined;
  const written = decimalOf(nearest);
  return written.digits === exact.digits && written.exponent === exact.exponent ? nearest : undefined;
}

/** The difference of two numbers as they are written; see {@link addDecimal}. */
export function subtractDecimal(a: number, b: number): number | undefined {
  return addDecimal(a, -b);
}

/** `digits` times ten to the `exponent`; no zeros at the end of the digits, and zero is 0e0. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The shortest decimal that reads back as the same double: what JSON writes, and what a person sees. */
export function decimalOf(number: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return reduced(BigInt(whole + fraction), Number(exponent) - fraction.length);
}

function addParts(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (one: Decimal) => one.digits * 10n ** BigInt(one.exponent - exponent);
  return reduced(scaled(a) + scaled(b), exponent);
}

function reduced(digits: bigint, exponent: number): Decimal {
  if (digits === 0n) return { digits, exponent: 0 };
  const text = String(digits);
  const zeros = text.length - text.replace(/0+$/, '').length;
  return zeros === 0
    ? { digits, exponent }
    : { digits: BigInt(text.slice(0, -zeros)), exponent: exponent + zeros };
}
