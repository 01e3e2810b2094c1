import { setOwn } from '../values/own-property.ts';
import { ExactNumber } from './decimal.ts';

/** Copies a value of the world deeply; scalars are returned unchanged. */
export function cloneJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  if (Array.isArray(value)) return value.map(cloneJson) as T;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, cloneJson((value as Record<string, unknown>)[key]));
  return copy as T;
}
