import { type Decimal, decimalOf, reduced } from '../values/decimal.ts';
import { setOwn } from '../values/own-property.ts';

/**
 * An exact sum that no double represents: 1000.3333333333333333, 2^53 + 1. The world keeps it between calls, so a
 * later subtraction leads back. Readers get the nearest double, see {@link asRead}. It is a scalar like any number:
 * its digits are private, since a path must not find anything in it.
 */
export class ExactNumber {
  readonly #exact: Decimal;

  constructor(exact: Decimal) {
    this.#exact = exact;
  }

  static decimalOf(number: number | ExactNumber): Decimal {
    return typeof number === 'number' ? decimalOf(number) : number.#exact;
  }

  /** Returns the nearest double; infinite if the number is beyond all doubles. */
  static nearest(number: ExactNumber): number {
    return nearestTo(number.#exact);
  }
}

/**
 * Adds two numbers as they are written: 44 + 109.27 is 153.27, where the doubles give 153.26999999999998. Undefined
 * if one of them is not finite, which JSON does not allow.
 * Spec (scenario worlds): "Arithmetic is decimal-exact".
 */
export function addDecimal(
  a: number | ExactNumber,
  b: number | ExactNumber,
): number | ExactNumber | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(sum)) return sum;
    const small = addSmall(a, b);
    if (small !== undefined) return small;
  }
  if (!isFiniteNumber(a) || !isFiniteNumber(b)) return undefined;
  const exact = addParts(ExactNumber.decimalOf(a), ExactNumber.decimalOf(b));
  const nearest = nearestTo(exact);
  if (!Number.isFinite(nearest)) return new ExactNumber(exact);
  const written = decimalOf(nearest);
  const isSaid = written.digits === exact.digits && written.exponent === exact.exponent;
  return isSaid ? nearest : new ExactNumber(exact);
}

const MILLIONTHS = 1e6;
const MOST_DIGITS = 999_999_999_999_999;

/**
 * Adds in whole millionths, the precision of prices: a million calls should not go through big integers. Every
 * decimal of up to 15 digits has a double of its own, so a number is that many millionths exactly if the division
 * gives it back. Undefined for anything finer or larger.
 */
function addSmall(a: number, b: number): number | undefined {
  const [left, right] = [Math.round(a * MILLIONTHS), Math.round(b * MILLIONTHS)];
  if (left / MILLIONTHS !== a || right / MILLIONTHS !== b) return undefined;
  const sum = left + right;
  const largest = Math.max(Math.abs(left), Math.abs(right), Math.abs(sum));
  return largest <= MOST_DIGITS ? sum / MILLIONTHS : undefined;
}

/** Subtracts two numbers as they are written; see {@link addDecimal}. */
export function subtractDecimal(a: number | ExactNumber, b: number): number | ExactNumber | undefined {
  return addDecimal(a, -b);
}

function addParts(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (one: Decimal) => one.digits * 10n ** BigInt(one.exponent - exponent);
  return reduced(scaled(a) + scaled(b), exponent);
}

/** Returns the nearest double: parsing a decimal text rounds correctly. */
function nearestTo({ digits, exponent }: Decimal): number {
  return Number(`${digits}e${exponent}`);
}

function isFiniteNumber(number: number | ExactNumber): boolean {
  return typeof number !== 'number' || Number.isFinite(number);
}

/**
 * Returns a value of the world as JSON, each exact number as its nearest double. Returns the same value if it
 * contains no exact number.
 */
export function asRead(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ExactNumber) return ExactNumber.nearest(value);
  let copy: Record<string | number, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    const read = asRead(member);
    if (read === member) continue;
    copy ??= Array.isArray(value) ? ([...value] as never) : { ...value };
    setOwn(copy as Record<string, unknown>, key, read);
  }
  return copy ?? value;
}
