import type { KeyObject } from 'node:crypto';
import { sha256 } from './digest.ts';

/** What a public key is called by, here and in verdicts: the SHA-256 of its DER (SPKI), in hexadecimal digits. */
export function fingerprintOf(publicKey: KeyObject): string {
  return sha256(publicKey.export({ type: 'spki', format: 'der' }));
}
