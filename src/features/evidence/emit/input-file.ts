import type { Diagnostic, Position, ValuePath } from '../../../diagnostic.ts';

/** A file that was read, and its content. */
export interface InputFile<T> {
  readonly path: string;
  readonly value: T;
  /** Returns the position of a value in the file. Absent when the format has no positions. */
  readonly locate?: ((path: ValuePath) => Position) | undefined;
}

/** A value made from a part of the inputs, and its problems. Do not use the value when there are problems. */
export interface Checked<T> {
  readonly value: T;
  readonly problems: readonly Diagnostic[];
}

/** Adds positions to problems, where the files they are about know them. */
export function located(
  problems: readonly Diagnostic[],
  ...sources: readonly InputFile<unknown>[]
): Diagnostic[] {
  return problems.map((problem) => {
    const { file, path } = problem;
    const source = sources.find((each) => each.path === file);
    return path === undefined ? problem : { ...problem, position: source?.locate?.(path) };
  });
}
