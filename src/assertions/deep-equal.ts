/**
 * Whether two JSON values are equal: numbers by value (-0 is 0), objects whatever the order of their keys. A value
 * that is not JSON, NaN or undefined, equals nothing. Numbers of suites and recordings are never rounded when they
 * are read, so equal means equal.
 */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return a === b && a !== undefined;
  }
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((element, index) => isDeepEqual(element, b[index]));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      isDeepEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
