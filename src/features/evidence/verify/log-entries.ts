import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { TransparencyLogEntry } from '@sigstore/bundle';
import type { TrustedRoot } from '@sigstore/protobuf-specs';
import { isObject } from '../../../values/own-property.ts';
import type { Reason } from './reasons.ts';

/**
 * What the library does not ask of a log entry that it has found to be in the log: that the entry is of the same
 * signer. An entry of somebody else's signature over the same content proves nothing about this one (CVE-2026-22703).
 */
export function checkLogEntries(entries: readonly TransparencyLogEntry[], signer: KeyObject): Reason[] {
  return entries.flatMap(({ canonicalizedBody }, index): Reason[] => {
    const key = keyOf(canonicalizedBody);
    if (key !== undefined && isSame(key, signer)) return [];
    const why = key === undefined ? 'names no key of a signer' : 'is of a signature with another key';
    return [{ code: 'log-unverified', message: `log entry ${index} ${why}` }];
  });
}

/**
 * Whether what an entry says of the log, its size and the hash of its root, is what the log has signed. The library goes
 * by the signed one, so the other could say anything.
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
 * Whether the key of each log was in force when the signature was made. Entries that carry a signed time were
 * compared with that; those of newer logs have none, and the time of a timestamp authority stands in for it.
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
    // kinds of keys that cannot be compared are not the same
    return false;
  }
}

/** The public key that an entry says the signature was made with, in any known kind of entry. */
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

/** Where the kinds of entries keep it: hashedrekord, dsse and intoto, of Rekor v1 and v2. */
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
  // v1: PEM in base64; v2: DER, named by what it is
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
