import { InputError } from '../../errors.ts';
import { readCosignOutput } from '../../features/evidence/sign/cosign-output.ts';
import type { SignatureFiles } from '../../features/evidence/signature/signature-files.ts';
import type { FilesPort, Ports, ProcessResult } from '../../ports.ts';
import { clip } from '../../text/clip.ts';
import type { Duration } from '../../time/duration.ts';

/** How many of cosign's last lines an error quotes, and how many characters at most. */
const [MOST_LINES, LONGEST] = [4, 1000] as const;

/**
 * Signs an artifact with the cosign on PATH, keyless, and returns the signature files to write next to it. Works on a copy
 * in a scratch folder: whatever cosign does, it leaves no half of a signature and no artifact that looks signed.
 * Spec (run evidence): "Signing".
 * @param out the path that the artifact will be written to
 * @param timeout how long cosign may take; it may wait for someone to log in
 * @throws InputError when there is no cosign, it fails, or it leaves no signature
 */
export function signWithCosign(
  text: string,
  out: string,
  timeout: Duration,
  { files, processes, env, stderr }: Ports,
): Promise<SignatureFiles> {
  return files.withScratchFolder(out, async (folder) => {
    const artifact = `${folder}/evidence.json`;
    const [signature, certificate, bundle] = [`${artifact}.sig`, `${artifact}.cert`, `${artifact}.bundle`];
    files.writeNew(artifact, text);
    // version 2 writes the pair, and a bundle in its own format; version 3 ignores the first two options and writes a Sigstore bundle
    const outputs = [
      ...['--output-signature', asArgument(signature)],
      ...['--output-certificate', asArgument(certificate)],
      ...['--bundle', asArgument(bundle)],
    ];
    const options = { env, timeout, isInteractive: stderr.isTerminal };
    refuseFailure(
      await processes.run(['cosign', 'sign-blob', '--yes', ...outputs, asArgument(artifact)], options),
      timeout,
    );
    return readCosignOutput(text, {
      signature: readIfThere(signature, files),
      certificate: readIfThere(certificate, files),
      bundle: readIfThere(bundle, files),
    });
  });
}

/** Protects a path that begins with a dash: cosign would read it as an option. */
function asArgument(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/** Reads regular files only: cosign may have left a pipe that no process ever writes to. */
function readIfThere(path: string, files: FilesPort): string | undefined {
  return files.realPath(path) === null ? undefined : files.readFile(path);
}

/** @throws InputError unless cosign exited with 0 */
function refuseFailure(result: ProcessResult, timeout: Duration): void {
  switch (result.kind) {
    case 'not-found':
      throw new InputError({
        message: '--sign needs `cosign`, which is not on PATH: nothing was written',
        help: 'install cosign from https://docs.sigstore.dev, or sign with a key: --sign-key',
      });
    case 'timed-out':
      throw new InputError({
        message: `cosign did not sign within ${timeout / 1000} s: nothing was written${lastWords(result)}`,
        help: 'log in if it waits for that, or give it more time with --sign-timeout',
      });
    case 'killed':
      throw new InputError({
        message: `cosign was killed by ${result.signal}: nothing was written${lastWords(result)}`,
      });
    case 'exited': {
      if (result.code === 0) return;
      throw new InputError({
        message: `cosign exited with ${result.code}: nothing was written${lastWords(result)}`,
      });
    }
  }
}

function lastWords({ stderr }: { readonly stderr: string }): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length === 0 ? '' : `; it printed: ${clip(lines.slice(-MOST_LINES).join('; '), LONGEST)}`;
}
