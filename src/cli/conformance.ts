import type { Command } from 'commander';
import { CONFORMANCE_FLAGS } from '../commands/conformance/flags.ts';
import type { Declare } from './command.ts';

/** Declares the commands of `mcptest conformance`. */
export function declareConformance(conformance: Command, declare: Declare): void {
  declare(conformance.command('run'), {
    summary: 'check a server against the sentences of the MCP specification; exits 1 if a MUST fails',
    description:
      'Talks to a server as a client of either era of MCP does, also sends what no client should send, and quotes the sentence of ' +
      'the specification that each failure violates. Calls only tools that are known to be read-only. Skips what the server does ' +
      'not offer.',
    operand: { spelling: '[command...]', about: 'after `--`: the command that starts the server' },
    flags: CONFORMANCE_FLAGS,
    example: 'mcptest conformance run -- node server.js',
    load: async () => (await import('../commands/conformance/run.ts')).conformanceRun,
  });
}
