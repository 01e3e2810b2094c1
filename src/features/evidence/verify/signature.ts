import type { Bundle } from '../signature/bundle.ts';
import { PREDICATE_TYPE } from '../signature/in-toto.ts';
import type { EvidenceArtifact } from './artifact.ts';
import { checkClaims } from './claims.ts';
import { checkPredicate } from './predicate.ts';
import { readSignature, type SignatureFound, type SignatureTexts } from './read-signature.ts';
import type { Reason, ReasonCode } from './reasons.ts';
import type { Signer } from './signer.ts';
import type { GivenRoot, Trust } from './trusted-root.ts';
import { reliedOn, type VerifiedSignature } from './verified-signature.ts';

/** What is demanded of the signature of evidence. */
export interface SignatureContext {
  readonly isRequired: boolean;
  /** The expected signer. Undefined when no signature is to be verified. */
  readonly signer?: Signer | undefined;
  readonly trustedRoot?: GivenRoot | undefined;
  /** The signature files next to the artifact. */
  readonly beside: SignatureTexts;
}

/** The outcome of the signature check. */
export interface SignatureVerdict {
  readonly outcome: 'verified' | 'present' | 'failed' | 'not-checked';
  readonly isPresent: boolean;
  readonly reasons: readonly Reason[];
  /** Present only when a signature of the expected signer was verified. */
  readonly signature?: VerifiedSignature;
  /** What the verification relied on in addition to a key. */
  readonly trust?: Trust;
}

/**
 * Checks the signature of evidence: its presence when a signature is required, the signature itself when a signer is given.
 * Spec (run evidence): "Verifying". The cryptographic part goes beyond it.
 * @throws InputError when the trusted root cannot be used
 */
export async function checkSignature(
  artifact: EvidenceArtifact,
  context: SignatureContext,
): Promise<SignatureVerdict> {
  const { isRequired, signer, beside } = context;
  const found = await readSignature(artifact.path, beside);
  if (signer !== undefined) return verify(artifact, found, signer, context);
  const { isPresent, bundles } = found;
  const about = bundles === undefined ? [] : await otherContent(bundles, artifact);
  const presence = isRequired ? [...(isPresent ? [] : [missing(artifact)]), ...found.faults] : [];
  const reasons = [...presence, ...about];
  if (reasons.length > 0) return { outcome: 'failed', isPresent, reasons };
  return { outcome: isRequired ? 'present' : 'not-checked', isPresent, reasons };
}

/** The reasons that need no signer to be found. */
const OTHER_CONTENT: readonly ReasonCode[] = ['artifact-mismatch', 'subject-mismatch', 'predicate-mismatch'];

/**
 * Returns the reasons when a bundle is about something other than this artifact. That check needs no signer, and so an
 * artifact that was changed after it was signed is rejected even when no flag asks about its signature.
 */
async function otherContent(bundles: readonly Bundle[], artifact: EvidenceArtifact): Promise<Reason[]> {
  const { checkAnyContent } = await import('./sigstore.ts');
  const found = await checkAnyContent(bundles, { artifact, expected: expectedOf(artifact) });
  return found.filter(({ code }) => OTHER_CONTENT.includes(code));
}

/** Returns what a signed statement must say about evidence. */
function expectedOf({ evidence }: EvidenceArtifact) {
  return {
    predicateTypes: [PREDICATE_TYPE],
    commit: evidence.source?.commit_sha ?? null,
    checkPredicate: (predicate: unknown) => checkPredicate(predicate, evidence),
  };
}

async function verify(
  artifact: EvidenceArtifact,
  { isPresent, bundles, faults }: SignatureFound,
  signer: Signer,
  { trustedRoot }: SignatureContext,
): Promise<SignatureVerdict> {
  const { toTrusts, verifyAny } = await import('./sigstore.ts');
  const trusts = toTrusts(trustedRoot);
  if (bundles === undefined) {
    const reasons = faults.length > 0 ? faults : [isPresent ? noBundle(artifact) : missing(artifact)];
    return { outcome: 'failed', isPresent, reasons, ...reliedOn(trusts[0], signer) };
  }
  const { result, trust } = await verifyAny(bundles, {
    artifact,
    signer,
    trusts,
    expected: expectedOf(artifact),
    checkClaims: (claims) => checkClaims(artifact.evidence, claims),
  });
  const { signature, isVerified } = result;
  const relied = reliedOn(trust, signer, signature);
  const reasons = [...faults, ...result.reasons];
  if (!isVerified || signature === undefined || reasons.length > 0)
    return { outcome: 'failed', isPresent, reasons, ...relied };
  return { outcome: 'verified', isPresent, reasons, signature, ...relied };
}

function missing({ path }: EvidenceArtifact): Reason {
  const message = `\`${path}\` has neither a \`.sigstore.json\` nor a \`.sig\` and \`.cert\` next to it`;
  return { code: 'signature-missing', message };
}

function noBundle({ path }: EvidenceArtifact): Reason {
  const message = `\`${path}\` has a \`.sig\` and \`.cert\` next to it, but no \`.sigstore.json\``;
  return { code: 'bundle-missing', message };
}
