import { trailingZeros } from '../text/trailing-zeros.ts';

/** `digits` times ten to the `exponent`. The digits have no trailing zeros, and zero is 0e0. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Returns the shortest decimal that reads back as the same double: the one that JSON writes and the user sees. */
export function decimalOf(number: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return reduced(BigInt(whole + fraction), Number(exponent) - fraction.length);
}

/** Removes the trailing zeros from the digits of a decimal. */
export function reduced(digits: bigint, exponent: number): Decimal {
  if (digits === 0n) return { digits, exponent: 0 };
  const text = String(digits);
  const zeros = trailingZeros(text);
  return zeros === 0
    ? { digits, exponent }
    : { digits: BigInt(text.slice(0, -zeros)), exponent: exponent + zeros };
}

/** Rounds a non-negative decimal half up to a whole number. Undefined if the result is not a safe integer. */
export function wholeOf({ digits, exponent }: Decimal): number | undefined {
  const unit = 10n ** BigInt(Math.abs(exponent));
  const whole = Number(exponent < 0 ? (2n * digits + unit) / (2n * unit) : digits * unit);
  return Number.isSafeInteger(whole) ? whole : undefined;
}

/**
 * Converts non-negative dollars to whole micro-dollars, rounded half up as the decimal is written: 0.0001245 is 125,
 * although the double times a million is 124.49999999999999. Undefined if the result is not a safe integer.
 */
export function microsOf(dollars: number): number | undefined {
  const { digits, exponent } = decimalOf(dollars);
  return wholeOf({ digits, exponent: exponent + 6 });
}
