import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { makeKeyPair } from '../../features/evidence/sign/keygen.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { KEYGEN_FLAGS } from './flags.ts';

/** `mcptest evidence keygen`: writes a key pair for `--sign-key`, both files or neither. */
export async function evidenceKeygen(
  { out, algorithm = 'ed25519' }: OptionsOf<typeof KEYGEN_FLAGS>,
  { files, stdout }: Ports,
): Promise<ExitCode> {
  const { privateKey, publicKey, fingerprint } = makeKeyPair(algorithm);
  // the name of one of the two files means both
  const name = out.replace(/(?<=[^/\\])\.(?:key|pub)$/, '');
  files.writeTogether([
    { path: `${name}.key`, text: privateKey, isPrivate: true, isNew: true },
    { path: `${name}.pub`, text: publicKey, isNew: true },
  ]);
  const shown = escapeForTerminal(name);
  stdout.write(
    `wrote ${shown}.key, the private key: keep it safe, and out of the repository\n` +
      `wrote ${shown}.pub, the public key: give it to those who verify your signatures\n` +
      `the key is ${fingerprint}, its name in verdicts\n`,
  );
  return EXIT.accepted;
}
