import * as z from 'zod/mini';

const WHOLE = 'a whole number, 0 or more';

/** A count: a non-negative integer that a double represents exactly. */
export const count = () => z.int(WHOLE).check(z.minimum(0, WHOLE));

/** A line or a column, counted from 1. */
export const ordinal = () => z.int().check(z.minimum(1));

/** Any value except null: a known key without a value suggests a mistake. */
export const anything = () =>
  z.union(
    [z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.looseObject({})],
    'a value other than null',
  );

/** A count for each name. */
export function countsOf<T extends string>(names: readonly T[]) {
  const shape = Object.fromEntries(names.map((name) => [name, z.int()]));
  return z.strictObject(shape as Record<T, z.ZodMiniNumberFormat>);
}
