import { createHash, type KeyObject, verify } from 'node:crypto';
import type { Bundle } from '@sigstore/bundle';
import { HashAlgorithm } from '@sigstore/protobuf-specs';
import { type SignedEntity, toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { describe } from '../../../documents/validate.ts';
import { fingerprintOf } from '../signature/fingerprint.ts';
import { preAuthEncoding } from '../signature/pre-auth-encoding.ts';
import type { Artifact } from './artifact.ts';
import { sourceClaims } from './claims.ts';
import { checkLogEntries, checkLogTimes, checkProofs } from './log-entries.ts';
import type { Reason, ReasonCode } from './reasons.ts';
import type { Signer } from './signer.ts';
import { checkStatement, type Expected } from './statement.ts';
import type { Trust } from './trusted-root.ts';
import { type BundleResult, toBundleResult, type VerifiedSignature } from './verified-signature.ts';

/** What a bundle is compared with. */
export interface BundleContext {
  readonly artifact: Artifact;
  readonly signer: Signer;
  readonly trust: Trust;
  readonly expected: Omit<Expected, 'bytes'>;
}

/**
 * Verifies that a bundle vouches for a file: what was signed is this file, the signature is good, its key or
 * certificate was good when it signed, the log knows of it, and the signer is the one that is wanted.
 */
export async function verifyBundle(bundle: Bundle, context: BundleContext): Promise<BundleResult> {
  const content = await checkContent(bundle, context);
  // the signature of another file cannot fit, and says nothing more
  if (content.some(({ code }) => code === 'artifact-mismatch')) return toBundleResult(content);
  const { reasons, signature } = checkSignature(bundle, context);
  const who = signature === undefined ? [] : checkSigner(signature, context.signer);
  return toBundleResult([...content, ...reasons, ...who], signature);
}

const HASHES: Readonly<Record<number, string>> = {
  [HashAlgorithm.SHA2_256]: 'sha256',
  [HashAlgorithm.SHA2_384]: 'sha384',
  [HashAlgorithm.SHA2_512]: 'sha512',
};

/** Is what was signed this file? The log is compared with what the bundle says, so that must be the truth. */
export async function checkContent(
  { content }: Bundle,
  { artifact, expected }: Pick<BundleContext, 'artifact' | 'expected'>,
): Promise<Reason[]> {
  if (content.$case === 'dsseEnvelope') {
    return checkStatement(content.dsseEnvelope, { ...expected, bytes: artifact.bytes });
  }
  const { algorithm, digest } = content.messageSignature.messageDigest;
  const hash = HASHES[algorithm];
  if (hash === undefined) {
    return [{ code: 'signature-malformed', message: 'the bundle names no hash algorithm that is known' }];
  }
  if (createHash(hash).update(artifact.bytes).digest().equals(digest)) return [];
  const message = `the bundle is about a file with the ${hash} ${digest.toString('hex')}`;
  return [{ code: 'artifact-mismatch', message }];
}

/** What is found against a signature, or else who signed. */
type SignatureFindings = Pick<BundleResult, 'reasons' | 'signature'>;

function checkSignature(bundle: Bundle, context: BundleContext): SignatureFindings {
  const { signer, trust } = context;
  const hasCertificate = bundle.verificationMaterial.content.$case !== 'publicKey';
  if (signer.kind === 'key' && hasCertificate) {
    return {
      reasons: [
        { code: 'key-mismatch', message: 'the bundle was signed with a certificate, not with a key' },
      ],
    };
  }
  if (signer.kind === 'identity' && !hasCertificate) {
    return {
      reasons: [
        { code: 'certificate-missing', message: 'the bundle holds no certificate, so it names nobody' },
      ],
    };
  }
  const { content, verificationMaterial } = bundle;
  const kinds = new Set(verificationMaterial.tlogEntries.map(({ kindVersion }) => kindVersion?.kind));
  if (content.$case === 'dsseEnvelope' && kinds.size > 1) {
    const message = 'the log entries of the envelope are of different kinds';
    return { reasons: [{ code: 'log-unverified', message }] };
  }
  const outcome = verifyEntity(bundle, context);
  if ('reason' in outcome) return { reasons: [outcome.reason] };
  const { entity, verified } = outcome;
  const signedAt = earliestTime(entity);
  const reasons = [
    ...checkProofs(entity.tlogEntries),
    ...checkLogEntries(entity.tlogEntries, verified.key),
    ...(signedAt === undefined ? [] : checkLogTimes(entity.tlogEntries, trust.root, signedAt)),
  ];
  return reasons.length > 0 ? { reasons } : { reasons, signature: toSignature(verified, signedAt) };
}

/** Runs the library. What it throws is about the bundle; what this code throws is not, and is not caught here. */
function verifyEntity(
  bundle: Bundle,
  { signer, trust, artifact }: BundleContext,
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

/** Of several times the earliest: a signature does not become younger when its time is certified again. */
function earliestTime({ timestamps }: SignedEntity): Date | undefined {
  const times = timestamps.flatMap((each) => {
    if (each.$case === 'timestamp-authority') return each.timestamp.signingTime.getTime();
    // the time of an entry is signed only together with a promise
    return each.tlogEntry.inclusionPromise ? Number(each.tlogEntry.integratedTime) * 1000 : [];
  });
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

type Verified = ReturnType<Verifier['verify']>;

function toSignature({ key, identity }: Verified, signedAt: Date | undefined): VerifiedSignature {
  const extensions = (identity?.oids ?? []).map(({ oid, value }) => ({
    oid: (oid?.id ?? []).join('.'),
    value,
  }));
  return {
    identity: identity?.subjectAlternativeName,
    issuer: identity?.extensions?.issuer,
    key: fingerprintOf(key as KeyObject),
    signedAt: signedAt?.getTime(),
    claims: sourceClaims(extensions),
  };
}

/** As a whole: in a pattern, `a.com` is in `a.com.evil.org`, and a dot is any character. */
function checkSigner({ identity, issuer }: VerifiedSignature, signer: Signer): Reason[] {
  if (signer.kind === 'key') return [];
  const reasons: Reason[] = [];
  if (identity !== signer.identity) {
    reasons.push({ code: 'identity-mismatch', message: differs('signed by', identity, signer.identity) });
  }
  if (issuer !== signer.issuer) {
    reasons.push({ code: 'issuer-mismatch', message: differs('vouched for by', issuer, signer.issuer) });
  }
  return reasons;
}

function differs(what: string, found: string | undefined, wanted: string): string {
  return `${what} ${found === undefined ? 'nobody' : describe(found)}, not ${describe(wanted)}`;
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
