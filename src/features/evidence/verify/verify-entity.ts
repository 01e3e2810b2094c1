import { createHash, type KeyObject, verify } from 'node:crypto';
import type { Bundle } from '@sigstore/bundle';
import { type SignedEntity, toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { messageOf } from '../../../errors.ts';
import { preAuthEncoding } from '../signature/pre-auth-encoding.ts';
import type { Artifact } from './artifact.ts';
import type { Reason, ReasonCode } from './reasons.ts';
import type { Signer } from './signer.ts';
import type { Trust } from './trusted-root.ts';

/** The signer that the library returns: the key, and the identity in its certificate. */
export type Verified = ReturnType<Verifier['verify']>;

/** What the library needs in addition to a bundle. */
interface EntityContext {
  readonly artifact: Artifact;
  readonly signer: Signer;
  readonly trust: Trust;
}

/** Verifies a bundle with the library. An error that the library throws becomes a reason to reject the bundle. */
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
 * Prepares a bundle for the library. A log may contain only the hash and signature of an envelope. The hash is then of the
 * signed bytes, the encoded envelope, but the library would compare it with the payload.
 */
function entityOf(bundle: Bundle, { bytes }: Artifact): SignedEntity {
  const entity = toSignedEntity(bundle, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const { content } = bundle;
  if (content.$case === 'messageSignature') return withEdwards(entity, bytes, content.messageSignature);
  // checkEntryKinds has made sure that all entries are of one kind
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

/** Verifies Ed25519 without a hash. Ed25519 hashes by itself, and fails when the library names a hash in addition. */
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
 * Makes the verifier for a signer. A key verifies alone, whatever keys the bundle names. Log entries are then optional, but
 * must be valid. A certificate always requires a log entry, a CT log and a trusted time.
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

/** The reason code for each error code of the library. */
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
  // an unparsable certificate or timestamp throws whatever its parser throws
  return known === undefined
    ? { code: 'signature-malformed', message: `the bundle cannot be verified: ${messageOf(error)}` }
    : { code: known, message: (message ?? '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()) };
}
