import { sign } from 'node:crypto';
import type { SigningKey } from './key.ts';
import { BUNDLE_MEDIA_TYPE, PAYLOAD_TYPE } from './signature-format.ts';

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

/** What DSSE signs: type and payload, each with its length, so that none can be taken for a part of the other. */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = Buffer.from(payloadType);
  const head = `DSSEv1 ${type.length} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
