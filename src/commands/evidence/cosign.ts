import { InputError } from '../../errors.ts';
import { readCosignOutput } from '../../features/evidence/sign/cosign-output.ts';
import type { SignatureFiles } from '../../features/evidence/signature/signature-files.ts';
import type { FilesPort, Ports, ProcessResult } from '../../ports.ts';
import { clip } from '../../text/clip.ts';
import type { Duration } from '../../time/duration.ts';

/** Lines of cosign's last words that are passed on, and how long they may get. */
const [MOST_LINES, LONGEST] = [4, 1000] as const;

/**
 * Signs an artifact with the cosign on PATH, keyless, and returns the signature files that belong beside it. Works on
 * a copy in a folder of its own: whatever cosign does, no half of a signature lies about, and no artifact that looks
 * signed. Source: "Signing" of the text on portable run evidence.
 * @param out where the artifact is going to be
 * @param timeout how long cosign may take; it may wait for a person
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
    // version 2 writes the pair, and a bundle of its own; version 3 ignores the first two and writes the bundle
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

/** A path that begins with a dash would be an option. */
function asArgument(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/** Regular files only: it may have left a pipe, which nobody will ever write to. */
function readIfThere(path: string, files: FilesPort): string | undefined {
  return files.realPath(path) === null ? undefined : files.readFile(path);
}

/** @throws InputError unless it ended well */
function refuseFailure(result: ProcessResult, timeout: Duration): void {
  switch (result.kind) {
    case 'not-found':
      throw new InputError({
        message: '--sign needs `cosign` on PATH, and there is none: nothing was written',
        help: 'install cosign from https://docs.sigstore.dev, or sign with a key: --sign-key',
      });
    case 'timed-out':
      throw new InputError({
        message: `cosign has not signed within ${timeout / 1000} s: nothing was written${lastWords(result)}`,
        help: 'does it wait for somebody to log in? give it longer with --sign-timeout',
      });
    case 'killed':
      throw new InputError({
        message: `cosign was ended by ${result.signal}: nothing was written${lastWords(result)}`,
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
  return lines.length === 0 ? '' : `; it says: ${clip(lines.slice(-MOST_LINES).join('; '), LONGEST)}`;
}
