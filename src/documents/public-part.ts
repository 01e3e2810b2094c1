import type { ValuePath } from '../diagnostic.ts';

/**
 * Says which values may contain secrets and must not appear in messages. Returns the part of the path that may be
 * shown for such a value, or undefined if the value itself may be shown.
 */
export type PublicPart = (path: ValuePath) => ValuePath | undefined;

/** Describes a value by its type and length alone. */
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
