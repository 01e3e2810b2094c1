import type { Diagnostic, Position, ValuePath } from '../../../diagnostic.ts';

/** A file that was read, and what it holds. */
export interface From<T> {
  readonly path: string;
  readonly value: T;
  /** Where a value stands in the file, as far as that can be told. */
  readonly locate?: ((path: ValuePath) => Position) | undefined;
}

/** What became of a part of the inputs, and what is wrong with it: with problems, the value is not to be used. */
export interface Checked<T> {
  readonly value: T;
  readonly problems: readonly Diagnostic[];
}

/** Findings about some files, with the positions that the files can tell. */
export function located(problems: readonly Diagnostic[], ...sources: readonly From<unknown>[]): Diagnostic[] {
  return problems.map((problem) => {
    const { file, path } = problem;
    const source = sources.find((each) => each.path === file);
    return path === undefined ? problem : { ...problem, position: source?.locate?.(path) };
  });
}
