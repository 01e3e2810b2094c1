import { createPublicKey, type KeyObject } from 'node:crypto';
import { InputError } from '../../../errors.ts';
import { fingerprintOf } from '../signature/fingerprint.ts';

/** The flags that name the expected signer, by commander's names. */
export interface SignerOptions {
  readonly key: string | undefined;
  readonly certificateIdentity: string | undefined;
  readonly certificateOidcIssuer: string | undefined;
  readonly trustedRoot: string | undefined;
}

/** The expected signer: one key, or one identity that one issuer vouches for. */
export type Signer =
  | {
      readonly kind: 'key';
      readonly key: KeyObject;
      /** The SHA-256 of the key as DER (SubjectPublicKeyInfo), in hexadecimal digits. */
      readonly fingerprint: string;
    }
  | { readonly kind: 'identity'; readonly identity: string; readonly issuer: string };

/**
 * Returns the signer that the flags name; undefined when they name none. An identity means nothing without the issuer that
 * vouches for it: with another issuer, anyone may use the same name.
 * @param readText reads the file of a key, once the flags are known to be valid
 * @throws InputError when the flags contradict each other, or the key cannot be read
 */
export function toSigner(options: SignerOptions, readText: (path: string) => string): Signer | undefined {
  const { key, certificateIdentity: identity, certificateOidcIssuer: issuer, trustedRoot } = options;
  if (key !== undefined && (identity !== undefined || issuer !== undefined)) {
    throw new InputError({
      message: '--key and --certificate-identity exclude each other',
      help: 'pass only one of them: a signature is made either with a key or with a certificate',
    });
  }
  if (key !== undefined) return toKeySigner(key, readText(key));
  if (identity !== undefined && issuer !== undefined) return { kind: 'identity', identity, issuer };
  if (identity !== undefined || issuer !== undefined) {
    throw new InputError({
      message: `--certificate-${identity === undefined ? 'oidc-issuer' : 'identity'} is given alone`,
      help: 'pass --certificate-identity and --certificate-oidc-issuer together',
    });
  }
  if (trustedRoot !== undefined) {
    throw new InputError({
      message: '--trusted-root is given, but no signer',
      help: 'add --certificate-identity and --certificate-oidc-issuer, or --key',
    });
  }
  return undefined;
}

const KINDS: readonly unknown[] = ['ed25519', 'ec', 'rsa'];

// messages never quote the file: the user may have passed the private key
function toKeySigner(path: string, text: string): Signer {
  if (/PRIVATE KEY-----/.test(text)) {
    throw new InputError({
      file: path,
      message: 'is a private key, but --key takes the public one',
      help: 'pass the .pub file that `mcptest evidence keygen` wrote next to the private key, and keep the private key to yourself',
    });
  }
  const key = /^\s*-----BEGIN PUBLIC KEY-----/.test(text) ? publicKeyOf(text) : undefined;
  if (key === undefined || !KINDS.includes(key.asymmetricKeyType)) {
    throw new InputError({
      file: path,
      message: 'is not a public key that can be used',
      help: 'pass an Ed25519, EC or RSA key in PEM, `-----BEGIN PUBLIC KEY-----`',
    });
  }
  return { kind: 'key', key, fingerprint: fingerprintOf(key) };
}

function publicKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}
