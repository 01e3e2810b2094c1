import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../../../support/run-cli.ts';
import {
  type BundleJson,
  IDENTITY,
  ISSUER,
  pemOf,
  type SignSpec,
  sha256,
  sigstoreInstance,
  statementOn,
} from '../../../../support/sigstore.ts';

let sigstore: Awaited<ReturnType<typeof sigstoreInstance>>;
beforeAll(async () => {
  sigstore = await sigstoreInstance();
});

const ARTIFACT = 'hello';

const WHO = ['--certificate-identity', IDENTITY, '--certificate-oidc-issuer', ISSUER];

function verifyBundle(bundle: BundleJson, root: object = sigstore.trustedRoot) {
  const files = {
    file: ARTIFACT,
    'b.json': JSON.stringify(bundle),
    'root.json': JSON.stringify(root),
  };
  // in the order of the conformance protocol
  const args = ['--bundle', 'b.json', ...WHO, '--trusted-root', 'root.json', 'file'];
  return runCli(['evidence', 'verify-bundle', ...args], { files });
}

/** The codes of the reasons for which a bundle is rejected. */
async function codesOf(bundle: BundleJson, root?: object): Promise<string[]> {
  const { exitCode, stdout, stderr } = await verifyBundle(bundle, root);
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
  expect(stdout).toMatch(/^REJECTED/);
  return [...stdout.matchAll(/\[([a-z-]+)\]$/gm)].map(([, code = '']) => code);
}

const SHA512 = createHash('sha512').update(ARTIFACT).digest('hex');

const secondsFromNow = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

const keyless = async (spec: Partial<SignSpec> = {}) => sigstore.signKeyless({ artifact: ARTIFACT, ...spec });

const statement = (changes: Record<string, unknown> = {}) => ({ statement: statementOn(ARTIFACT, changes) });

