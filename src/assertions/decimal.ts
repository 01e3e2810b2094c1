import { type Decimal, decimalOf, reduced } from '../values/decimal.ts';
import { setOwn } from '../values/own-property.ts';

/**
 * A sum that no double is written like, to its last digit: 1000.3333333333333333, 2^53 + 1. The world holds it between
 * calls, so that a later subtraction leads back; whoever reads it gets the nearest double, see {@link asRead}.
 * A scalar like any number: its digits are private, since a path must find nothing in it.
 */
export class ExactNumber {
  readonly #exact: Decimal;

  constructor(exact: Decimal) {
    this.#exact = exact;
  }

  static decimalOf(number: number | ExactNumber): Decimal {
    return typeof number === 'number' ? decimalOf(number) : number.#exact;
  }

  /** Infinite when the number is beyond all doubles. */
  static nearest(number: ExactNumber): number {
    return nearestTo(number.#exact);
  }
}

/**
 * The sum of two numbers as they are written: 44 + 109.27 is 153.27, where the doubles give 153.26999999999998.
 * Undefined when one of them is not finite, which no JSON is.
 * Source: "Arithmetic is decimal-exact" of the scenario world.
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
 * The sum in whole millionths, as prices have them: a million calls should not go through big integers. Every
 * decimal of up to 15 digits has a double of its own, so a number is that many millionths exactly when the
 * division gives it back. Undefined for anything finer or larger.
 */
function addSmall(a: number, b: number): number | undefined {
  const [left, right] = [Math.round(a * MILLIONTHS), Math.round(b * MILLIONTHS)];
  if (left / MILLIONTHS !== a || right / MILLIONTHS !== b) return undefined;
  const sum = left + right;
  const largest = Math.max(Math.abs(left), Math.abs(right), Math.abs(sum));
  return largest <= MOST_DIGITS ? sum / MILLIONTHS : undefined;
}

/** The difference of two numbers as they are written; see {@link addDecimal}. */
export function subtractDecimal(a: number | ExactNumber, b: number): number | ExactNumber | undefined {
  return addDecimal(a, -b);
}

function addParts(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (one: Decimal) => one.digits * 10n ** BigInt(one.exponent - exponent);
  return reduced(scaled(a) + scaled(b), exponent);
}

/** Reading a decimal text rounds correctly. */
function nearestTo({ digits, exponent }: Decimal): number {
  return Number(`${digits}e${exponent}`);
}

function isFiniteNumber(number: number | ExactNumber): boolean {
  return typeof number !== 'number' || Number.isFinite(number);
}

/** A value of the world as others see it: JSON, each exact number as the nearest double. The same when it holds none. */
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
