import { parseJson } from '../artifacts/json.ts';
import { collectInputs, InputError } from '../errors.ts';
import type { Reason } from '../evidence/reasons.ts';
import { type Artifact, readArtifact } from '../evidence/verify/artifact.ts';
import type { BundleResult } from '../evidence/verify/bundle-verifier.ts';
import { readSigner, type Signer, type SignerOptions } from '../evidence/verify/signer.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { FilesPort, Ports } from '../ports.ts';
import { formatBundleVerdict } from '../report/evidence/verify-bundle.ts';
import { emit, type OutputOptions, paletteOf } from './output.ts';

interface VerifyBundleOptions extends OutputOptions, SignerOptions {
  readonly bundle: string;
  readonly artifact?: string;
}

/**
 * `mcptest evidence verify-bundle`: the verifier of signatures for any file. Its arguments are those of the conformance
 * protocol of Sigstore's clients.
 */
export async function evidenceVerifyBundle(
  operand: string | undefined,
  options: VerifyBundleOptions,
  ports: Ports,
): Promise<ExitCode> {
  const path = fileOf(operand, options.artifact);
  const { files } = ports;
  refuseDigest(path, files);
  const [artifact, document, signer] = await collectInputs(
    () => readArtifact(path, files),
    () => parseJson(files.readText(options.bundle), options.bundle),
    () => wanted(readSigner(options, files)),
  );

  const { parseBundle, readTrust, verifyBundle } = await import('../evidence/verify/sigstore.ts');
  const trust = readTrust(options.trustedRoot, files);
  const reading = parseBundle(document);
  const result: BundleResult =
    'reason' in reading
      ? { reasons: [reading.reason] }
      : await verifyBundle(reading.bundle, { artifact, signer, trust, expected: {} });

  const relied = signer.kind === 'identity' ? trust : undefined;
  const report = formatBundleVerdict({ artifact, result, trust: relied }, await paletteOf(options, ports));
  emit(report, options, ports);
  return isVerified(result) ? EXIT.accepted : EXIT.rejected;
}

/** Nothing verified is never verified, even when nothing was found against it. */
function isVerified({ reasons, signature }: { reasons: readonly Reason[]; signature?: unknown }): boolean {
  return reasons.length === 0 && signature !== undefined;
}

function fileOf(operand: string | undefined, artifact: Artifact['path'] | undefined): string {
  const path = operand ?? artifact;
  if (path !== undefined && (operand === undefined || artifact === undefined)) return path;
  throw new InputError({
    message: path === undefined ? 'no file to verify is given' : 'the file to verify is given twice',
    help: 'give it as the last argument, or with --artifact',
  });
}

/** The protocol allows a digest for the file; what nobody has read cannot be vouched for here. */
function refuseDigest(path: string, files: FilesPort): void {
  if (!/^sha256:[0-9a-f]{64}$/i.test(path) || files.realPath(path) !== null) return;
  throw new InputError({
    message: `\`${path}\` is a digest, and no file of that name is there`,
    help: 'pass the file itself: what is verified are bytes, not what somebody says of them',
  });
}

function wanted(signer: Signer | undefined): Signer {
  if (signer !== undefined) return signer;
  throw new InputError({
    message: 'nobody is named whose signature it shall be',
    help: 'add --certificate-identity and --certificate-oidc-issuer, or --key',
  });
}
