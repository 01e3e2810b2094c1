import type { Command } from 'commander';
import { ALL_FLAGS } from '../commands/all/flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest all`. */
export function declareAll(command: Command, declare: Declare): void {
  declare(command, {
    summary: 'run the tests and every other check of a suite, and let the policy decide',
    description:
      'Runs the tests of a suite, and every other check that the suite names: `security`, `conformance`, `judge`, `model_compat`, ' +
      '`scenarios`, `evidence` and `policy`. Runs each check as its own command does, and writes all artifacts and pages into one ' +
      'folder. Exits 0 when the policy accepts the release or, without a policy, when every check did; 1 when the answer is no; 2 ' +
      'when a check could not run.',
    operand: { spelling: '[suite]', about: 'the suite (default: mcptest.yml)', called: 'the suite' },
    flags: ALL_FLAGS,
    example: 'mcptest all',
    load: async () => (await import('../commands/all/all.ts')).all,
  });
}
