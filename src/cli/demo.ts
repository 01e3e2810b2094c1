import type { Command } from 'commander';
import { DEMO_FLAGS } from '../commands/demo/flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest demo`. */
export function declareDemo(command: Command, declare: Declare): void {
  declare(command, {
    summary: 'show on an example how a release is stopped, mended, and released with signed evidence',
    description:
      'Copies the example of a server with a planted weakness into a folder, and runs all checks: the gate stops the ' +
      'release. Applies the fix that the report names, and runs them again: the gate opens, and the evidence is signed and ' +
      'verified. Takes less than a minute, and needs no network. Exits 0 when it showed that, 1 when anything came out otherwise.',
    flags: DEMO_FLAGS,
    example: 'mcptest demo',
    load: async () => (await import('../commands/demo/demo.ts')).demo,
  });
}
