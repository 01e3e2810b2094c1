import { createHash, type KeyObject, verify } from 'node:crypto';
import type { Bundle } from '@sigstore/bundle';
import { type SignedEntity, toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { preAuthEncoding } from '../signature/pre-auth-encoding.ts';
import type { Artifact } from './artifact.ts';
import type { Reason, ReasonCode } from './reasons.ts';
import type { Signer } from './signer.ts';
import type { Trust } from './trusted-root.ts';

/** What the library says of who signed: the key, and the identity in its certificate. */
export type Verified = ReturnType<Verifier['verify']>;

/** What the library is told of a bundle. */
interface EntityContext {
  readonly artifact: Artifact;
  readonly signer: Signer;
  readonly trust: Trust;
}

/** Runs the library. What it throws is about the bundle; what this code throws is not, and is not caught here. */
export function verifyEntity(
  bundle: Bundle,
  { signer, trust, artifact }: EntityContext,
): { entity: SignedEntity; verified: Verified } | { reason: Reason } {
  try {
    const entity = entityOf(bundle, artifact);
    return { entity, verified: verifierFor(signer, trust).verify(entity) };
  } catch (error) {
    return { reason: toReason(error) };
  }
}

/**
 * The bundle as the library verifies it. A log may hold an envelope as a bare hash and signature; what was hashed
 * is then what was signed, the encoded envelope, while the library would compare the payload.
 */
function entityOf(bundle: Bundle, { bytes }: Artifact): SignedEntity {
  const entity = toSignedEntity(bundle, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const { content } = bundle;
  if (content.$case === 'messageSignature') return withEdwards(entity, bytes, content.messageSignature);
  // all are of one kind
  const isHashed = entity.tlogEntries[0]?.kindVersion.kind === 'hashedrekord';
  if (content.$case !== 'dsseEnvelope' || !isHashed) return entity;
  const { payloadType, payload } = content.dsseEnvelope;
  const hash = createHash('sha256').update(preAuthEncoding(payloadType, payload)).digest();
  const compareDigest = (digest: Buffer) => hash.equals(digest);
  return {
    ...entity,
    signature: Object.create(entity.signature, { compareDigest: { value: compareDigest } }),
  };
}

/** Ed25519 hashes by itself: the library would name it a hash too, which it refuses. */
function withEdwards(
  entity: SignedEntity,
  bytes: Uint8Array,
  { signature }: { readonly signature: Uint8Array },
): SignedEntity {
  const verifySignature = (key: KeyObject) =>
    key.asymmetricKeyType === 'ed25519'
      ? verify(null, bytes, key, signature)
      : entity.signature.verifySignature(key);
  return {
    ...entity,
    signature: Object.create(entity.signature, { verifySignature: { value: verifySignature } }),
  };
}

/**
 * With a key, that key verifies, whatever the bundle says of keys, and log entries need not be there; those that are
 * must be good. With a certificate, a log, a CT log and a trusted time are always asked for.
 */
function verifierFor(signer: Signer, { root }: Trust): Verifier {
  if (signer.kind === 'identity') {
    const material = toTrustMaterial(root, () => {
      throw new Error('no key is trusted');
    });
    return new Verifier(material, { tlogThreshold: 1, ctlogThreshold: 1, timestampThreshold: 1 });
  }
  const material = toTrustMaterial(root, () => ({ publicKey: signer.key, validFor: () => true }));
  return new Verifier(material, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 });
}

/** What the library's codes mean here. The text of its messages is for people. */
const CODES: Readonly<Record<string, ReasonCode>> = {
  TIMESTAMP_ERROR: 'time-unverified',
  CERTIFICATE_ERROR: 'certificate-untrusted',
  PUBLIC_KEY_ERROR: 'signature-invalid',
  SIGNATURE_ERROR: 'signature-invalid',
  TLOG_ERROR: 'log-unverified',
  TLOG_BODY_ERROR: 'log-unverified',
  TLOG_INCLUSION_PROOF_ERROR: 'log-unverified',
  TLOG_INCLUSION_PROMISE_ERROR: 'log-unverified',
  TLOG_MISSING_INCLUSION_ERROR: 'log-unverified',
};

function toReason(error: unknown): Reason {
  const { code, message } = error as { code?: string; message?: string };
  const known = code === undefined ? undefined : CODES[code];
  // a certificate or timestamp that cannot be parsed throws whatever the parser throws
  return known === undefined
    ? { code: 'signature-malformed', message: `the bundle cannot be verified: ${String(error)}` }
    : { code: known, message: (message ?? '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()) };
}
