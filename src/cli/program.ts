import { Command } from 'commander';
import { ARTIFACT_KINDS, ARTIFACTS, flagOf } from '../artifacts/kinds.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';
import { POLICY_FORMAT_NAMES } from '../report/policy/formats.ts';
import { escapeForTerminal } from '../text/escape-terminal.ts';
import { VERSION } from '../version.ts';
import { EXIT_CODES_HELP, example, withoutHelpCommand } from './help.ts';
import { choice, NOW, OUT, operand, type Run, required, requireOptions, value } from './options.ts';

/** Groups of commands, and commands alone. Only the one that the arguments name is declared whole: a start pays for no other. */
const GROUPS: Readonly<
  Record<
    string,
    { description: string; declare: (group: Command, run: Run, next?: string) => void | Promise<void> }
  >
> = {
  policy: { description: 'the release gate: a policy, the artifacts, a verdict', declare: declarePolicy },
  scenario: {
    description: 'scenario worlds: did a recorded agent behave, over many turns, in this world?',
    declare: async (scenario, run) => (await import('./scenario.ts')).declareScenario(scenario, run),
  },
  gateway: {
    description: 'tool-call policies: may this agent call this tool now, and what would a new rule change?',
    declare: async (gateway, run) => (await import('./gateway.ts')).declareGateway(gateway, run),
  },
  evidence: {
    description: 'portable run evidence: a run in one small artifact that a registry can check',
    declare: async (evidence, run, next) =>
      (await import('./evidence.ts')).declareEvidence(evidence, run, next),
  },
  'exec-policy': {
    description: 'execution safety: what may run while testing, how often, and what may not',
    declare: async (group, run) => (await import('./exec-policy.ts')).declareExecPolicy(group, run),
  },
  probe: {
    description: 'call the tools of a server, as far as it is safe, and report what each did',
    declare: async (command, run) => (await import('./live.ts')).declareProbe(command, run),
  },
  mock: {
    description: 'an MCP server that answers from a file',
    declare: async (command, run) => (await import('./live.ts')).declareMock(command, run),
  },
  scaffold: {
    description: 'write a first test suite for the tools of a server',
    declare: async (command, run) => (await import('./live.ts')).declareScaffold(command, run),
  },
  cassette: {
    description: 'recordings of agents: what they hold, and the form that mcptest writes',
    declare: async (cassette, run) => (await import('./scenario.ts')).declareCassette(cassette, run),
  },
};

/**
 * Declares every command and flag, once, and runs the one that the arguments name. Actions import their
 * command when they run: a command pays only for what it uses.
 * @throws CommanderError on bad usage, and after help or version was printed
 */
export async function runCli(ports: Ports): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.accepted;
  const run: Run =
    (action) =>
    async (...args) => {
      const command = args.at(-1) as Command;
      requireOptions(command);
      exitCode = await action(command.optsWithGlobals() as never, ports, ...(args.slice(0, -2) as string[]));
    };

  const program: Command = new Command('mcptest')
    .description(
      'A local governance kit for MCP servers and agents: verdicts from files, with no model and no network.',
    )
    .version(VERSION)
    // an action refuses them, and knows what they may have been meant for
    .allowExcessArguments()
    .option('--no-color', 'print without colour')
    .option('--debug', 'print the stack of an error')
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      // evidence is a command and a group: its own options are none of its subcommands
      visibleGlobalOptions: ({ parent }) => (parent ? [...program.options] : []),
    })
    .configureOutput({
      writeOut: (text) => ports.stdout.write(text),
      writeErr: (text) => ports.stderr.write(text.split('\n').map(escapeForTerminal).join('\n')),
    })
    .addHelpText('after', EXIT_CODES_HELP);

  const [named = '', next] = ports.argv.filter((argument) => !['--no-color', '--debug'].includes(argument));
  for (const [name, { description, declare }] of Object.entries(GROUPS)) {
    const group = program.command(name).description(description);
    if (name === named || !Object.hasOwn(GROUPS, named)) await declare(group, run, next);
  }

  await program.parseAsync(withoutHelpCommand(program, ports.argv), { from: 'user' });
  return exitCode;
}

function declarePolicy(policy: Command, run: Run): void {
  withArtifacts(policy.command('simulate'))
    .summary('evaluate a policy against artifacts; --gate blocks on a failing verdict')
    .description(
      'Extracts facts from the given artifacts, evaluates the policy against them and prints a verdict. ' +
        'A rule whose fact no artifact provides is unevaluated and fails the verdict.',
    )
    .addOption(required('--policy <file>', 'the policy file (YAML)'))
    .option('--gate', 'exit 1 when the verdict is fail; without it the command is a dry run and exits 0')
    .addOption(choice('--format <format>', 'how the report is written', POLICY_FORMAT_NAMES))
    .addOption(OUT())
    .addOption(NOW())
    .addOption(WARN_EXPIRING())
    .addHelpText('after', example('mcptest policy simulate --policy policy.yml --run-report run.json --gate'))
    .action(
      run(async (options, at) =>
        (await import('../commands/policy/simulate.ts')).policySimulate(options, at),
      ),
    );

  withArtifacts(policy.command('facts'))
    .summary('print the facts that artifacts yield, or the whole catalog')
    .description(
      'Prints every fact that the given artifacts yield; without artifacts, the catalog of all facts.',
    )
    .addOption(choice('--format <format>', 'how the facts are written', ['pretty', 'json']))
    .addOption(OUT())
    .addOption(NOW())
    .addHelpText('after', example('mcptest policy facts --run-report junit.xml'))
    .action(
      run(async (options, at) => (await import('../commands/policy/facts.ts')).policyFacts(options, at)),
    );

  policy
    .command('check')
    .summary('lint a policy file without artifacts')
    .description(
      'Finds unknown facts, comparators that do not fit their fact, and waivers that are expired, expire soon ' +
        'or name no rule. Exits 0 when there is nothing, 1 with findings, 2 when the file cannot be read.',
    )
    .argument('<file>', 'the policy file (YAML)', operand)
    .addOption(choice('--format <format>', 'how the findings are written', ['pretty', 'json']))
    .addOption(OUT())
    .addOption(NOW())
    .addOption(WARN_EXPIRING())
    .addHelpText('after', example('mcptest policy check policy.yml'))
    .action(
      run(async (options, at, file) =>
        (await import('../commands/policy/check.ts')).policyCheck(file ?? '', options, at),
      ),
    );

  withArtifacts(policy.command('init'))
    .summary('write a starter policy for the artifacts you have')
    .description(
      'Writes a commented policy with sensible rules for the given artifacts. Never overwrites a file.',
    )
    .addOption(value('--out <file>', 'the file to write (default: policy.yml)'))
    .addOption(NOW())
    .addHelpText('after', example('mcptest policy init --run-report junit.xml'))
    .action(run(async (options, at) => (await import('../commands/policy/init.ts')).policyInit(options, at)));
}

const WARN_EXPIRING = () =>
  value('--warn-expiring <duration>', 'point out waivers that expire within this time (default: 14d)');

function withArtifacts(command: Command): Command {
  for (const kind of ARTIFACT_KINDS) {
    command.addOption(value(`${flagOf(kind)} <file>`, `the ${ARTIFACTS[kind].title}`));
  }
  return command;
}
