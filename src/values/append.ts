/**
 * Appends values to a list. `list.push(...values)` passes each value as an argument, which overflows the stack when an
 * input has a hundred thousand of them.
 */
export function append<T>(list: T[], values: Iterable<T>): void {
  for (const value of values) list.push(value);
}
