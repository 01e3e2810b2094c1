import type { Command } from 'commander';
import { SUITE_RUN_FLAGS } from '../commands/run/flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest run`. */
export function declareRun(command: Command, declare: Declare): void {
  declare(
    command.showHelpAfterError('  help: pass the command of a server, with its own options, after `--`'),
    {
      summary: 'run test suites against servers',
      description:
        'Starts the servers of the suites, makes the calls of the tests, and compares the answers with what the tests expect. ' +
        'Without a suite, runs mcptest.yml or mcptest.yaml in the current folder. Exits 1 when a test fails or is in error, or ' +
        'when all are skipped; 2 when a server does not start; 7 when no test is selected.',
      operand: {
        spelling: '[suite...]',
        about: 'the suites; after `--`: a command that starts another server than the `server` of the suite',
      },
      flags: SUITE_RUN_FLAGS,
      example: 'mcptest run suite.yml --protocol both -- npx -y @modelcontextprotocol/server-memory',
      load: async () => (await import('../commands/run/run.ts')).run,
    },
  );
}
