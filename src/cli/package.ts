import type { Command } from 'commander';
import { SBOM_FLAGS } from '../commands/package/flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest sbom`. */
export function declareSbom(command: Command, declare: Declare): void {
  declare(command, {
    summary: 'list the bundled packages, or check that no file of the installation has changed',
    description:
      'Lists the packages whose code is bundled into this program, with their versions and licences, as CycloneDX 1.5. With ' +
      '--verify, hashes every file of the installed package instead, and names each file that was changed, removed or added. Exits ' +
      '0 when no file differs, 1 when one does, and 2 when the digests from the build are missing or malformed.',
    flags: SBOM_FLAGS,
    example: 'mcptest sbom --verify',
    load: async () => (await import('../commands/package/sbom.ts')).sbom,
  });
}
