import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceWith } from '../../../../support/evidence-to-verify.ts';
import { runCli } from '../../../../support/run-cli.ts';
import {
  type BundleJson,
  IDENTITY,
  ISSUER,
  signWithKey,
  sigstoreInstance,
  statementOn,
} from '../../../../support/sigstore.ts';

const ARTIFACT = 'hello';
const pair = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const KEY = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string;

const signed = (artifact = ARTIFACT, key = pair.privateKey): BundleJson =>
  signWithKey({ artifact, statement: statementOn(artifact) }, key);
const bare = (artifact = ARTIFACT): BundleJson => signWithKey({ artifact }, pair.privateKey);
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

async function verify(attestations: string) {
  const files = { file: ARTIFACT, 'a.jsonl': attestations, 'k.pub': KEY };
  const { exitCode, stdout, stderr } = await runCli(
    ['evidence', 'verify-bundle', '--bundle', 'a.jsonl', '--key', 'k.pub', 'file'],
    { files },
  );
  const codes = [...stdout.matchAll(/\[([a-z-]+)\]$/gm)].map(([, code]) => code);
  return { exitCode, codes, stdout, stderr };
}

describe('attestations as JSON lines', () => {
  it.each<[string, string]>([
    ['one line', lines(signed())],
    ['the same twice', lines(signed(), signed())],
    ['other files of the release first', lines(signed('a'), bare('b'), signed('c'), signed())],
    ['other files of the release last', lines(signed(), signed('a'))],
    [
      'blank lines and Windows line ends',
      `\r\n${lines(signed('a')).replace('\n', '\r\n')}\r\n${lines(signed())}\n`,
    ],
    ['another signer of the same file', lines(signed(ARTIFACT, stranger.privateKey), signed())],
    ['a bare signature among statements', lines(signed('a'), bare())],
    ['a bare envelope', lines(signed().dsseEnvelope)],
    ['bare envelopes, as .intoto.jsonl', lines(signed('a').dsseEnvelope, signed().dsseEnvelope)],
    [
      'the attestations of npm and GitHub',
      JSON.stringify(
        { attestations: [{ predicateType: 'x', bundle: signed('a') }, { bundle: signed() }] },
        null,
        1,
      ),
    ],
  ])('are enough with one that vouches: %s', async (_, text) => {
    expect(await verify(text)).toMatchObject({ exitCode: 0, codes: [], stderr: '' });
  });

  it.each<[string, string, string[]]>([
    ['only other files', lines(signed('a'), bare('b')), ['subject-mismatch']],
    ['one other file', lines(signed('a')), ['subject-mismatch']],
    [
      'two strangers',
      lines(signed(ARTIFACT, stranger.privateKey), signed('a'), signed(ARTIFACT, stranger.privateKey)),
      ['signature-invalid', 'signature-invalid'],
    ],
    [
      'a bare envelope of a stranger',
      lines(signed(ARTIFACT, stranger.privateKey).dsseEnvelope),
      ['signature-invalid'],
    ],
    [
      'an envelope without a signature',
      lines({ ...signed().dsseEnvelope, signatures: [] }),
      ['signature-malformed'],
    ],
    ['a line that is no attestation', lines(signed(), { hello: 1 }), ['signature-malformed']],
    ['a line of an unknown version', lines(signed(), { ...signed(), mediaType: 'x' }), ['bundle-type']],
    ['a number on a line', lines(signed(), 5), ['signature-malformed']],
    ['no attestations', '{"attestations": []}', ['signature-malformed']],
    ['a list without any', '[]', ['signature-malformed']],
  ])('vouch for nothing: %s', async (_, text, codes) => {
    expect(await verify(text)).toMatchObject({ exitCode: 1, codes, stderr: '' });
  });

  it.each<[string, string, string]>([
    ['a line that is cut off', `${lines(signed())}{"mediaType":`, 'a.jsonl:2:'],
    ['text behind them', `${lines(signed())}\nend of file`, 'a.jsonl:3:'],
    ['a key twice', `${lines(signed())}{"a":1,"a":2}\n`, 'a.jsonl:2:'],
    ['nothing', '\n', 'a.jsonl:'],
  ])('are an error as a whole: %s', async (_, text, place) => {
    const { exitCode, stdout, stderr } = await verify(text);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(place);
  });

  it('may be next to evidence', async () => {
    const text = JSON.stringify(evidenceWith());
    const run = (beside: string, ...flags: string[]) =>
      runCli(['evidence', 'verify', 'e.json', ...flags], {
        files: { 'e.json': text, 'e.json.sigstore.json': beside, 'k.pub': KEY },
      });
    const good = lines(signed('other'), signed(text));
    for (const flags of [[], ['--require-signed'], ['--key', 'k.pub']])
      expect(await run(good, ...flags)).toMatchObject({ exitCode: 0 });
    const others = lines(signed('other'), signed('another'));
    for (const flags of [[], ['--require-signed'], ['--key', 'k.pub']]) {
      const { exitCode, stdout } = await run(others, ...flags);
      expect(exitCode).toBe(1);
      expect(stdout).toContain('none of the 2 attestations is about this file  [subject-mismatch]');
    }
  });
});

