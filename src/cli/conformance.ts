import type { Command } from 'commander';
import { CONFORMANCE_FLAGS } from '../commands/conformance/flags.ts';
import type { Declare } from './command.ts';

/** Declares the commands of `mcptest conformance`. */
export function declareConformance(conformance: Command, declare: Declare): void {
  declare(conformance.command('run'), {
    summary: 'check a server against sentences of the specification of MCP; exits 1 if a MUST fails',
    description:
      'Talks to a server as clients of both eras do, and as no client should, and says which sentence of the specification each ' +
      'failure violates. Calls only tools that are shown to be read-only. What the server does not offer is skipped.',
    operand: { spelling: '[command...]', about: 'after `--`: the command that starts the server' },
    flags: CONFORMANCE_FLAGS,
    example: 'mcptest conformance run -- node server.js',
    load: async () => (await import('../commands/conformance/run.ts')).conformanceRun,
  });
}
