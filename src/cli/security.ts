import type { Command } from 'commander';
import { SECURITY_FLAGS } from '../commands/security/flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest security`. */
export function declareSecurity(command: Command, declare: Declare): void {
  declare(
    command.showHelpAfterError('  help: pass the command of a server, with its own options, after `--`'),
    {
      summary: 'scan what servers say about themselves for attacks and for changes',
      description:
        'Scans lists of tools, running servers and client configurations for hidden and encoded text, orders to the model, leaks of ' +
        'private data, tools that take over others, secrets, and false hints. Judges several lists together if you pass several. ' +
        'Calls no tool and no other service. Exits 1 if a finding is as severe as --fail-on, or worse.',
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
