import type { Evidence } from '../../../artifacts/evidence/model.ts';
import type { RunReport, RunSource } from '../../../artifacts/run-report/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import type { From } from './from.ts';
import type { Git } from './git.ts';
import { compareRuns, type Difference } from './reproducibility.ts';
import { type GitSource, readGitSource, settleSource } from './source-from-git.ts';
import { type EmitInputs, toEvidence } from './to-evidence.ts';

/** What emission starts from. */
export interface EmissionInputs extends Omit<EmitInputs, 'source'> {
  /** Another run of the same commit: the artifact is made only when the tests ended in it as in the first. */
  readonly other?: From<RunReport> | undefined;
  /** The repository that completes what the reports say of the source, when git is asked at all. */
  readonly git?: Git | undefined;
}

/** What became of it: an artifact, or where two runs differ that should agree. */
export type Emission =
  | { readonly kind: 'made'; readonly evidence: Evidence; readonly warnings: readonly Diagnostic[] }
  | {
      readonly kind: 'not-reproduced';
      readonly differences: readonly Difference[];
      /** The report of the other run. */
      readonly other: string;
    };

/**
 * Makes evidence of a run: settles the source, compares the run with the other one, aggregates the fields. Source:
 * "Emitting an artifact" of the text on portable run evidence; the comparison goes beyond it.
 * @throws InputError when the inputs contradict each other, or a verifier would reject what came of them
 */
export async function emitEvidence({ other, git, ...inputs }: EmissionInputs): Promise<Emission> {
  const told = git && (await readGitSource(git));
  const { source, warnings } = sourceOf(inputs.run, told);

  if (other !== undefined) {
    const differences = compareRuns(inputs.run, source, withSource(other, told));
    if (differences.length > 0) return { kind: 'not-reproduced', differences, other: other.path };
  }

  const isReproducible = inputs.isReproducible || other !== undefined;
  const made = toEvidence({ ...inputs, source, isReproducible });
  return { kind: 'made', evidence: made.evidence, warnings: [...warnings, ...made.warnings] };
}

/** The source that a run report states, completed by what git tells. @throws InputError when the two differ */
function sourceOf(
  run: From<RunReport>,
  told: GitSource | undefined,
): { readonly source: RunSource | undefined; readonly warnings: readonly Diagnostic[] } {
  return told ? settleSource(run, told) : { source: run.value.source, warnings: [] };
}

/** The second run is taken for one of the commit that is checked out, on the same grounds as the first. */
function withSource(other: From<RunReport>, told: GitSource | undefined): From<RunReport> {
  return told ? { ...other, value: { ...other.value, source: settleSource(other, told).source } } : other;
}
