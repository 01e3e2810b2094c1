import type { ValuePath } from '../diagnostic.ts';

/**
 * Sets a key of an object that came from outside. `__proto__` becomes a key like any other: a plain assignment
 * would reach for the prototype.
 */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** An object as opposed to a list, null and the scalars. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What an object itself holds under a key: nothing that it has from its prototype. */
export function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The value at a path; undefined when the path leads nowhere. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  let at = value;
  for (const segment of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = (at as Record<string | number, unknown>)[segment];
  }
  return at;
}

/** An object whose members are optional where they could be undefined. */
type Present<T extends object> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The members of an object that are there: for types that tell an absent key from one that is undefined. */
export function present<T extends object>(object: T): Present<T> {
  return Object.fromEntries(Object.entries(object).filter(([, member]) => member !== undefined)) as never;
}
