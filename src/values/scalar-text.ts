/**
 * The text of a value that a stranger wrote: what `String` gives for a scalar, `a list` or `an object` for anything
 * else. `String` itself calls the value's own `toString`, and throws for JSON such as `{"toString": 1}` and for lists
 * that hold it.
 */
export function scalarText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}
