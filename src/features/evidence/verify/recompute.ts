import { findInconsistencies } from '../../../artifacts/evidence/consistency.ts';
import type { Evidence } from '../../../artifacts/evidence/model.ts';
import type { RunSource } from '../../../artifacts/run-report/model.ts';
import { formatPath, type ValuePath } from '../../../diagnostic.ts';
import { describe } from '../../../documents/validate.ts';
import { type Instant, parseInstant } from '../../../time/instant.ts';
import { isObject, own } from '../../../values/own-property.ts';
import { withoutCredentials } from '../emit/repo-url.ts';
import { type EmitInputs, toEvidence } from '../emit/to-evidence.ts';
import type { EvidenceArtifact } from './artifact.ts';
import type { Reason } from './reasons.ts';

/** The reports that an artifact is said to be made from. */
export interface Origins extends Pick<EmitInputs, 'run' | 'security' | 'conformance'> {
  /** True when the source fields that the report does not state came from git: they are not compared. */
  readonly isSourceFromGit: boolean;
}

/**
 * Makes the artifact again from the run report, and compares it field by field with everything in the file, unknown fields
 * included. Three things are taken from the artifact, since no report states them: whether the run was shown to be
 * reproducible, the time of emission if the report states no end of the run, and the source fields that came from git.
 * @throws InputError when no artifact can be made from the report
 */
export function checkAgainstRun(
  { evidence, content }: EvidenceArtifact,
  origins: Origins,
  now: Instant,
): Reason[] {
  const { isSourceFromGit, ...inputs } = origins;
  const stated = evidence.generated_at === undefined ? undefined : parseInstant(evidence.generated_at);
  const isReproducible = evidence.reproducible === true;
  const { evidence: made } = toEvidence({
    ...inputs,
    ...(isSourceFromGit && { source: { ...publishable(evidence), ...inputs.run.value.source } }),
    isReproducible,
    now: stated ?? now,
  });
  return differingFields(content, made, []).map((field) => ({
    code: 'run-report-differs',
    message: describeField(field),
  }));
}

/** Returns the fields of an artifact's source that are well-formed. Malformed ones are left out, and so found to differ. */
function publishable(evidence: Evidence): RunSource {
  const { repo, branch, commit_sha: commit } = evidence.source ?? {};
  const isCommit = !findInconsistencies(evidence).some(({ code }) => code === 'commit-sha');
  return {
    ...(repo !== undefined && withoutCredentials(repo) !== undefined && { repo }),
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && isCommit && { commit_sha: commit }),
  };
}

/** A value that differs, or that one side lacks. */
interface DifferingField {
  readonly path: ValuePath;
  readonly found: unknown;
  readonly expected: unknown;
}

/** Returns the innermost values that differ. A key whose value is undefined counts as absent. */
function differingFields(found: unknown, expected: unknown, path: ValuePath): DifferingField[] {
  if (Array.isArray(found) && Array.isArray(expected)) {
    const longest = found.length > expected.length ? found : expected;
    return longest.flatMap((_, index) => differingFields(found[index], expected[index], [...path, index]));
  }
  if (isObject(found) && isObject(expected)) {
    const keys = new Set([...Object.keys(found), ...Object.keys(expected)]);
    return [...keys].flatMap((key) => differingFields(own(found, key), own(expected, key), [...path, key]));
  }
  return found === expected ? [] : [{ path, found, expected }];
}

function describeField({ path, found, expected }: DifferingField): string {
  const field = formatPath(path);
  if (found === undefined) return `${field} is missing, but the run report gives ${describe(expected)}`;
  if (expected === undefined) return `${field} is ${describe(found)}, but the run report gives no such field`;
  return `${field} is ${describe(found)}, but the run report gives ${describe(expected)}`;
}
