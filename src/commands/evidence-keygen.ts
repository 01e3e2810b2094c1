import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';

interface KeygenOptions {
  readonly out: string;
  readonly algorithm?: 'ed25519' | 'p256';
}

/** `mcptest evidence keygen`: a pair of keys for `--sign-key`. */
export async function evidenceKeygen(_options: KeygenOptions, _ports: Ports): Promise<ExitCode> {
  return EXIT.unable;
}
