import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { InputError } from '../../../errors.ts';
import { fingerprintOf } from '../signature/fingerprint.ts';

/** A private key that can sign, and how its public key is referred to. */
export interface SigningKey {
  readonly key: KeyObject;
  /** The SHA-256 of the public key, in hexadecimal digits. */
  readonly fingerprint: string;
  /** The same in base64, as cosign writes it into bundles. */
  readonly hint: string;
}

/**
 * Reads a private key, PEM, Ed25519 or ECDSA on P-256. No error shows anything of what the file holds, and none
 * passes on what the parser said of it.
 * @throws InputError
 */
export function parseSigningKey(pem: string, file: string): SigningKey {
  const refused = (message: string, help: string) => new InputError({ file, message, help });
  if (/-----BEGIN (?:ENCRYPTED |EC )?PRIVATE KEY-----/.test(pem) && /ENCRYPTED/.test(pem)) {
    throw refused('is encrypted, and a passphrase is never asked for', DECRYPT);
  }
  if (/-----BEGIN ENCRYPTED (?:COSIGN|SIGSTORE) PRIVATE KEY-----/.test(pem)) {
    throw refused('is a key of cosign, which only cosign can decrypt', MAKE);
  }
  const key = readPrivateKey(pem);
  if (!key) throw refused('is no private key in PEM', /BEGIN PUBLIC KEY/.test(pem) ? PUBLIC : MAKE);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type !== 'ed25519' && !(type === 'ec' && details?.namedCurve === 'prime256v1')) {
    throw refused('is a key of another kind than Ed25519 and ECDSA on P-256', MAKE);
  }
  const fingerprint = fingerprintOf(createPublicKey(key));
  return { key, fingerprint, hint: Buffer.from(fingerprint, 'hex').toString('base64') };
}

const DECRYPT = 'decrypt it for the time of the command, with `openssl pkey`, and pass it as `--sign-key -`';
const PUBLIC = 'it is a public key; the private one belongs here';
const MAKE = 'make a pair with `mcptest evidence keygen`';

function readPrivateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
