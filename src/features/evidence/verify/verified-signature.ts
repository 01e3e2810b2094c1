import type { Instant } from '../../../time/instant.ts';
import type { SourceClaims } from './claims.ts';
import type { Reason } from './reasons.ts';
import type { Signer } from './signer.ts';
import type { Trust } from './trusted-root.ts';

/** The outcome of verifying a bundle. */
export interface BundleResult {
  /** True when the bundle vouches for the file. Never true when no signature was verified, even without any reason. */
  readonly isVerified: boolean;
  readonly reasons: readonly Reason[];
  /** The signature, once it is verified. Its signer may still not be the expected one. */
  readonly signature?: VerifiedSignature | undefined;
}

/** What a verified signature proves. */
export interface VerifiedSignature {
  readonly identity?: string | undefined;
  readonly issuer?: string | undefined;
  /** The SHA-256 of the public key as DER, in hexadecimal digits. */
  readonly key: string;
  /** The earliest of its trusted times: the signature existed by then. */
  readonly signedAt?: Instant | undefined;
  readonly claims: SourceClaims;
}

/** Makes the result from the reasons and the verified signature. */
export function toBundleResult(reasons: readonly Reason[], signature?: VerifiedSignature): BundleResult {
  return { isVerified: reasons.length === 0 && signature !== undefined, reasons, signature };
}

/**
 * Returns the trusted root if a verification relied on it. A certificate always leads to it. A bare key does not, but the time
 * of its signature comes from an authority or a log in the root.
 */
export function reliedOn(trust: Trust, signer: Signer, signature?: VerifiedSignature): { trust?: Trust } {
  return signer.kind === 'identity' || signature?.signedAt !== undefined ? { trust } : {};
}
