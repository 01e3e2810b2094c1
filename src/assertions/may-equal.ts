import { isObject } from '../values/own-property.ts';

/**
 * Whether two JSON values may mean the same, though their types differ: `"100"` and 100, `"True"` and true, 1 and true,
 * and lists and objects of such values. A list, an object and a value that is neither may always mean the same: a tool
 * that takes `"/x"` may take `["/x"]` and `"{...}"` too. Null means nothing.
 */
export function mayEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((element, index) => mayEqual(element, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && mayEqual(a[key], b[key]))
    );
  }
  if (a === b) return true;
  if (a === null || b === null || a === undefined || b === undefined) return false;
  // two of one kind have been compared above
  if (isContainer(a) || isContainer(b)) return true;
  if (typeof a === typeof b || !isScalar(a) || !isScalar(b)) return false;
  return plain(a) === plain(b) || numberOf(a) === numberOf(b);
}

/**
 * Whether a value may be a list of these elements in any order: each has a counterpart that it may equal. A value that is
 * no list may be meant as one.
 */
export function mayHaveSameElements(actual: unknown, expected: readonly unknown[]): boolean {
  if (!Array.isArray(actual)) return mayEqual(actual, expected);
  if (actual.length !== expected.length) return false;
  const isMetBy = (one: unknown, others: readonly unknown[]) => others.some((other) => mayEqual(one, other));
  return (
    actual.every((one) => isMetBy(one, expected)) &&
    expected.every((one) => isMetBy(one, actual as unknown[]))
  );
}

function isContainer(value: unknown): boolean {
  return Array.isArray(value) || isObject(value);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function plain(value: string | number | boolean): string {
  return String(value).trim().toLowerCase();
}

/** The number that a scalar stands for: 1 for true, 0 for false. NaN, which equals nothing, for other texts. */
function numberOf(value: string | number | boolean): number {
  return typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
}
