import type { Command } from 'commander';
import { DEMO_FLAGS } from '../commands/demo/flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest demo`. */
export function declareDemo(command: Command, declare: Declare): void {
  declare(command, {
    summary: 'show with an example how the gate stops a release, then lets it out with signed evidence',
    description:
      'Copies an example server with a planted weakness into a folder, and runs all checks: the gate stops the release. ' +
      'Then applies the fix that the report names, and runs the checks again: the gate opens, and the evidence is signed and ' +
      'verified. Takes less than a minute, and needs no network. Exits 0 when everything went as described, and 1 otherwise.',
    flags: DEMO_FLAGS,
    example: 'mcptest demo',
    load: async () => (await import('../commands/demo/demo.ts')).demo,
  });
}
