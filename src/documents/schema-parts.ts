import * as z from 'zod/mini';

const WHOLE = 'a whole number, 0 or more';

/** A number of things: a non-negative integer that a double holds exactly. */
export const count = () => z.int(WHOLE).check(z.minimum(0, WHOLE));

/** Whatever a program likes to put there, but for null: a known key that says nothing says something is off. */
export const anything = () =>
  z.union(
    [z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.looseObject({})],
    'a value other than null',
  );

/** How many there are of each name. */
export function countsOf<T extends string>(names: readonly T[]) {
  const shape = Object.fromEntries(names.map((name) => [name, z.int()]));
  return z.strictObject(shape as Record<T, z.ZodMiniNumberFormat>);
}