describe('several trusted roots as JSON lines', () => {
  let ours: Awaited<ReturnType<typeof sigstoreInstance>>;
  let other: typeof ours;
  beforeAll(async () => {
    ours = await sigstoreInstance();
    other = await sigstoreInstance();
  });

  async function withRoots(bundle: BundleJson, roots: string) {
    const who = ['--certificate-identity', IDENTITY, '--certificate-oidc-issuer', ISSUER];
    const { exitCode, stdout, stderr } = await runCli(
      ['evidence', 'verify-bundle', '--bundle', 'b.json', ...who, '--trusted-root', 'roots.jsonl', 'file'],
      { files: { file: ARTIFACT, 'b.json': JSON.stringify(bundle), 'roots.jsonl': roots } },
    );
    const codes = [...stdout.matchAll(/\[([a-z-]+)\]$/gm)].map(([, code]) => code);
    return { exitCode, codes, stderr };
  }

  it('are each tried', async () => {
    const bundle = await ours.signKeyless({ artifact: ARTIFACT });
    const roots = [ours.trustedRoot, other.trustedRoot];
    for (const text of [lines(...roots), lines(...roots.reverse()), lines(ours.trustedRoot)])
      expect(await withRoots(bundle, text)).toMatchObject({ exitCode: 0, codes: [], stderr: '' });
  });

  it('give the reasons of the root that knows the signer', async () => {
    const bundle = await ours.signKeyless({ artifact: ARTIFACT, identity: 'someone@example.com' });
    const roots = lines(other.trustedRoot, ours.trustedRoot);
    expect(await withRoots(bundle, roots)).toMatchObject({ exitCode: 1, codes: ['identity-mismatch'] });
  });

  it('are never mixed', async () => {
    const bundle = await ours.signKeyless({ artifact: ARTIFACT });
    const { tlogs, ...rest } = ours.trustedRoot;
    const roots = lines({ ...rest, tlogs: other.trustedRoot.tlogs }, { ...other.trustedRoot, tlogs });
    expect(await withRoots(bundle, roots)).toMatchObject({ exitCode: 1 });
  });

  it.each<[string, (root: object) => string, string]>([
    ['a line that is no root', (root) => lines(root, { mediaType: 'x' }), 'roots.jsonl:2:1: error: is not'],
    ['a line that is cut off', (root) => `${lines(root)}{"a":`, 'roots.jsonl:2:'],
    [
      'a log without a start',
      (root) => lines(root, { ...root, tlogs: [{ publicKey: {} }] }),
      'roots.jsonl:2:',
    ],
  ])('are an error as a whole: %s', async (_, text, message) => {
    const bundle = await ours.signKeyless({ artifact: ARTIFACT });
    const { exitCode, stderr } = await withRoots(bundle, text(ours.trustedRoot));
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
