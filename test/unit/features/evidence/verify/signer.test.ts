import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../../src/diagnostic.ts';
import { InputError } from '../../../../../src/errors.ts';
import { type SignerOptions, toSigner } from '../../../../../src/features/evidence/verify/signer.ts';
import { pemOf, sigstoreInstance } from '../../../../support/sigstore.ts';

const NONE: SignerOptions = {
  key: undefined,
  certificateIdentity: undefined,
  certificateOidcIssuer: undefined,
  trustedRoot: undefined,
};
const WHO = { certificateIdentity: 'a@example.com', certificateOidcIssuer: 'https://issuer.example' };

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string;

function problemOf(options: Partial<SignerOptions>, text = ''): Diagnostic | undefined {
  try {
    toSigner({ ...NONE, ...options }, () => text);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).diagnostics[0];
  }
  return undefined;
}

describe('the expected signer', () => {
  it('is nobody without a flag', () => {
    expect(toSigner(NONE, () => '')).toBeUndefined();
  });

  it.each([
    ['ed25519', generateKeyPairSync('ed25519')],
    ['ec', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['rsa', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ])('is a key: %s', (_, { publicKey }) => {
    const read: string[] = [];
    const signer = toSigner({ ...NONE, key: 'k.pub', trustedRoot: 'root.json' }, (path) => {
      read.push(path);
      return `\n\n${spki(publicKey)}`;
    });
    const der = publicKey.export({ type: 'spki', format: 'der' });
    expect(signer).toMatchObject({
      kind: 'key',
      fingerprint: createHash('sha256').update(der).digest('hex'),
    });
    expect(signer?.kind === 'key' && signer.key.equals(publicKey)).toBe(true);
    expect(read).toEqual(['k.pub']);
  });

  it('is an identity with its issuer', () => {
    for (const trustedRoot of [undefined, 'root.json']) {
      expect(toSigner({ ...NONE, ...WHO, trustedRoot }, () => '')).toEqual({
        kind: 'identity',
        identity: 'a@example.com',
        issuer: 'https://issuer.example',
      });
    }
  });

  const { publicKey } = generateKeyPairSync('ed25519');
  it.each<[string, Partial<SignerOptions>]>([
    ['an identity', { certificateIdentity: WHO.certificateIdentity }],
    ['an issuer', { certificateOidcIssuer: WHO.certificateOidcIssuer }],
    ['both', WHO],
  ])('is not a key and %s, and the key is not read', (_, more) => {
    let isRead = false;
    const readKey = () => {
      isRead = true;
      return spki(publicKey);
    };
    expect(() => toSigner({ ...NONE, key: 'k.pub', ...more }, readKey)).toThrow(
      '--key and --certificate-identity exclude each other',
    );
    expect(isRead).toBe(false);
    expect(problemOf({ key: 'k.pub', ...more })?.help).toBe(
      'pass only one of them: a signature is made either with a key or with a certificate',
    );
  });

  it.each<[string, Partial<SignerOptions>, string, string]>([
    [
      'an identity alone',
      { certificateIdentity: 'a' },
      '--certificate-identity is given alone',
      'pass --certificate-identity and --certificate-oidc-issuer together',
    ],
    [
      'an issuer alone',
      { certificateOidcIssuer: 'a', trustedRoot: 'root.json' },
      '--certificate-oidc-issuer is given alone',
      'pass --certificate-identity and --certificate-oidc-issuer together',
    ],
    [
      'a root alone',
      { trustedRoot: 'root.json' },
      '--trusted-root is given, but no signer',
      'add --certificate-identity and --certificate-oidc-issuer, or --key',
    ],
  ])('is not %s', (_, options, message, help) => {
    expect(problemOf(options)).toEqual({ message, help });
  });
});

const NOT_A_KEY = {
  file: 'k.pub',
  message: 'is not a public key that can be used',
  help: 'pass an Ed25519, EC or RSA key in PEM, `-----BEGIN PUBLIC KEY-----`',
};

describe('--key', () => {
  it('takes no certificate: its key would be trusted without its identity, issuer and time', async () => {
    const { signKeyless } = await sigstoreInstance();
    const { verificationMaterial } = await signKeyless({ artifact: 'a' });
    const certificate = pemOf(Buffer.from(verificationMaterial.certificate.rawBytes, 'base64'));
    expect(certificate).toContain('-----BEGIN CERTIFICATE-----');
    expect(problemOf({ key: 'k.pub' }, certificate)).toEqual(NOT_A_KEY);
  });

  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  it.each<[string, string]>([
    ['a key of another kind', spki(generateKeyPairSync('x25519').publicKey)],
    ['a damaged key', spki(publicKey).replace(/[A-Za-z0-9]{20}/, '')],
    ['a key behind other text', `key:\n${spki(publicKey)}`],
    ['a key in DER', (publicKey.export({ type: 'spki', format: 'der' }) as Buffer).toString('latin1')],
    ['nothing', ''],
  ])('takes no other text: %s', (_, text) => {
    expect(problemOf({ key: 'k.pub' }, text)).toEqual(NOT_A_KEY);
  });

  it.each<[string, KeyObject, 'pkcs8' | 'sec1']>([
    ['PKCS #8', privateKey, 'pkcs8'],
    ['SEC 1', privateKey, 'sec1'],
  ])('takes no private key, and quotes nothing of it: %s', (_, key, type) => {
    const pem = key.export({ type, format: 'pem' }) as string;
    expect(problemOf({ key: 'k.pub' }, pem)).toEqual({
      file: 'k.pub',
      message: 'is a private key, but --key takes the public one',
      help: 'pass the .pub file that `mcptest evidence keygen` wrote next to the private key, and keep the private key to yourself',
    });
  });
});
