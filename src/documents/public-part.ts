import type { ValuePath } from '../diagnostic.ts';

/**
 * Tells which values may hold secrets, and are therefore in no message: for the path of one, how much of the path may be
 * shown. Undefined for a value that anybody may see.
 */
export type PublicPart = (path: ValuePath) => ValuePath | undefined;

/** A value by its type and length alone. */
export function outlineOf(value: unknown): string {
  if (typeof value === 'string') return `text of ${count(value.length, 'character')}`;
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'true or false';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${count(value.length, 'item')}`;
  return `a mapping of ${count(Object.keys(value as object).length, 'key')}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
