import { parseJson } from '../artifacts/json.ts';
import type { Diagnostic, Position, ValuePath } from '../diagnostic.ts';
import type { FilesPort } from '../ports.ts';

/** A file that was read, and what it holds. */
export interface From<T> {
  readonly path: string;
  readonly value: T;
  /** Where a value stands in the file, as far as that can be told. */
  readonly locate?: (path: ValuePath) => Position | undefined;
}

/** Finds values in a file that was read before. It is read again: positions are wanted only when something is wrong. */
export function locatorOf(file: string, files: FilesPort): (path: ValuePath) => Position | undefined {
  return (path) => {
    // standard input is gone, and other formats have paths of their own
    const text = file === '-' ? '' : files.readText(file);
    return /^\s*[{[]/.test(text) ? parseJson(text, file).locate(path) : undefined;
  };
}

/** Findings about some files, with the positions that the files can tell. */
export function located(problems: readonly Diagnostic[], ...sources: readonly From<unknown>[]): Diagnostic[] {
  return problems.map((problem) => {
    const { file, path } = problem;
    const source = sources.find((each) => each.path === file);
    return path === undefined ? problem : { ...problem, position: source?.locate?.(path) };
  });
}
