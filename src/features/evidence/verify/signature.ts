import type { Bundle } from '../signature/bundle.ts';
import { PREDICATE_TYPE } from '../signature/in-toto.ts';
import type { EvidenceArtifact } from './artifact.ts';
import { checkClaims } from './claims.ts';
import { readSignature, type SignatureFound, type SignatureTexts } from './read-signature.ts';
import type { Reason } from './reasons.ts';
import type { Signer } from './signer.ts';
import type { GivenRoot, Trust } from './trusted-root.ts';
import { reliedOn, type VerifiedSignature } from './verified-signature.ts';

/** What is asked of the signature of evidence. */
export interface SignatureContext {
  readonly isRequired: boolean;
  /** Whose signature it must be; undefined when none is verified. */
  readonly signer?: Signer | undefined;
  readonly trustedRoot?: GivenRoot | undefined;
  /** The files that lie where signing puts them. */
  readonly beside: SignatureTexts;
}

/** What is known of the signature of evidence. */
export interface SignatureVerdict {
  readonly outcome: 'verified' | 'present' | 'failed' | 'not-checked';
  readonly isPresent: boolean;
  readonly reasons: readonly Reason[];
  /** Only of a signature that was verified, by whom it should be. */
  readonly signature?: VerifiedSignature;
  /** What the verification relied on beside a key. */
  readonly trust?: Trust;
}

/**
 * Weighs the signature of evidence: its presence when it is required, the signature itself when it is said whose it must
 * be. Source: "Verifying" of the source text; the cryptographic part goes beyond it.
 * @throws InputError when the trusted root cannot be used
 */
export async function checkSignature(
  artifact: EvidenceArtifact,
  context: SignatureContext,
): Promise<SignatureVerdict> {
  const { isRequired, signer, beside } = context;
  const found = await readSignature(artifact.path, beside);
  if (signer !== undefined) return verify(artifact, found, signer, context);
  const { isPresent, bundle } = found;
  const about = bundle === undefined ? [] : await otherContent(bundle, artifact);
  const presence = isRequired ? [...(isPresent ? [] : [missing(artifact)]), ...found.faults] : [];
  const reasons = [...presence, ...about];
  if (reasons.length > 0) return { outcome: 'failed', isPresent, reasons };
  return { outcome: isRequired ? 'present' : 'not-checked', isPresent, reasons };
}

/**
 * Whether a bundle is about something else than this artifact: that can be told without knowing who should have signed, and
 * an artifact that was changed after it was signed is not accepted only because nobody asked.
 */
async function otherContent(bundle: Bundle, artifact: EvidenceArtifact): Promise<Reason[]> {
  const { checkContent } = await import('./sigstore.ts');
  const found = await checkContent(bundle, { artifact, expected: expectedOf(artifact) });
  return found.filter(({ code }) => code === 'artifact-mismatch' || code === 'subject-mismatch');
}

/** What a signed statement must say of evidence. */
function expectedOf({ evidence }: EvidenceArtifact) {
  return { predicateTypes: [PREDICATE_TYPE], commit: evidence.source?.commit_sha ?? null };
}

async function verify(
  artifact: EvidenceArtifact,
  { isPresent, bundle, faults }: SignatureFound,
  signer: Signer,
  { trustedRoot }: SignatureContext,
): Promise<SignatureVerdict> {
  const { toTrust, verifyBundle } = await import('./sigstore.ts');
  const trust = toTrust(trustedRoot);
  if (bundle === undefined) {
    const reasons = faults.length > 0 ? faults : [isPresent ? noBundle(artifact) : missing(artifact)];
    return { outcome: 'failed', isPresent, reasons, ...reliedOn(trust, signer) };
  }
  const result = await verifyBundle(bundle, { artifact, signer, trust, expected: expectedOf(artifact) });
  const { signature, isVerified } = result;
  const relied = reliedOn(trust, signer, signature);
  const claims = signature === undefined ? [] : checkClaims(artifact.evidence, signature.claims);
  const reasons = [...faults, ...result.reasons, ...claims];
  if (!isVerified || signature === undefined || reasons.length > 0)
    return { outcome: 'failed', isPresent, reasons, ...relied };
  return { outcome: 'verified', isPresent, reasons, signature, ...relied };
}

function missing({ path }: EvidenceArtifact): Reason {
  const message = `beside \`${path}\` lies neither a \`.sigstore.json\` nor a \`.sig\` and \`.cert\``;
  return { code: 'signature-missing', message };
}

function noBundle({ path }: EvidenceArtifact): Reason {
  const message = `beside \`${path}\` lie a \`.sig\` and \`.cert\`, but no \`.sigstore.json\``;
  return { code: 'bundle-missing', message };
}
