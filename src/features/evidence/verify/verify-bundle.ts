import { createHash, type KeyObject } from 'node:crypto';
import type { Bundle } from '@sigstore/bundle';
import { HashAlgorithm } from '@sigstore/protobuf-specs';
import type { SignedEntity } from '@sigstore/verify';
import { describe } from '../../../documents/validate.ts';
import { fingerprintOf } from '../signature/fingerprint.ts';
import type { Artifact } from './artifact.ts';
import { type SourceClaims, sourceClaims } from './claims.ts';
import { checkLogEntries, checkLogTimes, checkProofs } from './log-entries.ts';
import type { Reason } from './reasons.ts';
import type { Signer } from './signer.ts';
import { checkStatement, type Expected, isStatementOn } from './statement.ts';
import type { Trust } from './trusted-root.ts';
import { type BundleResult, toBundleResult, type VerifiedSignature } from './verified-signature.ts';
import { type Verified, verifyEntity } from './verify-entity.ts';

/** What a bundle is verified against. */
export interface BundleContext {
  readonly artifact: Artifact;
  readonly signer: Signer;
  readonly trust: Trust;
  readonly expected: Omit<Expected, 'bytes'>;
  /** Compares what a certificate says about the source with the file. */
  readonly checkClaims?: ((claims: SourceClaims) => Reason[]) | undefined;
}

/**
 * Verifies that a bundle vouches for a file: this file was signed, the signature is valid, its key or certificate was valid
 * at the time of signing, the log contains it, and the signer is the expected one.
 */
export async function verifyBundle(bundle: Bundle, context: BundleContext): Promise<BundleResult> {
  const content = await checkContent(bundle, context);
  // the signature of another file cannot match, so checking it adds nothing
  if (content.some(({ code }) => code === 'artifact-mismatch')) return toBundleResult(content);
  const { reasons, signature } = checkSignature(bundle, context);
  const who = signature === undefined ? [] : checkSigner(signature, context.signer);
  const claims = signature === undefined ? [] : (context.checkClaims?.(signature.claims) ?? []);
  return toBundleResult([...content, ...reasons, ...who, ...claims], signature);
}

const HASHES: Readonly<Record<number, string>> = {
  [HashAlgorithm.SHA2_256]: 'sha256',
  [HashAlgorithm.SHA2_384]: 'sha384',
  [HashAlgorithm.SHA2_512]: 'sha512',
};

/** Checks that this file was signed. The log is compared with the digest in the bundle, so that digest must be true. */
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
    return [{ code: 'signature-malformed', message: 'the bundle names no known hash algorithm' }];
  }
  if (createHash(hash).update(artifact.bytes).digest().equals(digest)) return [];
  const message = `the bundle is about another file, with the ${hash} ${digest.toString('hex')}`;
  return [{ code: 'artifact-mismatch', message }];
}

/** Whether a bundle says that it is about a file. Verifies nothing. */
export function isBundleOn({ content }: Bundle, { bytes }: Artifact): boolean {
  if (content.$case === 'dsseEnvelope') return isStatementOn(content.dsseEnvelope, bytes);
  const { algorithm, digest } = content.messageSignature.messageDigest;
  const hash = HASHES[algorithm];
  return hash === undefined || createHash(hash).update(bytes).digest().equals(digest);
}

/** The reasons to reject a signature, or else the verified signature. */
type SignatureFindings = Pick<BundleResult, 'reasons' | 'signature'>;

/** Verifies the signature and its log entries. Returns the signature only if there are no reasons to reject it. */
function checkSignature(bundle: Bundle, context: BundleContext): SignatureFindings {
  const unfit = checkMaterial(bundle, context.signer) ?? checkEntryKinds(bundle);
  if (unfit !== undefined) return { reasons: [unfit] };
  const outcome = verifyEntity(bundle, context);
  if ('reason' in outcome) return { reasons: [outcome.reason] };
  const { entity, verified } = outcome;
  const signedAt = earliestTime(entity);
  const reasons = [
    ...checkProofs(entity.tlogEntries),
    ...checkLogEntries(entity.tlogEntries, verified.key),
    ...(signedAt === undefined ? [] : checkLogTimes(entity.tlogEntries, context.trust.root, signedAt)),
  ];
  return reasons.length > 0 ? { reasons } : { reasons, signature: toSignature(verified, signedAt) };
}

/** Checks that the bundle has the kind of key material that the signer requires. A key is never taken from a bundle. */
function checkMaterial({ verificationMaterial }: Bundle, signer: Signer): Reason | undefined {
  const hasCertificate = verificationMaterial.content.$case !== 'publicKey';
  if (signer.kind === 'key' && hasCertificate) {
    return { code: 'key-mismatch', message: 'the bundle was signed with a certificate, not with a bare key' };
  }
  if (signer.kind === 'identity' && !hasCertificate) {
    return {
      code: 'certificate-missing',
      message: 'the bundle contains no certificate, so it names no identity',
    };
  }
  return undefined;
}

/** Checks that all log entries of an envelope are of one kind: the kind decides what they are compared with. */
function checkEntryKinds({ content, verificationMaterial }: Bundle): Reason | undefined {
  const kinds = new Set(verificationMaterial.tlogEntries.map(({ kindVersion }) => kindVersion?.kind));
  if (content.$case !== 'dsseEnvelope' || kinds.size <= 1) return undefined;
  return { code: 'log-unverified', message: 'the log entries of the envelope are of different kinds' };
}

/** Returns the earliest trusted time: a signature does not become younger when its time is certified again. */
function earliestTime({ timestamps }: SignedEntity): Date | undefined {
  const times = timestamps.flatMap((each) => {
    if (each.$case === 'timestamp-authority') return each.timestamp.signingTime.getTime();
    // the log signs the time of an entry only as part of its promise
    return each.tlogEntry.inclusionPromise ? Number(each.tlogEntry.integratedTime) * 1000 : [];
  });
  return times.length === 0 ? undefined : new Date(times.reduce((a, b) => Math.min(a, b)));
}

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

/** Compares identity and issuer as a whole. As patterns, `a.com` would match in `a.com.evil.org`, and a dot any character. */
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
  return `${what} ${found === undefined ? 'no one' : describe(found)}, not by ${describe(wanted)}`;
}
