import { findInconsistencies } from '../../../artifacts/evidence/consistency.ts';
import type { Evidence } from '../../../artifacts/evidence/model.ts';
import { formatPath } from '../../../diagnostic.ts';
import { describe } from '../../../documents/validate.ts';
import { formatInstant, parseInstant } from '../../../time/instant.ts';
import type { Reason } from './reasons.ts';
import type { Times } from './times.ts';

/** The inputs of the consistency check in addition to the artifact. */
export interface ConsistencyContext extends Times {
  /** Rejects an artifact that names no commit. */
  readonly requireOrigin: boolean;
}

/**
 * Finds statements in evidence that cannot be true: the check for forgeries that needs no other file. A missing field that
 * the check needs is a reason to reject, like a wrong one.
 */
export function checkConsistency(evidence: Evidence, context: ConsistencyContext): Reason[] {
  return [
    ...missingFields(evidence),
    ...findInconsistencies(evidence).map(({ code, path, message }) => ({
      code,
      message: `${formatPath(path)} ${message}`,
    })),
    ...nothingRan(evidence),
    ...times(evidence, context),
    ...origin(evidence, context),
  ];
}

/** Reports missing fields. A gate accepts their absence, but a verifier answers for the whole artifact. */
function missingFields(evidence: Evidence): Reason[] {
  const { schema_version, grades, source, unverifiable_origin, generated_at } = evidence;
  const reasons: Reason[] = [];
  if (schema_version === undefined)
    reasons.push({ code: 'schema-version', message: 'schema_version is missing' });
  if (generated_at === undefined) reasons.push({ code: 'generated-at', message: 'generated_at is missing' });
  for (const count of ['tests_total', 'tests_passed', 'tests_failed'] as const) {
    if (grades?.[count] === undefined)
      reasons.push({ code: 'counts', message: `grades.${count} is missing` });
  }
  if (source?.commit_sha === undefined && unverifiable_origin === undefined) {
    const message = 'source.commit_sha is missing, but unverifiable_origin is not true';
    reasons.push({ code: 'origin', message });
  }
  return reasons;
}

function nothingRan({ grades }: Evidence): Reason[] {
  if (grades?.tests_passed !== 0 || grades.tests_failed !== 0) return [];
  return [{ code: 'no-tests', message: 'no test passed and none failed, so the run shows nothing' }];
}

function times({ generated_at }: Evidence, { now, clockSkew, signedAt }: Times): Reason[] {
  const reasons: Reason[] = [];
  if (signedAt !== undefined && signedAt > now + clockSkew) {
    const message = `the artifact was signed at ${formatInstant(signedAt)}, but it is now ${formatInstant(now)}`;
    reasons.push({ code: 'signed-in-future', message });
  }
  const generated = generated_at === undefined ? undefined : parseInstant(generated_at);
  if (generated === undefined) return reasons;
  if (generated > now + clockSkew) {
    const message = `generated_at is ${describe(generated_at)}, but it is now ${formatInstant(now)}`;
    reasons.push({ code: 'generated-in-future', message });
  }
  if (signedAt !== undefined && signedAt < generated - clockSkew) {
    const message = `generated_at is ${describe(generated_at)}, but the artifact was signed at ${formatInstant(signedAt)}`;
    reasons.push({ code: 'signed-before-generated', message });
  }
  return reasons;
}

function origin({ source }: Evidence, { requireOrigin }: ConsistencyContext): Reason[] {
  if (!requireOrigin || source?.commit_sha !== undefined) return [];
  return [{ code: 'origin-required', message: 'the artifact names no commit, so its origin is unattested' }];
}
