import { formatInstant, type Instant } from '../../../time/instant.ts';
import { present } from '../../../values/own-property.ts';
import type { EvidenceArtifact } from './artifact.ts';
import type { Reason } from './reasons.ts';
import type { SignatureVerdict } from './signature.ts';
import type { Trust } from './trusted-root.ts';
import type { Asked, BundleReport, EvidenceVerdict } from './verdict-schema.ts';
import type { VerifiedSignature } from './verified-signature.ts';
import type { BundleVerdict } from './verify-file.ts';

/** The reasons that each check found. Undefined for a check that was not asked for. */
export interface Findings {
  readonly consistency: readonly Reason[];
  readonly freshness: readonly Reason[] | undefined;
  readonly ancestry: readonly Reason[] | undefined;
  readonly signature: SignatureVerdict;
}

/** Makes the verdict on evidence: accepted exactly when no check found a reason to reject it. */
export function toVerdict(
  artifact: EvidenceArtifact,
  findings: Findings,
  { now, asked }: { readonly now: Instant; readonly asked?: Asked | undefined },
): EvidenceVerdict {
  const { consistency, freshness, ancestry, signature } = findings;
  const reasons = [...consistency, ...(freshness ?? []), ...(ancestry ?? []), ...signature.reasons];
  const accepted = reasons.length === 0;
  return {
    schema_version: 'mcptest.dev/evidence-verdict/v1',
    accepted,
    // someone who reads only this field must not take a rejected artifact for attested
    attested: accepted && artifact.evidence.source?.commit_sha !== undefined,
    reasons,
    checks: {
      consistency: consistency.length === 0 ? 'passed' : 'failed',
      freshness: outcomeOf(freshness),
      ancestry: outcomeOf(ancestry),
      signature: signature.outcome,
    },
    signature: toSignature(signature),
    artifact: { path: artifact.path, sha256: artifact.sha256 },
    verified_at: formatInstant(now),
    ...(asked && { asked }),
  };
}

function outcomeOf(reasons: readonly Reason[] | undefined): 'passed' | 'failed' | 'not-checked' {
  if (reasons === undefined) return 'not-checked';
  return reasons.length === 0 ? 'passed' : 'failed';
}

function toSignature({
  outcome,
  isPresent,
  signature,
  trust,
}: SignatureVerdict): EvidenceVerdict['signature'] {
  return { present: isPresent, verified: outcome === 'verified', ...toProof(signature, trust) };
}

/** Makes the report of `evidence verify-bundle` from its verdict. */
export function toBundleReport({ artifact, result, trust }: BundleVerdict): BundleReport {
  return {
    schema_version: 'mcptest.dev/bundle-verdict/v1',
    verified: result.isVerified,
    reasons: [...result.reasons],
    signature: toProof(result.signature, trust),
    artifact: { path: artifact.path, sha256: artifact.sha256 },
  };
}

/** What a verified signature proves, and what the verification relied on, as both verdicts state it. */
function toProof(
  signature: VerifiedSignature | undefined,
  trust: Trust | undefined,
): BundleReport['signature'] {
  const { identity, issuer, key, signedAt } = signature ?? {};
  return present({
    identity,
    issuer,
    key,
    signed_at: signedAt === undefined ? undefined : formatInstant(signedAt),
    trusted_root: trust && present({ source: trust.source, sha256: trust.sha256, date: trust.date }),
  });
}
