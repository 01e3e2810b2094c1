import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { attempt } from '../../../../../src/errors.ts';
import { parseSigningKey } from '../../../../../src/features/evidence/sign/key.ts';
import { KEY_ALGORITHMS, makeKeyPair } from '../../../../../src/features/evidence/sign/keygen.ts';
import { toSignedBundle } from '../../../../../src/features/evidence/sign/sign.ts';
import { preAuthEncoding } from '../../../../../src/features/evidence/signature/pre-auth-encoding.ts';

describe('a signed bundle', () => {
  it.each(KEY_ALGORITHMS)('can be verified with the public key, %s', (algorithm) => {
    const { privateKey, publicKey } = makeKeyPair(algorithm);
    const payload = '{"é": 1}\n';
    const key = parseSigningKey(privateKey, 'k.key');
    const bundle = toSignedBundle(payload, key);
    expect(bundle).toMatchObject({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: { publicKey: { hint: key.hint } },
      dsseEnvelope: {
        payload: Buffer.from(payload).toString('base64'),
        payloadType: 'application/vnd.in-toto+json',
      },
    });
    const { signatures } = bundle.dsseEnvelope as { signatures: { sig: string }[] };
    expect(signatures).toHaveLength(1);
    const message = preAuthEncoding('application/vnd.in-toto+json', Buffer.from(payload));
    const digest = algorithm === 'ed25519' ? null : 'sha256';
    const signature = Buffer.from(signatures[0]?.sig ?? '', 'base64');
    expect(verify(digest, message, publicKey, signature)).toBe(true);
    expect(verify(digest, Buffer.concat([message, Buffer.from(' ')]), publicKey, signature)).toBe(false);
  });

  it('refers to the key by the digest of its DER form, in base64', () => {
    const { privateKey, publicKey } = makeKeyPair('ed25519');
    const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
    const { hint } = parseSigningKey(privateKey, 'k.key');
    expect(hint).toBe(createHash('sha256').update(der).digest('base64'));
  });

  it('is the same each time with Ed25519', () => {
    const key = parseSigningKey(makeKeyPair('ed25519').privateKey, 'k.key');
    expect(toSignedBundle('{}', key)).toEqual(toSignedBundle('{}', key));
  });
});

describe('a key', () => {
  const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey;
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
  const locked = { cipher: 'aes-256-cbc', passphrase: 'secret' } as const;

  it('may have the older form of elliptic curves', () => {
    const pem = ec('prime256v1').export({ type: 'sec1', format: 'pem' }) as string;
    expect(parseSigningKey(pem, 'k.key').hint).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });

  it.each<[string, string, string]>([
    ['encrypted', ec('prime256v1').export({ ...pkcs8, ...locked }) as string, 'is encrypted'],
    [
      'encrypted in the older form',
      ec('prime256v1').export({ type: 'sec1', format: 'pem', ...locked }) as string,
      'is encrypted',
    ],
    [
      'one of cosign',
      '-----BEGIN ENCRYPTED SIGSTORE PRIVATE KEY-----\nc2VjcmV0\n-----END ENCRYPTED SIGSTORE PRIVATE KEY-----\n',
      'is a cosign key',
    ],
    [
      'of another curve',
      ec('secp384r1').export(pkcs8) as string,
      'is neither an Ed25519 key nor an ECDSA key on P-256',
    ],
    [
      'of another kind',
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pkcs8) as string,
      'is neither an Ed25519 key nor an ECDSA key on P-256',
    ],
    ['a public one', makeKeyPair('p256').publicKey, 'is not a private key in PEM'],
    [
      'damaged',
      '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n',
      'is not a private key in PEM',
    ],
    ['no key', 'password: secret', 'is not a private key in PEM'],
    ['empty', '', 'is not a private key in PEM'],
  ])('that is %s is refused, and nothing of it is shown', async (_, pem, message) => {
    const result = await attempt(() => parseSigningKey(pem, 'k.key'));
    expect(result).toMatchObject({
      problems: [{ file: 'k.key', message: expect.stringContaining(message) }],
    });
    const body = pem.split('\n').filter((line) => /^[A-Za-z0-9+/=]{8,}$/.test(line));
    for (const secret of ['secret', ...body]) expect(JSON.stringify(result)).not.toContain(secret);
  });
});
