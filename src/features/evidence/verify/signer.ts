import { createPublicKey, type KeyObject } from 'node:crypto';
import { InputError } from '../../../errors.ts';
import { fingerprintOf } from '../signature/fingerprint.ts';

/** The flags that say whose signature is wanted, as commander names them. */
export interface SignerOptions {
  readonly key: string | undefined;
  readonly certificateIdentity: string | undefined;
  readonly certificateOidcIssuer: string | undefined;
  readonly trustedRoot: string | undefined;
}

/** Whose signature is wanted: that of one key, or that of one identity as one issuer knows it. */
export type Signer =
  | {
      readonly kind: 'key';
      readonly key: KeyObject;
      /** The SHA-256 of the key as DER (SubjectPublicKeyInfo), in hexadecimal digits. */
      readonly fingerprint: string;
    }
  | { readonly kind: 'identity'; readonly identity: string; readonly issuer: string };

/**
 * What the flags say of whose signature is wanted; undefined when they say nothing. An identity says nothing without the
 * issuer that vouches for it: anybody may call himself so elsewhere.
 * @param readText how the file of a key is read, once the flags are known to be sound
 * @throws InputError when the flags contradict each other, or the key cannot be read
 */
export function toSigner(options: SignerOptions, readText: (path: string) => string): Signer | undefined {
  const { key, certificateIdentity: identity, certificateOidcIssuer: issuer, trustedRoot } = options;
  if (key !== undefined && (identity !== undefined || issuer !== undefined)) {
    throw new InputError({
      message: '--key and --certificate-identity exclude each other',
      help: 'a signature is made with a key or with a certificate',
    });
  }
  if (key !== undefined) return toKeySigner(key, readText(key));
  if (identity !== undefined && issuer !== undefined) return { kind: 'identity', identity, issuer };
  if (identity !== undefined || issuer !== undefined) {
    throw new InputError({
      message: `--certificate-${identity === undefined ? 'oidc-issuer' : 'identity'} is given alone`,
      help: '--certificate-identity and --certificate-oidc-issuer go together',
    });
  }
  if (trustedRoot !== undefined) {
    throw new InputError({
      message: '--trusted-root is given, but nobody whose signature is to be verified',
      help: 'add --certificate-identity and --certificate-oidc-issuer, or --key',
    });
  }
  return undefined;
}

const KINDS = ['ed25519', 'ec', 'rsa'];

// messages never quote the file: somebody may have passed the private key
function toKeySigner(path: string, text: string): Signer {
  if (/PRIVATE KEY-----/.test(text)) {
    throw new InputError({
      file: path,
      message: 'is a private key; --key takes the public one',
      help: 'keep the private key where things are signed; `mcptest evidence keygen` writes the public one beside it',
    });
  }
  const key = /^\s*-----BEGIN PUBLIC KEY-----/.test(text) ? publicKeyOf(text) : undefined;
  if (key === undefined || !KINDS.includes(key.asymmetricKeyType ?? '')) {
    throw new InputError({
      file: path,
      message: 'is no public key that can be used',
      help: 'expected PEM, `-----BEGIN PUBLIC KEY-----`, of an Ed25519, EC or RSA key',
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
