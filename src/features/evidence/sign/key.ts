import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { InputError } from '../../../errors.ts';
import { fingerprintOf } from '../signature/fingerprint.ts';

/** A private key for signing, and the names of its public key. */
export interface SigningKey {
  readonly key: KeyObject;
  /** The SHA-256 of the public key, in hexadecimal digits. */
  readonly fingerprint: string;
  /** The same in base64, as cosign writes it into bundles. */
  readonly hint: string;
}

/**
 * Reads a private key in PEM, Ed25519 or ECDSA on P-256. No error quotes the content of the file, or the message of the
 * parser.
 * @throws InputError
 */
export function parseSigningKey(pem: string, file: string): SigningKey {
  const refused = (message: string, help: string) => new InputError({ file, message, help });
  if (/-----BEGIN (?:ENCRYPTED |EC )?PRIVATE KEY-----/.test(pem) && /ENCRYPTED/.test(pem)) {
    throw refused('is encrypted, but mcptest never asks for a passphrase', DECRYPT);
  }
  if (/-----BEGIN ENCRYPTED (?:COSIGN|SIGSTORE) PRIVATE KEY-----/.test(pem)) {
    throw refused('is a cosign key, which only cosign can decrypt', MAKE);
  }
  const key = readPrivateKey(pem);
  if (!key) throw refused('is not a private key in PEM', /BEGIN PUBLIC KEY/.test(pem) ? PUBLIC : MAKE);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type !== 'ed25519' && !(type === 'ec' && details?.namedCurve === 'prime256v1')) {
    throw refused('is neither an Ed25519 key nor an ECDSA key on P-256', MAKE);
  }
  const fingerprint = fingerprintOf(createPublicKey(key));
  return { key, fingerprint, hint: Buffer.from(fingerprint, 'hex').toString('base64') };
}

const DECRYPT = 'decrypt it with `openssl pkey`, and pipe it to `--sign-key -`';
const PUBLIC = 'pass the private key: this is the public one';
const MAKE = 'make a key pair with `mcptest evidence keygen`';

function readPrivateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
