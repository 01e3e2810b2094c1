import { sign } from 'node:crypto';
import { PAYLOAD_TYPE } from '../signature/in-toto.ts';
import { preAuthEncoding } from '../signature/pre-auth-encoding.ts';
import type { SigningKey } from './key.ts';

/** The current bundle format of Sigstore. */
const BUNDLE_MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/**
 * Signs a statement offline: a DSSE envelope in a Sigstore bundle that refers to the key by its digest. The bundle contains
 * no time and no log entry, so a verifier can rely only on the key.
 * @param payload the statement, byte for byte
 */
export function toSignedBundle(payload: string, { key, hint }: SigningKey): Record<string, unknown> {
  const message = preAuthEncoding(PAYLOAD_TYPE, Buffer.from(payload));
  const signature = sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', message, key);
  return {
    mediaType: BUNDLE_MEDIA_TYPE,
    verificationMaterial: { publicKey: { hint } },
    dsseEnvelope: {
      payload: Buffer.from(payload).toString('base64'),
      payloadType: PAYLOAD_TYPE,
      signatures: [{ sig: signature.toString('base64'), keyid: hint }],
    },
  };
}
