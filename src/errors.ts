import { type Diagnostic, presentable } from './diagnostic.ts';

/** The command could not evaluate: usage or input is at fault, never the answer. Exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** File by file, top to bottom, and no more of one file than anybody reads. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: Diagnostic | readonly Diagnostic[]) {
    const all = Array.isArray(diagnostics)
      ? (diagnostics as readonly Diagnostic[])
      : [diagnostics as Diagnostic];
    super(all.map((d) => d.message).join('; '));
    this.diagnostics = presentable(all);
  }
}

/** A filter such as `--name` matched nothing, so there is nothing to answer. Exit code 7. */
export class NothingSelectedError extends Error {
  override readonly name = 'NothingSelectedError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join('; '));
    this.diagnostics = presentable(diagnostics);
  }
}

/** What became of reading an input: its value, or what is wrong with it. */
export type Attempt<T> = { readonly value: T } | { readonly problems: readonly Diagnostic[] };

/** Turns an {@link InputError} into data, for commands that go on without the input. */
export async function attempt<T>(read: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    if (error instanceof InputError) return { problems: error.diagnostics };
    throw error;
  }
}

/**
 * Runs every reader and returns all results; when some fail, throws one {@link InputError} that holds the
 * findings of all of them, so that a person mends a broken set of inputs in one round.
 */
export async function collectInputs<T extends readonly (() => unknown)[]>(
  ...readers: T
): Promise<{ [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const results: unknown[] = [];
  const problems: Diagnostic[] = [];
  for (const read of readers) {
    const result = await attempt(read);
    if ('problems' in result) problems.push(...result.problems);
    else results.push(result.value);
  }
  if (problems.length > 0) throw new InputError(problems);
  return results as { [K in keyof T]: Awaited<ReturnType<T[K]>> };
}
