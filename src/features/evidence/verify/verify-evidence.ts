import type { Duration } from '../../../time/duration.ts';
import { type AncestryContext, checkAncestry } from './ancestry.ts';
import type { EvidenceArtifact } from './artifact.ts';
import { checkConsistency } from './consistency.ts';
import { checkFreshness } from './freshness.ts';
import { checkAgainstRun, type Origins } from './recompute.ts';
import { checkSignature, type SignatureContext } from './signature.ts';
import type { Times } from './times.ts';
import { toVerdict } from './verdict.ts';
import type { Asked, EvidenceVerdict } from './verdict-schema.ts';

/** What the caller requires of evidence. A check that is not required is skipped, and the verdict says so. */
export interface Demands extends Omit<Times, 'signedAt'> {
  /** Rejects an artifact that names no commit. */
  readonly requireOrigin: boolean;
  /** The reports that the artifact must have been made from. */
  readonly origins?: Origins | undefined;
  readonly maxAge?: Duration | undefined;
  /** The history that the commit must belong to. */
  readonly history?: AncestryContext | undefined;
  readonly signature: SignatureContext;
  /** What the verdict repeats of the flags. */
  readonly asked?: Asked | undefined;
}

/**
 * Verifies evidence: consistency, freshness, ancestry, signature. Every check runs to its end, so the verdict gives all
 * reasons, not only the first. Spec (run evidence): "Verifying".
 * @throws InputError when the trusted root or the run report cannot be used
 */
export async function verifyEvidence(artifact: EvidenceArtifact, demands: Demands): Promise<EvidenceVerdict> {
  // the last check runs first: the others need the time that the signature proves
  const signature = await checkSignature(artifact, demands.signature);
  const { now, clockSkew } = demands;
  const times: Times = { now, clockSkew, signedAt: signature.signature?.signedAt };

  const consistency = verifyConsistency(artifact, demands, times);
  const freshness = verifyFreshness(artifact, demands, times);
  const ancestry = await verifyAncestry(artifact, demands);
  return toVerdict(artifact, { consistency, freshness, ancestry, signature }, demands);
}

/** Is it forged? It must agree with itself, with the clock, and with the run report if one is given. */
function verifyConsistency(artifact: EvidenceArtifact, { requireOrigin, origins }: Demands, times: Times) {
  return [
    ...checkConsistency(artifact.evidence, { ...times, requireOrigin }),
    ...(origins === undefined ? [] : checkAgainstRun(artifact, origins, times.now)),
  ];
}

/** Is it stale? Neither the run nor a verified signature may be older than the maximum age. */
function verifyFreshness({ evidence }: EvidenceArtifact, { maxAge }: Demands, times: Times) {
  return maxAge === undefined ? undefined : checkFreshness(evidence, { ...times, maxAge });
}

/** Does it come from another history? Only git can say that the commit belongs to this one. */
async function verifyAncestry({ evidence }: EvidenceArtifact, { history }: Demands) {
  return history === undefined ? undefined : checkAncestry(evidence, history);
}
