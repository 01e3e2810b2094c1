import { generateKeyPairSync } from 'node:crypto';
import { fingerprintOf } from '../signature/fingerprint.ts';

/** The kinds of keys that {@link makeKeyPair} can make. */
export const KEY_ALGORITHMS = ['ed25519', 'p256'] as const;

/** A kind of key. */
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

/** A new key pair, both keys in PEM. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
  /** The SHA-256 of the public key, in hexadecimal digits. */
  readonly fingerprint: string;
}

/** Makes a key pair. This is the only place that needs randomness. */
export function makeKeyPair(algorithm: KeyAlgorithm): KeyPair {
  const { privateKey, publicKey } =
    algorithm === 'ed25519'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    fingerprint: fingerprintOf(publicKey),
  };
}
