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

/** What an artifact says that it was made from. */
export interface Origins extends Pick<EmitInputs, 'run' | 'security' | 'conformance'> {
  /** Git has told of the source what the report does not state: that much cannot be compared. */
  readonly isSourceFromGit: boolean;
}

/**
 * Makes the artifact anew from the run report, and compares it field by field with all that the file holds, known here or
 * not. Some things come from the artifact itself, since no report has them: whether the run was shown to be reproducible,
 * the time of emission where the report does not tell when the run ended, and what git has told of the source.
 * @throws InputError when the report cannot give any artifact
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
    message: inWords(field),
  }));
}

/** The source of an artifact as far as it could be one: what could not is left to be found to differ. */
function publishable(evidence: Evidence): RunSource {
  const { repo, branch, commit_sha: commit } = evidence.source ?? {};
  const isCommit = !findInconsistencies(evidence).some(({ code }) => code === 'commit-sha');
  return {
    ...(repo !== undefined && withoutCredentials(repo) !== undefined && { repo }),
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && isCommit && { commit_sha: commit }),
  };
}

/** A value that is another than it should be, or that one side lacks. */
interface DifferingField {
  readonly path: ValuePath;
  readonly found: unknown;
  readonly expected: unknown;
}

/** The innermost values that differ. A key whose value is undefined is as good as none. */
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

function inWords({ path, found, expected }: DifferingField): string {
  const field = formatPath(path);
  if (found === undefined) return `${field} is missing, and the run report gives ${describe(expected)}`;
  if (expected === undefined) return `${field} is ${describe(found)}, and the run report gives no such field`;
  return `${field} is ${describe(found)}, but the run report gives ${describe(expected)}`;
}
