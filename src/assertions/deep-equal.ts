/**
 * Whether two JSON values are the same: numbers by value (-0 is 0), objects whatever the order of their keys.
 * What is no JSON, NaN or undefined, equals nothing, and neither does a whole number from 2^53 on: two account
 * numbers that differ in their last digit are the same double.
 */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return a === b && a !== undefined && !(typeof a === 'number' && isRounded(a));
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

function isRounded(number: number): boolean {
  return Number.isInteger(number) && !Number.isSafeInteger(number);
}
