import { type Diagnostic, presentable } from './diagnostic.ts';
import { append } from './values/append.ts';
import { scalarText } from './values/scalar-text.ts';

/** The command could not evaluate: the usage or an input is at fault, and there is no answer. Exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** The problems, file by file and top to bottom, with a limit for each file. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: Diagnostic | readonly Diagnostic[]) {
    const all = Array.isArray(diagnostics)
      ? (diagnostics as readonly Diagnostic[])
      : [diagnostics as Diagnostic];
    super(all.map((d) => d.message).join('; '));
    this.diagnostics = presentable(all);
  }
}

/** A path that an input file names leads to a pipe, a device or a socket, so reading it might never end. Exit code 2. */
export class NotAFileError extends InputError {}

/** A filter such as `--name` matched nothing, so there is no answer. Exit code 7. */
export class NothingSelectedError extends Error {
  override readonly name = 'NothingSelectedError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join('; '));
    this.diagnostics = presentable(diagnostics);
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : scalarText(error);
}

/** The result of reading an input: its value, or the problems that were found. */
export type Attempt<T> = { readonly value: T } | { readonly problems: readonly Diagnostic[] };

/** Runs a reader and returns an {@link InputError} as data, for commands that continue without the input. */
export async function attempt<T>(read: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    if (error instanceof InputError) return { problems: error.diagnostics };
    throw error;
  }
}

/**
 * Runs every reader and returns all results. If any fail, throws one {@link InputError} with the findings of all of
 * them, so the user can fix a broken set of inputs in one round.
 */
export async function collectInputs<T extends readonly (() => unknown)[]>(
  ...readers: T
): Promise<{ [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const results: unknown[] = [];
  const problems: Diagnostic[] = [];
  for (const read of readers) {
    const result = await attempt(read);
    if ('problems' in result) append(problems, result.problems);
    else results.push(result.value);
  }
  if (problems.length > 0) throw new InputError(problems);
  return results as { [K in keyof T]: Awaited<ReturnType<T[K]>> };
}
