import { describe, expect, it } from 'vitest';
import { signWithCosign } from '../../../../src/commands/evidence/cosign.ts';
import { attempt } from '../../../../src/errors.ts';
import type { Ports, ProcessesPort, ProcessOptions, ProcessResult } from '../../../../src/ports.ts';
import { memoryFiles } from '../../../support/memory-files.ts';
import { pemOf, sigstoreInstance } from '../../../support/sigstore.ts';

const TEXT = '{"schema_version": "mcptest.dev/evidence/v1"}\n';
const sigstore = await sigstoreInstance();
const SIGNED = await sigstore.signKeyless({ artifact: TEXT });
const DER: string = SIGNED.verificationMaterial.certificate.rawBytes;
const PEM = pemOf(Buffer.from(DER, 'base64'));
const SIGNATURE: string = SIGNED.messageSignature.signature;

const OTHER = await sigstore.signKeyless({ artifact: 'other' });
const OTHER_PEM = pemOf(Buffer.from(OTHER.verificationMaterial.certificate.rawBytes, 'base64'));

const bundle = (changes: object = {}) => JSON.stringify({ ...SIGNED, ...changes });

/** Runs a cosign that writes these files, by the flag that names each, and ends so. */
async function sign(
  writes: Record<string, string>,
  end: Partial<ProcessResult> = {},
  { out = 'evidence.json', isTerminal = false } = {},
) {
  const files = memoryFiles({ '-ci/': '' });
  const calls: { argv: readonly string[]; seen: string | undefined; options: ProcessOptions }[] = [];
  const processes: ProcessesPort = {
    async run(argv, options) {
      calls.push({ argv, options, seen: files.texts[argv.at(-1)?.replace(/^\.\//, '') ?? ''] });
      for (const [flag, text] of Object.entries(writes)) {
        const path = argv[argv.indexOf(flag) + 1] ?? '';
        files.texts[path.replace(/^\.\//, '')] = text;
      }
      return { kind: 'exited', code: 0, stdout: '', stderr: '', ...end } as ProcessResult;
    },
  };
  const env = { PATH: '/bin' };
  const ports = { files, processes, env, stderr: { isTerminal, write: () => {} } } as unknown as Ports;
  const result = await attempt(() => signWithCosign(TEXT, out, 300_000, ports));
  return { result, calls, left: Object.keys(files.texts).filter((path) => path !== '-ci/') };
}

const V2 = { '--output-signature': SIGNATURE, '--output-certificate': Buffer.from(PEM).toString('base64') };
const OLD_BUNDLE = {
  '--bundle': JSON.stringify({ base64Signature: SIGNATURE, cert: V2['--output-certificate'] }),
};

describe('cosign', () => {
  it('is given the artifact, and where to write, as arguments of their own', async () => {
    const { calls } = await sign(V2);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.argv.slice(0, 4)).toEqual(['cosign', 'sign-blob', '--yes', '--output-signature']);
    expect(calls[0]?.seen).toBe(TEXT);
  });

  it.each([[true], [false]])('may ask a person, where there is one: %s', async (isTerminal) => {
    const { calls } = await sign(V2, {}, { isTerminal });
    expect(calls[0]?.options).toEqual({ env: { PATH: '/bin' }, timeout: 300_000, isInteractive: isTerminal });
  });

  it('cannot take a path for an option', async () => {
    const { calls } = await sign(V2, {}, { out: '-ci/evidence.json' });
    expect(calls[0]?.argv.filter((argument) => argument.startsWith('-ci'))).toEqual([]);
    expect(calls[0]?.seen).toBe(TEXT);
  });

  it.each<[string, Record<string, string>]>([
    ['version 2', V2],
    ['version 2 with its own bundle', { ...V2, ...OLD_BUNDLE }],
    ['the bundle of version 2 alone', OLD_BUNDLE],
  ])('of %s leaves the pair', async (_, writes) => {
    const { result, left } = await sign(writes);
    expect(result).toEqual({
      value: { '.sig': `${SIGNATURE}\n`, '.cert': `${V2['--output-certificate']}\n` },
    });
    expect(left).toEqual([]);
  });

  it('of version 3 leaves a bundle, from which the pair is made', async () => {
    const { result, left } = await sign({ '--bundle': bundle() });
    const files = { '.sig': `${SIGNATURE}\n`, '.cert': PEM, '.sigstore.json': bundle() };
    expect(result).toEqual({ value: files });
    expect(left).toEqual([]);
  });

  it('may put the certificate into a chain', async () => {
    const { certificate, ...rest } = SIGNED.verificationMaterial;
    const verificationMaterial = { ...rest, x509CertificateChain: { certificates: [certificate] } };
    const mediaType = 'application/vnd.dev.sigstore.bundle+json;version=0.2';
    const { result } = await sign({ '--bundle': bundle({ mediaType, verificationMaterial }) });
    expect(result).toMatchObject({ value: { '.cert': PEM } });
  });
});

describe('nothing is written', () => {
  const SIG = '--output-signature';
  const CERT = '--output-certificate';
  it.each<[string, Record<string, string>, Partial<ProcessResult>, string]>([
    ['there is no cosign', {}, { kind: 'not-found' }, '--sign needs `cosign`, which is not on PATH'],
    [
      'it fails, be its files complete',
      V2,
      { code: 1, stderr: 'Error: signing\n\n  getting signer: no token\n' },
      'cosign exited with 1: nothing was written; it printed: Error: signing; getting signer: no token',
    ],
    ['it hangs', V2, { kind: 'timed-out', stderr: '' }, 'did not sign within 300 s'],
    ['it is killed', V2, { kind: 'killed', signal: 'SIGKILL', stderr: '' }, 'was killed by SIGKILL'],
    ['it leaves nothing', {}, {}, 'wrote no valid signature and no valid certificate'],
    ['it leaves an empty signature', { ...V2, [SIG]: '' }, {}, 'wrote no valid signature'],
    ['it leaves a blank signature', { ...V2, [SIG]: ' \n' }, {}, 'wrote no valid signature'],
    ['it leaves a signature that is none', { ...V2, [SIG]: 'an error' }, {}, 'wrote no valid signature'],
    ['it leaves an empty certificate', { ...V2, [CERT]: '' }, {}, 'wrote no valid certificate'],
    ['it leaves a certificate that is none', { ...V2, [CERT]: 'QUJD' }, {}, 'wrote no valid certificate'],
    [
      'it signs with a key',
      { '--bundle': bundle({ verificationMaterial: {} }) },
      {},
      'wrote no valid certificate',
    ],
    ['its bundle is empty', { '--bundle': '' }, {}, 'wrote no valid signature and no valid certificate'],
    ['its bundle is no JSON', { '--bundle': '{' }, {}, ''],
    [
      'it leaves a signature of a length that base64 does not have',
      { ...V2, [SIG]: 'AAAAA' },
      {},
      'wrote no valid signature',
    ],
    [
      'it leaves a certificate of the right form, and no content',
      { ...V2, [CERT]: PEM.replace(/M/g, 'N') },
      {},
      'wrote no valid certificate',
    ],
    [
      'its bundle is of a version to come',
      { '--bundle': bundle({ mediaType: 'application/vnd.dev.sigstore.bundle.v0.9+json' }) },
      {},
      'wrote a bundle that cannot be verified',
    ],
    [
      'its bundle lacks the log',
      { '--bundle': bundle({ verificationMaterial: { certificate: { rawBytes: DER }, tlogEntries: [{}] } }) },
      {},
      'wrote a bundle that cannot be verified',
    ],
    [
      'its bundle has a certificate that is none',
      {
        ...V2,
        '--bundle': bundle({
          verificationMaterial: { ...SIGNED.verificationMaterial, certificate: { rawBytes: 'AAAA' } },
        }),
      },
      {},
      'wrote a bundle whose certificate differs',
    ],
    [
      'its bundle has the certificate of somebody else',
      {
        ...V2,
        '--bundle': bundle({ verificationMaterial: OTHER.verificationMaterial }),
      },
      {},
      'wrote a bundle whose certificate differs',
    ],
    [
      'its bundle has another signature',
      { ...V2, [SIG]: OTHER.messageSignature.signature, '--bundle': bundle() },
      {},
      'wrote a bundle whose signature differs',
    ],
    [
      'its own bundle has another signature',
      { ...V2, [SIG]: OTHER.messageSignature.signature, ...OLD_BUNDLE },
      {},
      'wrote a bundle whose signature differs',
    ],
    [
      'it has signed what it made of the artifact',
      { [SIG]: OTHER.messageSignature.signature, [CERT]: OTHER_PEM },
      {},
      'its certificate does not verify for the artifact',
    ],
    [
      'the certificate is of another key',
      { ...V2, [CERT]: OTHER_PEM },
      {},
      'its certificate does not verify for the artifact',
    ],
    [
      'its bundle is about something else',
      {
        ...V2,
        '--bundle': bundle({ messageSignature: { messageDigest: { digest: 'QUJD' }, signature: SIGNATURE } }),
      },
      {},
      'signed something other than the artifact',
    ],
  ])('when %s', async (_, writes, end, message) => {
    const { result, left } = await sign(writes, end);
    expect(result).toMatchObject({ problems: [{ message: expect.stringContaining(message) }] });
    expect(left).toEqual([]);
  });
});
