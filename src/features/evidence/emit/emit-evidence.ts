import type { Evidence } from '../../../artifacts/evidence/model.ts';
import type { RunReport, RunSource } from '../../../artifacts/run-report/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import type { Git } from './git.ts';
import type { InputFile } from './input-file.ts';
import { compareRuns, type Difference } from './reproducibility.ts';
import { type GitSource, readGitSource, settleSource } from './source-from-git.ts';
import { type EmitInputs, toEvidence } from './to-evidence.ts';

/** The inputs of an emission. */
export interface EmissionInputs extends Omit<EmitInputs, 'source'> {
  /** Another run of the same commit. The artifact is made only when every test ended the same way in both. */
  readonly other?: InputFile<RunReport> | undefined;
  /** The repository that completes the source of the reports. Undefined when git must not be asked. */
  readonly git?: Git | undefined;
}

/** The outcome of an emission: an artifact, or the tests in which two runs differ that should agree. */
export type Emission =
  | { readonly kind: 'made'; readonly evidence: Evidence; readonly warnings: readonly Diagnostic[] }
  | {
      readonly kind: 'not-reproduced';
      readonly differences: readonly Difference[];
      /** The path of the report of the other run. */
      readonly other: string;
    };

/**
 * Makes evidence of a run: settles the source, compares the run with the other one, aggregates the fields.
 * Spec (run evidence): "Emitting an artifact". The comparison goes beyond it.
 * @throws InputError when the inputs contradict each other, or a verifier would reject the artifact
 */
export async function emitEvidence({ other, git, ...inputs }: EmissionInputs): Promise<Emission> {
  const gitSource = git && (await readGitSource(git));
  const { source, warnings } = sourceOf(inputs.run, gitSource);

  if (other !== undefined) {
    const differences = compareRuns(inputs.run, source, withSource(other, gitSource));
    if (differences.length > 0) return { kind: 'not-reproduced', differences, other: other.path };
  }

  const isReproducible = inputs.isReproducible || other !== undefined;
  const made = toEvidence({ ...inputs, source, isReproducible });
  return { kind: 'made', evidence: made.evidence, warnings: [...warnings, ...made.warnings] };
}

/** Returns the source that a run report states, completed by git. @throws InputError when the two differ */
function sourceOf(
  run: InputFile<RunReport>,
  gitSource: GitSource | undefined,
): { readonly source: RunSource | undefined; readonly warnings: readonly Diagnostic[] } {
  return gitSource ? settleSource(run, gitSource) : { source: run.value.source, warnings: [] };
}

/** Completes the source of the second run as well: like the first, it counts as a run of the checked-out commit. */
function withSource(other: InputFile<RunReport>, gitSource: GitSource | undefined): InputFile<RunReport> {
  return gitSource
    ? { ...other, value: { ...other.value, source: settleSource(other, gitSource).source } }
    : other;
}
