import * as z from 'zod/mini';
import { parseInstant } from '../time/instant.ts';

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

const TIME = 'an RFC 3339 time with a zone, such as `2026-06-01T12:00:00Z`';

const TIME_FORM = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** A time as RFC 3339 writes it. A JSON Schema checks only the form, and accepts February 30. */
export const time = () =>
  z.string(TIME).check(
    z.regex(TIME_FORM, { error: TIME, abort: true }),
    z.refine((given) => parseInstant(given) !== undefined, TIME),
  );
