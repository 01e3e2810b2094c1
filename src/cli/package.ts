import type { Command } from 'commander';
import { SBOM_FLAGS } from '../commands/package/flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest sbom`. */
export function declareSbom(command: Command, declare: Declare): void {
  declare(command, {
    summary: 'list the packages that are bundled, or check that no file of the package has changed',
    description:
      'Prints the packages whose code is a part of this program, with versions and licences, as CycloneDX 1.5. With --verify, ' +
      'hashes every file of the package instead, and names those that are missing, changed or were added. Exits 0 when there ' +
      'are none, 1 when there are, 2 when the digests of the build are missing or malformed.',
    flags: SBOM_FLAGS,
    example: 'mcptest sbom --verify',
    load: async () => (await import('../commands/package/sbom.ts')).sbom,
  });
}
