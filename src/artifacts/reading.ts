import type { Diagnostic } from '../diagnostic.ts';

/** What a reader makes of a file. */
export interface Reading<T> {
  readonly value: T;
  /** The format that the content was recognised as, for people: `JUnit XML`. */
  readonly format: string;
  /** What the reader accepted but a person should know. */
  readonly warnings: readonly Diagnostic[];
}
