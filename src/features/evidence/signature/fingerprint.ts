import type { KeyObject } from 'node:crypto';
import { sha256 } from './digest.ts';

/** Returns the name of a public key in messages and verdicts: the SHA-256 of its DER (SPKI), in hexadecimal digits. */
export function fingerprintOf(publicKey: KeyObject): string {
  return sha256(publicKey.export({ type: 'spki', format: 'der' }));
}
