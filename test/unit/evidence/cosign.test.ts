import { describe, expect, it } from 'vitest';
import { attempt } from '../../../src/errors.ts';
import { signWithCosign } from '../../../src/evidence/cosign.ts';
import { sha256 } from '../../../src/evidence/digest.ts';
import type { Ports, ProcessesPort, ProcessResult } from '../../../src/ports.ts';
import { memoryFiles } from '../../support/memory-files.ts';

const TEXT = '{"schema_version": "mcptest.dev/evidence/v1"}\n';
const DER = Buffer.from('certificate '.repeat(9)).toString('base64');
const PEM = `-----BEGIN CERTIFICATE-----\n${DER.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
const SIGNATURE = Buffer.from('signature').toString('base64');

const bundle = (changes: object = {}) =>
  JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { certificate: { rawBytes: DER } },
    messageSignature: {
      messageDigest: {
        algorithm: 'SHA2_256',
        digest: Buffer.from(sha256(TEXT), 'hex').toString('base64'),
      },
      signature: SIGNATURE,
    },
    ...changes,
  });

/** Runs a cosign that writes these files, by the flag that names each, and ends so. */
async function sign(writes: Record<string, string>, end: Partial<ProcessResult> = {}, out = 'evidence.json') {
  const files = memoryFiles({ '-ci/': '' });
  const calls: { argv: readonly string[]; seen: string | undefined }[] = [];
  const processes: ProcessesPort = {
    async run(argv) {
      calls.push({ argv, seen: files.texts[argv.at(-1)?.replace(/^\.\//, '') ?? ''] });
      for (const [flag, text] of Object.entries(writes)) {
        const path = argv[argv.indexOf(flag) + 1] ?? '';
        files.texts[path.replace(/^\.\//, '')] = text;
      }
      return { kind: 'exited', code: 0, stdout: '', stderr: '', ...end } as ProcessResult;
    },
  };
  const ports = { files, processes, stderr: { isTerminal: false, write: () => {} } } as unknown as Ports;
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

  it('cannot take a path for an option', async () => {
    const { calls } = await sign(V2, {}, '-ci/evidence.json');
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
    const verificationMaterial = { x509CertificateChain: { certificates: [{ rawBytes: DER }, {}] } };
    const { result } = await sign({ '--bundle': bundle({ verificationMaterial }) });
    expect(result).toMatchObject({ value: { '.cert': PEM } });
  });
});

describe('nothing is written', () => {
  const SIG = '--output-signature';
  const CERT = '--output-certificate';
  it.each<[string, Record<string, string>, Partial<ProcessResult>, string]>([
    ['there is no cosign', {}, { kind: 'not-found' }, 'needs `cosign` on PATH'],
    [
      'it fails, be its files complete',
      V2,
      { code: 1, stderr: 'Error: signing\n\n  getting signer: no token\n' },
      'cosign exited with 1: nothing was written; it says: Error: signing; getting signer: no token',
    ],
    ['it hangs', V2, { kind: 'timed-out', stderr: '' }, 'has not signed within 300 s'],
    ['it is killed', V2, { kind: 'killed', signal: 'SIGKILL', stderr: '' }, 'was ended by SIGKILL'],
    ['it leaves nothing', {}, {}, 'left no signature and no certificate'],
    ['it leaves an empty signature', { ...V2, [SIG]: '' }, {}, 'left no signature'],
    ['it leaves a blank signature', { ...V2, [SIG]: ' \n' }, {}, 'left no signature'],
    ['it leaves a signature that is none', { ...V2, [SIG]: 'an error' }, {}, 'left no signature'],
    ['it leaves an empty certificate', { ...V2, [CERT]: '' }, {}, 'left no certificate'],
    ['it leaves a certificate that is none', { ...V2, [CERT]: 'QUJD' }, {}, 'left no certificate'],
    ['it signs with a key', { '--bundle': bundle({ verificationMaterial: {} }) }, {}, 'left no certificate'],
    ['its bundle is empty', { '--bundle': '' }, {}, 'left no signature and no certificate'],
    ['its bundle is no JSON', { '--bundle': '{' }, {}, ''],
    [
      'its bundle is about something else',
      {
        ...V2,
        '--bundle': bundle({ messageSignature: { messageDigest: { digest: 'QUJD' }, signature: SIGNATURE } }),
      },
      {},
      'has signed something else',
    ],
  ])('when %s', async (_, writes, end, message) => {
    const { result, left } = await sign(writes, end);
    expect(result).toMatchObject({ problems: [{ message: expect.stringContaining(message) }] });
    expect(left).toEqual([]);
  });
});
