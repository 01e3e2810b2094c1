import type { CommandNode } from '../../command-tree.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { factNames } from '../../facts/catalog.ts';
import { toOffers } from '../../features/completion/offers.ts';
import type { Ports } from '../../ports.ts';
import { SHELLS, type Shell } from '../../report/completion/formats.ts';

/** `mcptest completion`: prints the script with which a shell completes commands, flags and values. */
export async function completion(program: CommandNode, shell: Shell, { stdout }: Ports): Promise<ExitCode> {
  const format = await SHELLS[shell]();
  stdout.write(format(toOffers(program, [...factNames()])));
  return EXIT.accepted;
}
