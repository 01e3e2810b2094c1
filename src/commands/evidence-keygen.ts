import { escapeForTerminal } from '../escape-terminal.ts';
import { type KeyAlgorithm, makeKeyPair } from '../evidence/keygen.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';

interface KeygenOptions {
  readonly out: string;
  readonly algorithm?: KeyAlgorithm;
}

/** `mcptest evidence keygen`: a pair of keys for `--sign-key`, both or none. */
export async function evidenceKeygen(
  { out, algorithm = 'ed25519' }: KeygenOptions,
  { files, stdout }: Ports,
): Promise<ExitCode> {
  const { privateKey, publicKey } = makeKeyPair(algorithm);
  files.writeTogether([
    { path: `${out}.key`, text: privateKey, isPrivate: true, isNew: true },
    { path: `${out}.pub`, text: publicKey, isNew: true },
  ]);
  const name = escapeForTerminal(out);
  stdout.write(
    `wrote ${name}.key, the private key: keep it, and keep it out of the repository\n` +
      `wrote ${name}.pub, the public key: whoever verifies your signatures needs it\n`,
  );
  return EXIT.accepted;
}
