import type { ValuePath } from '../diagnostic.ts';
import { clip } from '../text/clip.ts';
import { nearest } from '../text/nearest.ts';

/** What is wrong with an authored guard or matcher; `path` leads to the place inside it. */
export interface CompileFault {
  readonly path: ValuePath;
  readonly message: string;
  readonly help?: string | undefined;
}

/** An authored value made ready for use, or everything that is wrong with it. */
export type Compiled<T> =
  | { readonly kind: 'compiled'; readonly value: T }
  | { readonly kind: 'faulty'; readonly faults: readonly CompileFault[] };

/** The fault of a key that is no name of its table. */
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

/** The first part of an authored value that no recording can hold: JSON has no NaN and no infinity. */
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
