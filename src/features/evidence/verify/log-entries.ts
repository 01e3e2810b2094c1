import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { TransparencyLogEntry } from '@sigstore/bundle';
import type { TrustedRoot } from '@sigstore/protobuf-specs';
import { isObject } from '../../../values/own-property.ts';
import type { Reason } from './reasons.ts';

/**
 * Checks that each log entry is of the same signer, which the library does not. An entry for someone else's signature over
 * the same content proves nothing about this signature (CVE-2026-22703).
 */
export function checkLogEntries(entries: readonly TransparencyLogEntry[], signer: KeyObject): Reason[] {
  return entries.flatMap(({ canonicalizedBody }, index): Reason[] => {
    const key = keyOf(canonicalizedBody);
    if (key !== undefined && isSame(key, signer)) return [];
    const why = key === undefined ? "does not name the signer's key" : 'is of a signature with another key';
    return [{ code: 'log-unverified', message: `log entry ${index} ${why}` }];
  });
}

/**
 * Checks that the log size and root hash in an entry are the ones that the log has signed. The library uses only the signed
 * values, so the others could be anything.
 */
export function checkProofs(entries: readonly TransparencyLogEntry[]): Reason[] {
  return entries.flatMap(({ inclusionProof }, index): Reason[] => {
    if (inclusionProof === undefined) return [];
    const [, size, root = ''] = (inclusionProof.checkpoint?.envelope ?? '').split('\n');
    if (size === inclusionProof.treeSize && Buffer.from(root, 'base64').equals(inclusionProof.rootHash))
      return [];
    return [
      { code: 'log-unverified', message: `log entry ${index} contradicts the checkpoint of its own log` },
    ];
  });
}

/**
 * Checks that the key of each log was valid when the signature was made. Only entries with a signed time were compared with
 * it already. Entries of newer logs have none, so the time of a timestamp authority replaces it.
 */
export function checkLogTimes(
  entries: readonly TransparencyLogEntry[],
  { tlogs }: TrustedRoot,
  signedAt: Date,
): Reason[] {
  return entries.flatMap(({ logId }, index): Reason[] => {
    const known = tlogs.filter((log) =>
      [log.checkpointKeyId, log.logId].some((id) => id && Buffer.from(id.keyId).equals(logId.keyId)),
    );
    const isValid = known.some(({ publicKey }) => {
      const { start, end } = publicKey?.validFor ?? {};
      return start !== undefined && start <= signedAt && (end === undefined || signedAt <= end);
    });
    if (isValid) return [];
    return [
      {
        code: 'log-unverified',
        message: `the log of entry ${index} was not trusted at ${signedAt.toISOString()}`,
      },
    ];
  });
}

function isSame(key: KeyObject, other: KeyObject): boolean {
  try {
    return key.equals(other);
  } catch {
    // keys of kinds that cannot be compared differ
    return false;
  }
}

/** Returns the public key that made the signature according to an entry, in any known kind of entry. */
function keyOf(body: Uint8Array): KeyObject | undefined {
  try {
    const { spec } = JSON.parse(new TextDecoder().decode(body)) as { spec: unknown };
    return verifiersIn(spec)
      .map(toKey)
      .find((key) => key !== undefined);
  } catch {
    return undefined;
  }
}

/** The places of the key in each kind of entry: hashedrekord, dsse and intoto, of Rekor v1 and v2. */
const PLACES: readonly (readonly (string | number)[])[] = [
  ['signature', 'publicKey', 'content'],
  ['signatures', 0, 'verifier'],
  ['publicKey'],
  ['content', 'envelope', 'signatures', 0, 'publicKey'],
  ['hashedRekordV002', 'signature', 'verifier'],
  ['dsseV002', 'signatures', 0, 'verifier'],
];

function verifiersIn(spec: unknown): unknown[] {
  return PLACES.map((place) =>
    place.reduce((at: unknown, step) => (at as Record<string, unknown>)?.[step], spec),
  );
}

function toKey(verifier: unknown): KeyObject | undefined {
  // v1: PEM in base64; v2: DER, in a field named after its kind
  if (typeof verifier === 'string') {
    const pem = Buffer.from(verifier, 'base64').toString();
    return pem.includes('CERTIFICATE') ? new X509Certificate(pem).publicKey : createPublicKey(pem);
  }
  if (!isObject(verifier)) return undefined;
  const { x509Certificate, publicKey } = verifier as Record<string, { rawBytes?: string } | undefined>;
  if (x509Certificate?.rawBytes) {
    return new X509Certificate(Buffer.from(x509Certificate.rawBytes, 'base64')).publicKey;
  }
  if (!publicKey?.rawBytes) return undefined;
  return createPublicKey({ key: Buffer.from(publicKey.rawBytes, 'base64'), format: 'der', type: 'spki' });
}
