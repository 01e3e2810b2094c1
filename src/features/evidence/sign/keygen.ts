import { generateKeyPairSync } from 'node:crypto';
import { fingerprintOf } from '../signature/fingerprint.ts';

/** The kinds of keys that are made. */
export const KEY_ALGORITHMS = ['ed25519', 'p256'] as const;

/** A kind of key. */
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

/** A fresh pair of keys, both PEM. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
  /** The SHA-256 of the public key, in hexadecimal digits. */
  readonly fingerprint: string;
}

/** Makes a pair of keys. The only place where chance is wanted. */
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
