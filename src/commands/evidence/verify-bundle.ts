import { collectInputs, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { parseAttestations } from '../../features/evidence/signature/attestations.ts';
import { type Artifact, toArtifact } from '../../features/evidence/verify/artifact.ts';
import { type Signer, toSigner } from '../../features/evidence/verify/signer.ts';
import { toBundleReport } from '../../features/evidence/verify/verdict.ts';
import { verifyFile } from '../../features/evidence/verify/verify-file.ts';
import type { OptionsOf } from '../../flags.ts';
import type { FilesPort, Ports } from '../../ports.ts';
import { BUNDLE_FORMATS } from '../../report/evidence/formats.ts';
import { writeReport } from '../output.ts';
import type { VERIFY_BUNDLE_FLAGS } from './flags.ts';
import { readGiven } from './signature-inputs.ts';

/**
 * `mcptest evidence verify-bundle`: verifies the Sigstore bundle of any file. Its arguments follow the conformance protocol
 * for Sigstore clients.
 */
export async function evidenceVerifyBundle(
  operand: string | undefined,
  options: OptionsOf<typeof VERIFY_BUNDLE_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const path = fileOf(operand, options.artifact);
  const { files } = ports;
  refuseDigest(path, files);
  const [artifact, document, signer] = await collectInputs(
    () => toArtifact(path, files.readBytes(path)),
    () => parseAttestations(files.readText(options.bundle), options.bundle),
    () => requireSigner(toSigner(options, (key) => files.readText(key))),
  );

  const verdict = await verifyFile(artifact, document, signer, readGiven(options.trustedRoot, files));
  await writeReport(toBundleReport(verdict), BUNDLE_FORMATS, options, ports);
  return verdict.result.isVerified ? EXIT.accepted : EXIT.rejected;
}

function fileOf(operand: string | undefined, artifact: Artifact['path'] | undefined): string {
  const path = operand ?? artifact;
  if (path !== undefined && (operand === undefined || artifact === undefined)) return path;
  throw new InputError({
    message: path === undefined ? 'no file to verify is given' : 'the file to verify is given twice',
    help: 'pass it either as the last argument or with --artifact',
  });
}

/** Refuses a digest in place of the file. The protocol allows one, but mcptest verifies only bytes that it has read. */
function refuseDigest(path: string, files: FilesPort): void {
  if (!/^sha256:[0-9a-f]{64}$/i.test(path) || files.realPath(path) !== null) return;
  throw new InputError({
    message: `\`${path}\` is a digest, and there is no file of that name`,
    help: 'pass the file itself: only its bytes can be verified, not a digest that someone states',
  });
}

function requireSigner(signer: Signer | undefined): Signer {
  if (signer !== undefined) return signer;
  throw new InputError({
    message: 'no signer is given',
    help: 'add --certificate-identity and --certificate-oidc-issuer, or --key',
  });
}
