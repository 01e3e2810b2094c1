import type { Schema } from '../assertions/schema-reference.ts';
import { bound } from './bound.ts';

/** How many numbers are tried when one after the other is rejected. */
const MOST_NUMBERS = 200;

/** Generates numbers within the bounds of a schema: 1 and 0 if they fit, then numbers next to a bound. */
export function* numbers(schema: Schema, whole: boolean): Generator<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
  const low = Math.max(bound(minimum, NEGATIVE_INFINITY), bound(exclusiveMinimum, NEGATIVE_INFINITY));
  const high = Math.min(bound(maximum, POSITIVE_INFINITY), bound(exclusiveMaximum, POSITIVE_INFINITY));
  const step = bound(multipleOf, whole ? 1 : 0);
  const fits = (number: number) =>
    Number.isFinite(number) &&
    !(low > number || high < number || number === exclusiveMinimum || number === exclusiveMaximum) &&
    (!whole || Number.isInteger(number));
  const likely = new Set([1, 0, ...nextTo(low, step, 1), ...nextTo(high, step, -1), (low + high) / 2]);
  for (const number of likely) if (fits(number)) yield number;
  for (let count = 2; count < MOST_NUMBERS; count++) {
    const number = step > 0 ? count * step : count;
    if (fits(number) && !likely.has(number)) yield number;
  }
}

/** Returns the bound itself and the first multiples of the step within it. */
function nextTo(end: number, step: number, direction: 1 | -1): number[] {
  if (!Number.isFinite(end)) return step > 0 ? [step] : [];
  if (step <= 0) return [end, end + direction, end + direction / 2];
  const first = direction === 1 ? Math.ceil(end / step) : Math.floor(end / step);
  return [end, first * step, (first + direction) * step];
}
