import type { Command } from 'commander';
import { CHECK_FLAGS, FACTS_FLAGS, INIT_FLAGS, SIMULATE_FLAGS } from '../commands/policy/flags.ts';
import type { Declare } from './command.ts';

/** Declares the commands of `mcptest policy`. */
export function declarePolicy(policy: Command, declare: Declare): void {
  declare(policy.command('simulate'), {
    summary: 'evaluate a policy against artifacts; --gate blocks on a failing verdict',
    description:
      'Extracts facts from the given artifacts, evaluates the policy against them and prints a verdict. ' +
      'A rule whose fact is not in any artifact is unevaluated and fails the verdict.',
    flags: SIMULATE_FLAGS,
    example: 'mcptest policy simulate --policy policy.yml --run-report run.json --gate',
    load: async () => (await import('../commands/policy/simulate.ts')).policySimulate,
  });

  declare(policy.command('facts'), {
    summary: 'print the facts of artifacts, or the whole catalog',
    description:
      'Prints every fact of the given artifacts, or those of --only. Without artifacts, prints the catalog of all facts. ' +
      'Exits 7 when a fact of --only has no value in the artifacts.',
    flags: FACTS_FLAGS,
    example: 'mcptest policy facts --run-report junit.xml',
    load: async () => (await import('../commands/policy/facts.ts')).policyFacts,
  });

  declare(policy.command('check'), {
    summary: 'lint a policy file without artifacts',
    description:
      'Finds unknown facts, comparators that do not fit their fact, and waivers that are expired, expire soon ' +
      'or name an unknown rule. Exits 0 without findings, 1 with findings, 2 when the file cannot be read.',
    operand: { spelling: '<file>', about: 'the policy file (YAML)' },
    flags: CHECK_FLAGS,
    example: 'mcptest policy check policy.yml',
    load: async () => (await import('../commands/policy/check.ts')).policyCheck,
  });

  declare(policy.command('init'), {
    summary: 'write a starter policy for the artifacts you have',
    description:
      'Writes a commented policy with sensible rules for the given artifacts. Never overwrites a file.',
    flags: INIT_FLAGS,
    example: 'mcptest policy init --run-report junit.xml',
    load: async () => (await import('../commands/policy/init.ts')).policyInit,
  });
}
