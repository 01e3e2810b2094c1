import type { Diagnostic, Position, ValuePath } from '../diagnostic.ts';

/** What a reader makes of a file. */
export interface Reading<T> {
  readonly value: T;
  /** The format that the content was recognised as, for people: `JUnit XML`. */
  readonly format: string;
  /** What the reader accepted but a person should know. */
  readonly warnings: readonly Diagnostic[];
  /**
   * Where a value stands in the file, for who finds something wrong later: a pipe cannot be read a second time. Absent in
   * formats that have no paths.
   */
  readonly locate?: ((path: ValuePath) => Position) | undefined;
}
