import type { Duration } from '../../../time/duration.ts';
import { type AncestryContext, checkAncestry } from './ancestry.ts';
import type { EvidenceArtifact } from './artifact.ts';
import { checkConsistency } from './consistency.ts';
import { checkFreshness } from './freshness.ts';
import { checkAgainstRun, type Origins } from './recompute.ts';
import { checkSignature, type SignatureContext } from './signature.ts';
import type { Times } from './times.ts';
import { toVerdict } from './verdict.ts';
import type { EvidenceVerdict } from './verdict-schema.ts';

/** What is asked of evidence. A check that nobody asks for is not made, and the verdict says so. */
export interface Demands extends Omit<Times, 'signedAt'> {
  /** An artifact that names no commit is rejected. */
  readonly requireOrigin: boolean;
  /** What the artifact must have been made from. */
  readonly origins?: Origins | undefined;
  readonly maxAge?: Duration | undefined;
  /** The history that the commit must belong to. */
  readonly history?: AncestryContext | undefined;
  readonly signature: SignatureContext;
}

/**
 * Verifies evidence: consistency, freshness, ancestry, signature. Every check runs to its end, so that the verdict gives
 * all reasons, not only the first. Source: "Verifying" of the text on portable run evidence.
 * @throws InputError when the trusted root or the run report cannot be used
 */
export async function verifyEvidence(artifact: EvidenceArtifact, demands: Demands): Promise<EvidenceVerdict> {
  // the last check runs first: the time that a signature proves is better than the one that the artifact claims
  const signature = await checkSignature(artifact, demands.signature);
  const { now, clockSkew } = demands;
  const times: Times = { now, clockSkew, signedAt: signature.signature?.signedAt };

  const consistency = verifyConsistency(artifact, demands, times);
  const freshness = verifyFreshness(artifact, demands, times);
  const ancestry = await verifyAncestry(artifact, demands);
  return toVerdict(artifact, { consistency, freshness, ancestry, signature }, now);
}

/** Is it forged? It must fit itself and the clock, and the run report where there is one. Spec: "Consistency". */
function verifyConsistency(artifact: EvidenceArtifact, { requireOrigin, origins }: Demands, times: Times) {
  return [
    ...checkConsistency(artifact.evidence, { ...times, requireOrigin }),
    ...(origins === undefined ? [] : checkAgainstRun(artifact, origins, times.now)),
  ];
}

/** Is it stale? Neither the run nor a verified signature may be older than the oldest that is accepted. Spec: "Freshness". */
function verifyFreshness({ evidence }: EvidenceArtifact, { maxAge }: Demands, times: Times) {
  return maxAge === undefined ? undefined : checkFreshness(evidence, { ...times, maxAge });
}

/** Is it of another history? Only git says that the commit belongs to this one. Spec: "Ancestry". */
async function verifyAncestry({ evidence }: EvidenceArtifact, { history }: Demands) {
  return history === undefined ? undefined : checkAncestry(evidence, history);
}
