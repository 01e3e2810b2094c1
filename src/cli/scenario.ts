import type { Command } from 'commander';
import { CHECK_FLAGS, RUN_FLAGS } from '../commands/scenario/flags.ts';
import type { Declare } from './command.ts';

const SUITE = { spelling: '<suite>', about: 'the suite file (YAML)' } as const;

/** Declares the commands of `mcptest scenario`. */
export function declareScenario(scenario: Command, declare: Declare): void {
  declare(scenario.command('run'), {
    summary: 'replay recordings against the worlds of a suite; exits 1 when a scenario fails',
    description:
      'Replays the recorded runs of each scenario in a suite against its world, and reports invalid actions, ' +
      'forbidden transitions, the final state and the assertions. No model is called.',
    operand: SUITE,
    flags: RUN_FLAGS,
    example: 'mcptest scenario run examples/scenario-world/suite.yml',
    load: async () => (await import('../commands/scenario/run.ts')).scenarioRun,
  });

  declare(scenario.command('check'), {
    summary: 'lint a suite without replaying anything',
    description:
      'Finds transitions that are never tried, golden paths that cannot be followed, states that cannot be reached and ' +
      'missing recordings. Exits 0 without findings, 1 with findings, 2 when the suite cannot be read.',
    operand: SUITE,
    flags: CHECK_FLAGS,
    example: 'mcptest scenario check examples/scenario-world/suite.yml',
    load: async () => (await import('../commands/scenario/check.ts')).scenarioCheck,
  });
}
