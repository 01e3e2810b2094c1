import type { FilesPort } from '../../ports.ts';
import type { Reason } from '../reasons.ts';
import { PREDICATE_TYPE } from '../statement.ts';
import type { EvidenceArtifact } from './artifact.ts';
import type { VerifiedSignature } from './bundle-verifier.ts';
import { checkClaims } from './claims.ts';
import { findSignature, isSignature, readSignature, type SignatureFound } from './signature-files.ts';
import type { Signer } from './signer.ts';
import type { Trust } from './trusted-root.ts';

/** What is asked of the signature of evidence. */
export interface SignatureContext {
  readonly isRequired: boolean;
  /** Whose signature it must be; undefined when none is verified. */
  readonly signer?: Signer | undefined;
  readonly trustedRoot?: string | undefined;
}

/** What is known of the signature of evidence. */
export interface SignatureVerdict {
  readonly outcome: 'verified' | 'present' | 'failed' | 'not-checked';
  readonly isPresent: boolean;
  readonly reasons: readonly Reason[];
  /** Only of a signature that was verified, by whom it should be. */
  readonly signature?: VerifiedSignature;
  /** What the verification of a certificate relied on. */
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
  files: FilesPort,
): Promise<SignatureVerdict> {
  const { isRequired, signer } = context;
  if (!isRequired && signer === undefined) {
    return {
      outcome: 'not-checked',
      isPresent: isSignature(findSignature(artifact.path, files)),
      reasons: [],
    };
  }
  const found = await readSignature(artifact.path, files);
  if (signer !== undefined) return verify(artifact, found, signer, context, files);
  const reasons = [...(found.isPresent ? [] : [missing(artifact)]), ...found.faults];
  return { outcome: reasons.length === 0 ? 'present' : 'failed', isPresent: found.isPresent, reasons };
}

async function verify(
  artifact: EvidenceArtifact,
  { isPresent, bundle, faults }: SignatureFound,
  signer: Signer,
  { trustedRoot }: SignatureContext,
  files: FilesPort,
): Promise<SignatureVerdict> {
  const { readTrust, verifyBundle } = await import('./sigstore.ts');
  const trust = readTrust(trustedRoot, files);
  // a key vouches for itself; what a certificate leads to is the root
  const relied = signer.kind === 'identity' ? { trust } : {};
  if (bundle === undefined) {
    const reasons = faults.length > 0 ? faults : [isPresent ? noBundle(artifact) : missing(artifact)];
    return { outcome: 'failed', isPresent, reasons, ...relied };
  }
  const commit = artifact.evidence.source?.commit_sha ?? null;
  const expected = { predicateTypes: [PREDICATE_TYPE], commit };
  const result = await verifyBundle(bundle, { artifact, signer, trust, expected });
  const { signature } = result;
  const claims = signature === undefined ? [] : checkClaims(artifact.evidence, signature.claims);
  const reasons = [...faults, ...result.reasons, ...claims];
  if (reasons.length > 0 || signature === undefined)
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
