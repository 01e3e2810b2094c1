import type { Diagnostic, Position, ValuePath } from '../diagnostic.ts';

/** The result of reading a file. */
export interface Reading<T> {
  readonly value: T;
  /** The format that was recognised, as readers know it: `JUnit XML`. */
  readonly format: string;
  /** Problems that the reader accepted but the user should know. */
  readonly warnings: readonly Diagnostic[];
  /** What a report must say about how the file was read; absent when there is nothing to say. */
  readonly notes?: readonly string[];
  /**
   * Returns the position of a value in the file, for problems found later: a pipe cannot be read a second time.
   * Absent in formats without paths.
   */
  readonly locate?: ((path: ValuePath) => Position) | undefined;
}
