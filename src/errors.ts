import { type Diagnostic, sortDiagnostics } from './diagnostic.ts';

/** The command could not evaluate: usage or input is at fault, never the answer. Exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: Diagnostic | readonly Diagnostic[]) {
    const all = Array.isArray(diagnostics)
      ? (diagnostics as readonly Diagnostic[])
      : [diagnostics as Diagnostic];
    super(all.map((d) => d.message).join('; '));
    this.diagnostics = all;
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
    try {
      results.push(await read());
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.diagnostics);
    }
  }
  if (problems.length > 0) throw new InputError(sortDiagnostics(problems));
  return results as { [K in keyof T]: Awaited<ReturnType<T[K]>> };
}
