import type { Command } from 'commander';
import { SECURITY_FLAGS } from '../commands/security/flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest security`. */
export function declareSecurity(command: Command, declare: Declare): void {
  declare(
    command.showHelpAfterError('  help: pass the command of a server, with its own options, after `--`'),
    {
      summary: 'scan what servers say about themselves for attacks, and for what changed',
      description:
        'Reads lists of tools, running servers and configurations of clients, and looks for hidden and encoded text, orders to the ' +
        'model, private data that leaves, tools that take over others, secrets, and false hints. Several lists at once are judged ' +
        'together. Calls no tool, asks no service. Exits 1 on a finding of the severity of --fail-on or worse.',
      operand: {
        spelling: '[catalog...]',
        about: 'tools/list snapshots; after `--`: the command that starts a server',
      },
      flags: SECURITY_FLAGS,
      example: 'mcptest security tools.json',
      load: async () => (await import('../commands/security/security.ts')).security,
    },
  );
}
