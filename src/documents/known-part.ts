import type * as z from 'zod/mini';
import { isObject } from '../values/own-property.ts';
import { alternatives, children } from './schema-members.ts';
import type { SourceDocument } from './source-document.ts';
import { validate } from './validate.ts';

/** The schema of a document that is read as it is written. */
export type PlainSchema<T> = z.ZodMiniType<T>;

/**
 * Reads a document that a program has written, perhaps a newer one: keys that the schema does not know are ignored.
 * @returns the value as it is in the file: a schema would leave out a key named `__proto__`
 * @throws InputError with everything that the schema does not accept
 */
export function readKnown<T>(schema: PlainSchema<T>, document: SourceDocument): T {
  const value = knownPart(schema, document.value);
  validate(schema, { ...document, value });
  return value as T;
}

/** Returns a value without the keys that its schema does not know, wherever the schema lists all of them. */
export function knownPart(schema: z.core.$ZodType, value: unknown): unknown {
  return partOf([schema], value);
}

/** @param schemas what the value may be */
function partOf(schemas: readonly z.core.$ZodType[], value: unknown): unknown {
  if (Array.isArray(value)) {
    // a list has one schema for all its items
    const items = schemas.flatMap((each) => children(each, 0));
    return items.length === 0 ? value : value.map((item) => partOf(items, item));
  }
  if (!isObject(value)) return value;
  const isClosed = schemas.flatMap(alternatives).every(isStrict);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const known = schemas.flatMap((each) => children(each, key));
      if (known.length > 0) return [[key, partOf(known, member)]];
      return isClosed ? [] : [[key, member]];
    }),
  );
}

/** Whether a schema takes no object with a key that it does not list. */
function isStrict({ _zod: { def } }: z.core.$ZodType): boolean {
  if (def.type !== 'object') return SCALARS.has(def.type);
  return (def as z.core.$ZodObjectDef).catchall?._zod.def.type === 'never';
}

/** Types beside which an object still has only the keys that its own schema lists. */
const SCALARS: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
  'null',
  'array',
  'enum',
  'literal',
]);
