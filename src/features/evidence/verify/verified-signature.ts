import type { Instant } from '../../../time/instant.ts';
import type { SourceClaims } from './claims.ts';
import type { Reason } from './reasons.ts';
import type { Signer } from './signer.ts';
import type { Trust } from './trusted-root.ts';

/** What came of the verification of a bundle. */
export interface BundleResult {
  /** The bundle vouches for the file. Nothing verified is never verified, even when nothing was found against it. */
  readonly isVerified: boolean;
  readonly reasons: readonly Reason[];
  /** Who signed, once the signature has been verified; it may still not be who was wanted. */
  readonly signature?: VerifiedSignature | undefined;
}

/** What a signature that has been verified tells. */
export interface VerifiedSignature {
  readonly identity?: string | undefined;
  readonly issuer?: string | undefined;
  /** The SHA-256 of the public key as DER, in hexadecimal digits. */
  readonly key: string;
  /** The earliest of its trusted times: it was there by then. */
  readonly signedAt?: Instant | undefined;
  readonly claims: SourceClaims;
}

/** The result that these findings make. */
export function toBundleResult(reasons: readonly Reason[], signature?: VerifiedSignature): BundleResult {
  return { isVerified: reasons.length === 0 && signature !== undefined, reasons, signature };
}

/**
 * What a verification relied on beside a key, if on anything: a certificate leads to the trusted root, and the time of a
 * signature is what an authority or a log in it says, with a key too.
 */
export function reliedOn(trust: Trust, signer: Signer, signature?: VerifiedSignature): { trust?: Trust } {
  return signer.kind === 'identity' || signature?.signedAt !== undefined ? { trust } : {};
}