describe('a keyless bundle', () => {
  it.each<[string, Partial<SignSpec>]>([
    ['of a file, in a log with times', {}],
    ['of a statement, in a log with times', statement()],
    ['of a file, in a log without times', { log: 'v2' }],
    ['of a statement, in a log without times', { log: 'v2', ...statement() }],
    ['of a statement that the log holds by its hash', { isHashed: true, ...statement() }],
    ['of a statement that the log holds by its hash, v2', { isHashed: true, log: 'v2', ...statement() }],
    ['with two times', { timestamp: true }],
    ['of a statement with another hash', statement({ subject: [{ digest: { sha512: SHA512 } }] })],
    ['of an identity that a pattern would choke on', { identity: IDENTITY }],
  ])('%s is verified', async (_, spec) => {
    const { exitCode, stdout, stderr } = await verifyBundle(await keyless(spec));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('VERIFIED');
    expect(stdout).toContain(IDENTITY);
  });

  it.each<[string, string, Partial<SignSpec>]>([
    ['of another file', 'artifact-mismatch', { artifact: 'other' }],
    ['of another file in a statement', 'subject-mismatch', { statement: statementOn('other') }],
    ['whose identity contains the one that is wanted', 'identity-mismatch', { identity: `${IDENTITY}.evil` }],
    [
      'whose identity ends with the one that is wanted',
      'identity-mismatch',
      { identity: `https://x/?${IDENTITY}` },
    ],
    [
      'whose identity fits the wanted one as a pattern',
      'identity-mismatch',
      { identity: IDENTITY.replace('github.com', 'githubXcom') },
    ],
    ['of another issuer', 'issuer-mismatch', { issuer: `${ISSUER}.evil` }],
    ['that no log knows', 'time-unverified', { log: 'none' }],
    ['that no log knows, though its time is certified', 'log-unverified', { log: 'none', timestamp: true }],
    ['without any time', 'time-unverified', { log: 'v2', timestamp: false }],
    ['whose certificate is in no CT log', 'certificate-untrusted', { isInCtLog: false }],
    ['whose log entry is of another file', 'log-unverified', { entry: { digest: sha256('other') } }],
    ['whose log entry is of another signature', 'log-unverified', { entry: { signature: 'AAAA' } }],
    [
      'whose log entry is of another file, v2',
      'log-unverified',
      { log: 'v2', entry: { digest: sha256('other') } },
    ],
    [
      'of a statement of another type',
      'statement-type',
      statement({ _type: 'https://in-toto.io/Statement/v9' }),
    ],
    [
      'of a statement whose hash in the log is of another',
      'log-unverified',
      { isHashed: true, ...statement(), entry: { digest: sha256('other') } },
    ],
    ['of a statement without a type', 'statement-type', statement({ _type: undefined })],
    ['of a statement without a predicate type', 'statement-type', statement({ predicateType: undefined })],
    ['of a payload of another type', 'statement-type', { ...statement(), payloadType: 'application/json' }],
    ['of a statement without subjects', 'subject-mismatch', statement({ subject: [] })],
    [
      'whose second subject is the file, and the first another',
      'subject-mismatch',
      statement({
        subject: [{ digest: { sha256: sha256('other') } }, { digest: { sha256: sha256(ARTIFACT) } }],
      }),
    ],
    [
      'whose second subject is another file',
      'subject-mismatch',
      statement({
        subject: [{ digest: { sha256: sha256(ARTIFACT) } }, { digest: { sha256: sha256('other') } }],
      }),
    ],
    [
      'of a subject whose digest cannot be checked',
      'subject-mismatch',
      statement({ subject: [{ digest: { md5: 'a' } }] }),
    ],
    [
      'of a subject of which one hash fits and another does not',
      'subject-mismatch',
      statement({ subject: [{ digest: { sha256: sha256(ARTIFACT), sha512: sha256(ARTIFACT) } }] }),
    ],
    [
      'of the commit alone',
      'subject-mismatch',
      statement({ subject: [{ digest: { gitCommit: 'a'.repeat(40) } }] }),
    ],
    ['of a subject that is none', 'subject-mismatch', statement({ subject: ['file'] })],
  ])('%s is rejected', async (_, code, spec) => {
    expect(await codesOf(await keyless(spec))).toContain(code);
  });

  it('is rejected when its log entry is for the same content by another signer', async () => {
    const other = await keyless();
    const verifier = pemOf(Buffer.from(other.verificationMaterial.certificate.rawBytes, 'base64'));
    for (const log of ['v1', 'v2'] as const) {
      for (const spec of [{}, statement()]) {
        expect(await codesOf(await keyless({ log, ...spec, entry: { verifier } }))).toEqual([
          'log-unverified',
        ]);
      }
    }
  });

  it.each<[string, string, (bundle: BundleJson) => void]>([
    ['the signature', 'log-unverified', (b) => (b.messageSignature.signature = 'MEUCIQ==')],
    [
      'the proof',
      'log-unverified',
      ({ verificationMaterial: v }) => (v.tlogEntries[0].inclusionProof.hashes = ['AAAA']),
    ],
    [
      'the promise',
      'log-unverified',
      ({ verificationMaterial: v }) => (v.tlogEntries[0].inclusionPromise.signedEntryTimestamp = 'AAAA'),
    ],
    [
      'the time',
      'log-unverified',
      ({ verificationMaterial: v }) => (v.tlogEntries[0].integratedTime = secondsFromNow(60)),
    ],
    [
      'the time, to one after the certificate',
      'certificate-untrusted',
      ({ verificationMaterial: v }) => (v.tlogEntries[0].integratedTime = secondsFromNow(3600)),
    ],
    [
      'the certificate',
      'signature-malformed',
      ({ verificationMaterial: v }) => (v.certificate.rawBytes = 'AAAA'),
    ],
    [
      'the entry',
      'log-unverified',
      ({ verificationMaterial: v }) => (v.tlogEntries[0].canonicalizedBody = 'AAAA'),
    ],
    [
      'a root that its log has not signed',
      'log-unverified',
      ({ verificationMaterial: v }) => (v.tlogEntries[0].inclusionProof.rootHash = 'AAAA'),
    ],
    [
      'a size that its log has not signed',
      'log-unverified',
      ({ verificationMaterial: v }) => (v.tlogEntries[0].inclusionProof.treeSize = '2'),
    ],
    ['the media type', 'bundle-type', (b) => (b.mediaType = 'application/vnd.dev.sigstore.bundle.v0.9+json')],
    ['the lack of a media type', 'signature-malformed', (b) => delete b.mediaType],
    ['the lack of any content', 'signature-malformed', (b) => delete b.messageSignature],
    [
      'a pattern for a name',
      'signature-malformed',
      ({
        verificationMaterial: {
          tlogEntries: [{ inclusionProof }],
        },
      }) => {
        const { envelope } = inclusionProof.checkpoint;
        inclusionProof.checkpoint.envelope = envelope.replace('\u2014 rekor.sigstore.dev', '\u2014 (r+)+x');
      },
    ],
  ])('is rejected for %s', async (_, code, damage) => {
    const bundle = await keyless();
    damage(bundle);
    expect(await codesOf(bundle)).toContain(code);
  });

  const signedAt = async (bundle: BundleJson) => {
    const { stdout, exitCode } = await verifyBundle(bundle);
    expect(exitCode).toBe(0);
    return Date.parse(/signed at +(\S+)/.exec(stdout)?.[1] ?? '') / 1000;
  };

  it('is as old as the earliest of its times', async () => {
    const later = await keyless({ timestamp: true, stampedIn: 60 });
    const logged = Number(later.verificationMaterial.tlogEntries[0].integratedTime);
    expect(await signedAt(later)).toBe(logged);
  });

  it('has no time from a log that has not signed it', async () => {
    const stamped = await keyless({ log: 'v2', stampedIn: 60 });
    const now = Math.floor(Date.now() / 1000);
    stamped.verificationMaterial.tlogEntries[0].integratedTime = String(now);
    expect(await signedAt(stamped)).toBeGreaterThanOrEqual(now + 50);
    const bare = await keyless({ log: 'v2', timestamp: false });
    bare.verificationMaterial.tlogEntries[0].integratedTime = String(now);
    expect(await codesOf(bare)).toEqual(['time-unverified']);
  });

  it('is rejected when the key of its log was not in force at the time of the timestamp', async () => {
    const before = Date.now();
    const bundle = await keyless({ log: 'v2', stampedIn: 60 });
    const root: BundleJson = JSON.parse(JSON.stringify(sigstore.trustedRoot));
    root.tlogs[0].publicKey.validFor.end = new Date(before + 30_000).toISOString();
    expect(await codesOf(bundle, root)).toEqual(['log-unverified']);
    root.tlogs[0].publicKey.validFor.end = new Date(Date.now() + 90_000).toISOString();
    expect(await verifyBundle(bundle, root)).toMatchObject({ exitCode: 0 });
  });

  // an envelope stands in a log as one thing or as the other; what is compared with the entry depends on it
  it('is rejected when its log entries are of different kinds', async () => {
    for (const isHashed of [false, true]) {
      const bundle = await keyless({ log: 'v2', isHashed, ...statement() });
      const { payload, signatures } = bundle.dsseEnvelope;
      const certificate = Buffer.from(bundle.verificationMaterial.certificate.rawBytes, 'base64');
      const entry = {
        signature: signatures[0].sig,
        digest: sha256(Buffer.from(payload, 'base64')),
        verifier: pemOf(certificate),
      };
      const other = await keyless({ log: 'v2', entry, ...(isHashed ? statement() : {}) });
      bundle.verificationMaterial.tlogEntries.push(...other.verificationMaterial.tlogEntries);
      expect(await codesOf(bundle)).toEqual(['log-unverified']);
    }
  });

  const V01 = 'application/vnd.dev.sigstore.bundle+json;version=0.1';

  /** With the certificate in a chain, as bundles had it before 0.3. */
  async function promisedOnly(mediaType: string): Promise<BundleJson> {
    const bundle = await keyless();
    const { certificate, ...material } = bundle.verificationMaterial;
    delete material.tlogEntries[0].inclusionProof;
    const x509CertificateChain = { certificates: [certificate] };
    return { ...bundle, mediaType, verificationMaterial: { ...material, x509CertificateChain } };
  }

  it('of version 0.1 may hold the promise of the log in place of its proof', async () => {
    const bundle = await promisedOnly(V01);
    expect(await verifyBundle(bundle)).toMatchObject({ exitCode: 0 });
    delete bundle.verificationMaterial.tlogEntries[0].inclusionPromise;
    expect(await codesOf(bundle)).toEqual(['signature-malformed']);
  });

  it('of a later version must hold the proof', async () => {
    expect(await codesOf(await promisedOnly(V01.replace('0.1', '0.2')))).toEqual(['signature-malformed']);
    const bundle = await keyless();
    delete bundle.verificationMaterial.tlogEntries[0].inclusionProof;
    expect(await codesOf(bundle)).toEqual(['signature-malformed']);
  });

  it('is rejected for the signature of a statement', async () => {
    const bundle = await keyless(statement());
    const other = await keyless(statement());
    bundle.dsseEnvelope.signatures = other.dsseEnvelope.signatures;
    expect(await codesOf(bundle)).toEqual(['log-unverified']);
  });

  it('is rejected by the trusted root that is shipped', async () => {
    const files = { file: ARTIFACT, 'b.json': JSON.stringify(await keyless()) };
    const args = ['evidence', 'verify-bundle', '--bundle', 'b.json', ...WHO, '--artifact', 'file'];
    const { exitCode, stdout } = await runCli(args, { files });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/\[certificate-untrusted\]/);
    expect(stdout).toMatch(/trusted root {2}shipped, dated 20\d\d-\d\d-\d\d, sha256 [0-9a-f]{64}/);
  });

  it('does not take its key from a key that it names', async () => {
    const bundle = await keyless();
    bundle.verificationMaterial = { ...bundle.verificationMaterial, publicKey: { hint: 'x' } };
    delete bundle.verificationMaterial.certificate;
    expect(await codesOf(bundle)).toEqual(['certificate-missing']);
  });
});
