import type { ValuePath } from '../diagnostic.ts';
import { clip } from '../text/clip.ts';
import { nearest } from '../text/nearest.ts';

/** A problem with an authored guard or matcher. `path` is the place inside it. */
export interface CompileFault {
  readonly path: ValuePath;
  readonly message: string;
  readonly help?: string | undefined;
}

/** A compiled authored value, or all its faults. */
export type Compiled<T> =
  | { readonly kind: 'compiled'; readonly value: T }
  | { readonly kind: 'faulty'; readonly faults: readonly CompileFault[] };

/** Makes the fault of a key that is not a name of its table. */
export function unknownName(
  what: string,
  name: string,
  known: readonly string[],
  path: ValuePath,
): CompileFault {
  const near = nearest(name, known);
  const help = near ? `did you mean \`${near}\`?` : `${what}s: ${known.join(', ')}`;
  return { path: [...path, name], message: `unknown ${what} \`${clip(name)}\``, help };
}

/**
 * Returns the fault of the first part of an authored value that no recording can contain: JSON has no NaN and no
 * infinity.
 */
export function nonJsonFault(value: unknown, path: ValuePath): CompileFault | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { path, message: `must be a JSON value, found \`${value}\`` };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const fault = nonJsonFault(member, [...path, Array.isArray(value) ? Number(key) : key]);
    if (fault) return fault;
  }
  return undefined;
}
