import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../../../support/run-cli.ts';
import {
  type BundleJson,
  type SignSpec,
  signWithKey,
  sigstoreInstance,
  statementOn,
} from '../../../../support/sigstore.ts';

const ARTIFACT = 'hello';
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string;

const PAIRS = {
  ed25519: generateKeyPairSync('ed25519'),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const pair = PAIRS['P-256'];

async function verify(bundle: BundleJson, key = pemOf(pair.publicKey), files: Record<string, string> = {}) {
  const root = 'root.json' in files ? ['--trusted-root', 'root.json'] : [];
  const args = ['--bundle', 'b.json', '--key', 'k.pub', ...root, 'file'];
  const { exitCode, stdout, stderr } = await runCli(['evidence', 'verify-bundle', ...args], {
    files: { file: ARTIFACT, 'b.json': JSON.stringify(bundle), 'k.pub': key, ...files },
  });
  const codes = [...stdout.matchAll(/\[([a-z-]+)\]$/gm)].map(([, code]) => code);
  return { exitCode, codes, stderr };
}

const signed = (spec: Partial<SignSpec> = {}, key = pair.privateKey) =>
  signWithKey({ artifact: ARTIFACT, ...spec }, key);

describe('a bundle of a bare key', () => {
  it.each(Object.entries(PAIRS))(
    'of %s is verified with a statement',
    async (_, { privateKey, publicKey }) => {
      const bundle = signed({ statement: statementOn(ARTIFACT) }, privateKey);
      expect(await verify(bundle, pemOf(publicKey))).toEqual({ exitCode: 0, codes: [], stderr: '' });
    },
  );

  it.each([
    ['ed25519', PAIRS.ed25519],
    ['P-256', PAIRS['P-256']],
    ['rsa', PAIRS.rsa],
  ])('of %s is verified with the file itself', async (_, { privateKey, publicKey }) => {
    expect(await verify(signed({}, privateKey), pemOf(publicKey))).toMatchObject({ exitCode: 0 });
  });

  it('is rejected when another key is wanted', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (const spec of [{}, { statement: statementOn(ARTIFACT) }]) {
      expect(await verify(signed(spec, other.privateKey))).toMatchObject({ codes: ['signature-invalid'] });
    }
  });

  it('of Ed25519 is rejected when the key or the file is another', async () => {
    const other = generateKeyPairSync('ed25519');
    const bundle = signed({}, PAIRS.ed25519.privateKey);
    expect(await verify(bundle, pemOf(other.publicKey))).toMatchObject({ codes: ['signature-invalid'] });
    const { messageSignature } = signed({ artifact: 'other' }, PAIRS.ed25519.privateKey);
    bundle.messageSignature.signature = messageSignature.signature;
    expect(await verify(bundle, pemOf(PAIRS.ed25519.publicKey))).toMatchObject({
      codes: ['signature-invalid'],
    });
  });

  it('is rejected when it contains an envelope next to the signature', async () => {
    const bundle = { ...signed(), dsseEnvelope: signed({ statement: statementOn(ARTIFACT) }).dsseEnvelope };
    expect(await verify(bundle)).toMatchObject({ exitCode: 1, codes: ['signature-malformed'] });
  });

  // GHSA-fx35-mq7g-6g98: the key that verifies must not be one that the bundle brings along
  it('is not verified with a key or certificate of its own', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const bundle = signed({}, other.privateKey);
    bundle.verificationMaterial.publicKey.rawBytes = other.publicKey
      .export({ type: 'spki', format: 'der' })
      .toString('base64');
    expect(await verify(bundle)).toMatchObject({ codes: ['signature-invalid'] });
    const sigstore = await sigstoreInstance();
    const keyless = await sigstore.signKeyless({ artifact: ARTIFACT });
    expect(await verify(keyless)).toMatchObject({ exitCode: 1, codes: ['key-mismatch'] });
  });

  it('is rejected when its digest is that of another file', async () => {
    const bundle = signed();
    bundle.messageSignature.messageDigest.digest = Buffer.alloc(32).toString('base64');
    expect(await verify(bundle)).toMatchObject({ codes: ['artifact-mismatch'] });
  });

  it.each(['SHA2_384', 'SHA3_256', 'HASH_ALGORITHM_UNSPECIFIED'])(
    'is rejected with %s, which does not fit',
    async (algorithm) => {
      const bundle = signed();
      bundle.messageSignature.messageDigest.algorithm = algorithm;
      expect((await verify(bundle)).exitCode).toBe(1);
    },
  );
});

describe('a log entry beside a bare key', () => {
  let sigstore: Awaited<ReturnType<typeof sigstoreInstance>>;
  let root: Record<string, string>;
  beforeAll(async () => {
    sigstore = await sigstoreInstance();
    root = { 'root.json': JSON.stringify(sigstore.trustedRoot) };
  });

  async function withEntryOf(spec: Partial<SignSpec>) {
    const bundle = signed();
    const { signature } = bundle.messageSignature;
    const { verificationMaterial } = await sigstore.signKeyless({
      artifact: ARTIFACT,
      entry: { signature, verifier: pemOf(pair.publicKey) },
      ...spec,
    });
    bundle.verificationMaterial.tlogEntries = verificationMaterial.tlogEntries;
    return bundle;
  }

  it('is verified too', async () => {
    expect(await verify(await withEntryOf({}), undefined, root)).toMatchObject({ exitCode: 0 });
  });

  // CVE-2026-22703: it must be an entry of this signature by this key
  it('rejects the bundle when it is of another signature, or unknown', async () => {
    const other = await withEntryOf({ entry: { verifier: pemOf(pair.publicKey) } });
    expect(await verify(other, undefined, root)).toMatchObject({ codes: ['log-unverified'] });
    expect(await verify(await withEntryOf({}))).toMatchObject({ codes: ['log-unverified'] });
  });
});

describe('a trusted root', () => {
  it.each<[string, (root: BundleJson) => void, string]>([
    ['a log without a start', (root) => delete root.tlogs[0].publicKey.validFor.start, 'has no start'],
    ['a CT log without times', (root) => delete root.ctlogs[0].publicKey.validFor, 'has no start'],
    [
      'a log that begins with the clock',
      (root) => (root.tlogs[0].publicKey.validFor.start = '1970-01-01T00:00:00Z'),
      'has no start',
    ],
    ['another media type', (root) => (root.mediaType = 'text/plain'), 'is not a Sigstore trusted root'],
    ['no logs that can be read', (root) => (root.tlogs = 5), 'is not a Sigstore trusted root'],
  ])('with %s is refused', async (_, damage, message) => {
    const { trustedRoot } = await sigstoreInstance();
    const root: BundleJson = structuredClone(trustedRoot);
    damage(root);
    const { exitCode, stderr } = await verify(signed(), undefined, { 'root.json': JSON.stringify(root) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
