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

/** A decimal without zeros at the end of its digits. */
export function reduced(digits: bigint, exponent: number): Decimal {
  if (digits === 0n) return { digits, exponent: 0 };
  const text = String(digits);
  const zeros = text.length - text.replace(/0+$/, '').length;
  return zeros === 0
    ? { digits, exponent }
    : { digits: BigInt(text.slice(0, -zeros)), exponent: exponent + zeros };
}

/**
 * A decimal, 0 or more, rounded half up to a whole number; undefined when that is too large to be written and read
 * back as it is.
 */
export function wholeOf({ digits, exponent }: Decimal): number | undefined {
  const unit = 10n ** BigInt(Math.abs(exponent));
  const whole = Number(exponent < 0 ? (2n * digits + unit) / (2n * unit) : digits * unit);
  return Number.isSafeInteger(whole) ? whole : undefined;
}

/**
 * Dollars, 0 or more, as whole micro-dollars, rounded half up as they are written: 0.0001245 is 125, though the double
 * times a million is 124.49999999999999. Undefined when they are too many to count.
 */
export function microsOf(dollars: number): number | undefined {
  const { digits, exponent } = decimalOf(dollars);
  return wholeOf({ digits, exponent: exponent + 6 });
}
