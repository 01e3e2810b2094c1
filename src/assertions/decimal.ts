import { type Decimal, decimalOf, reduced } from '../decimal.ts';

/**
 * The sum of two numbers as they are written: 44 + 109.27 is 153.27, where the doubles give 153.26999999999998.
 * Undefined when no double is written like the exact sum (2^53 + 1, 1e300 + 1): the world would hold another
 * number than the one that was asked for, and a later subtraction would not lead back.
 * Source: "Arithmetic is decimal-exact" of the scenario world.
 */
export function addDecimal(a: number, b: number): number | undefined {
  const sum = a + b;
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(sum)) return sum;
  const small = addSmall(a, b);
  if (small !== undefined) return small;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return undefined;
  const exact = addParts(decimalOf(a), decimalOf(b));
  // the number nearest to the sum is the only candidate; reading a decimal text rounds correctly
  const nearest = Number(`${exact.digits}e${exact.exponent}`);
  if (!Number.isFinite(nearest)) return undefined;
  const written = decimalOf(nearest);
  return written.digits === exact.digits && written.exponent === exact.exponent ? nearest : undefined;
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
export function subtractDecimal(a: number, b: number): number | undefined {
  return addDecimal(a, -b);
}

function addParts(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (one: Decimal) => one.digits * 10n ** BigInt(one.exponent - exponent);
  return reduced(scaled(a) + scaled(b), exponent);
}
