import { sign } from 'node:crypto';
import { PAYLOAD_TYPE } from '../signature/in-toto.ts';
import { preAuthEncoding } from '../signature/pre-auth-encoding.ts';
import type { SigningKey } from './key.ts';

/** The form of bundle that Sigstore writes today. */
const BUNDLE_MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/**
 * Signs a statement offline: a DSSE envelope in a Sigstore bundle, whose key is referred to by its digest. There is no
 * time and no log in it: who verifies it trusts the key, and nothing else.
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
