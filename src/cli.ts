import { Command } from 'commander';
import { ARTIFACT_KINDS, ARTIFACTS, flagOf } from './artifacts/kinds.ts';
import { choice, example, NOW, OUT, operand, type Run, value, values } from './cli-options.ts';
import { escapeForTerminal } from './escape-terminal.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { POLICY_FORMAT_NAMES } from './policy/formats.ts';
import type { Ports } from './ports.ts';
import { SCENARIO_FORMAT_NAMES } from './scenario/formats.ts';
import { VERSION } from './version.ts';

/** Groups of commands, and commands alone. Only the one that the arguments name is declared whole: a start pays for no other. */
const GROUPS: Readonly<
  Record<string, { description: string; declare: (group: Command, run: Run) => void | Promise<void> }>
> = {
  policy: { description: 'the release gate: a policy, the artifacts, a verdict', declare: declarePolicy },
  scenario: {
    description: 'scenario worlds: did a recorded agent behave, over many turns, in this world?',
    declare: declareScenario,
  },
  gateway: {
    description: 'tool-call policies: may this agent call this tool now, and what would a new rule change?',
    declare: async (gateway, run) => (await import('./cli-gateway.ts')).declareGateway(gateway, run),
  },
  'exec-policy': {
    description: 'execution safety: what may run while testing, how often, and what may not',
    declare: async (group, run) => (await import('./cli-exec-policy.ts')).declareExecPolicy(group, run),
  },
  probe: {
    description: 'call the tools of a server, as far as it is safe, and report what each did',
    declare: async (command, run) => (await import('./cli-live.ts')).declareProbe(command, run),
  },
  mock: {
    description: 'an MCP server that answers from a file',
    declare: async (command, run) => (await import('./cli-live.ts')).declareMock(command, run),
  },
  scaffold: {
    description: 'write a first test suite for the tools of a server',
    declare: async (command, run) => (await import('./cli-live.ts')).declareScaffold(command, run),
  },
  cassette: {
    description: 'recordings of agents: what they hold, and the form that mcptest writes',
    declare: declareCassette,
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
      exitCode = await action(command.optsWithGlobals() as never, ports, ...(args.slice(0, -2) as string[]));
    };

  const program = new Command('mcptest')
    .description(
      'A local governance kit for MCP servers and agents: verdicts from files, with no model and no network.',
    )
    .version(VERSION)
    .option('--no-color', 'print without colour')
    .option('--debug', 'print the stack of an error')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => ports.stdout.write(text),
      writeErr: (text) => ports.stderr.write(text.split('\n').map(escapeForTerminal).join('\n')),
    })
    .addHelpText('after', EXIT_CODES_HELP);

  const named = ports.argv.find((argument) => !argument.startsWith('-')) ?? '';
  for (const [name, { description, declare }] of Object.entries(GROUPS)) {
    const group = program.command(name).description(description);
    if (name === named || !Object.hasOwn(GROUPS, named)) await declare(group, run);
  }

  await program.parseAsync(ports.argv, { from: 'user' });
  return exitCode;
}

function declarePolicy(policy: Command, run: Run): void {
  withArtifacts(policy.command('simulate'))
    .summary('evaluate a policy against artifacts; --gate blocks on a failing verdict')
    .description(
      'Extracts facts from the given artifacts, evaluates the policy against them and prints a verdict.\n' +
        'A rule whose fact no artifact provides is unevaluated and fails the verdict.',
    )
    .addOption(value('--policy <file>', 'the policy file (YAML)').makeOptionMandatory())
    .option('--gate', 'exit 1 when the verdict is fail; without it the command is a dry run and exits 0')
    .addOption(choice('--format <format>', 'how the report is written', POLICY_FORMAT_NAMES))
    .addOption(OUT())
    .addOption(NOW())
    .addOption(WARN_EXPIRING())
    .addHelpText('after', example('mcptest policy simulate --policy policy.yml --run-report run.json --gate'))
    .action(
      run(async (options, at) => (await import('./commands/policy-simulate.ts')).policySimulate(options, at)),
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
      run(async (options, at) => (await import('./commands/policy-facts.ts')).policyFacts(options, at)),
    );

  policy
    .command('check')
    .summary('lint a policy file without artifacts')
    .description(
      'Finds unknown facts, comparators that do not fit their fact, and waivers that are expired, expire soon\n' +
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
        (await import('./commands/policy-check.ts')).policyCheck(file ?? '', options, at),
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
    .action(run(async (options, at) => (await import('./commands/policy-init.ts')).policyInit(options, at)));
}

function declareScenario(scenario: Command, run: Run): void {
  scenario
    .command('run')
    .summary('replay recordings against the worlds of a suite; exits 1 when a scenario fails')
    .description(
      'Replays the recorded runs that the scenarios of a suite name, each against its seeded world, and reports\n' +
        'invalid actions, forbidden transitions, the final state and the assertions. No model is called.',
    )
    .argument('<suite>', 'the suite file (YAML)', operand)
    .addOption(
      value('--cassette-dir <folder>', 'where the recordings lie (default: the folder of the suite)'),
    )
    .addOption(values('--name <name>', 'run this scenario only; may be given several times'))
    .option('--json', 'the same as --format json')
    .addOption(choice('--format <format>', 'how the report is written', SCENARIO_FORMAT_NAMES))
    .addOption(OUT())
    .addOption(
      value(
        '--now <time>',
        'the time to price runs at whose recording states none, RFC 3339 (default: SOURCE_DATE_EPOCH, else the latest price)',
      ),
    )
    .option('--verbose', 'show passing scenarios in full too')
    .option('--strict', 'fail a scenario that an agent passes which does nothing')
    .addHelpText('after', example('mcptest scenario run examples/scenario-world/suite.yml'))
    .action(
      run(async (options, at, file) =>
        (await import('./commands/scenario-run.ts')).scenarioRun(file ?? '', options, at),
      ),
    );

  scenario
    .command('check')
    .summary('lint a suite without replaying anything')
    .description(
      'Finds transitions that are never tried, golden paths that cannot be followed, states that cannot be reached,\n' +
        'recordings that are missing. Exits 0 when there is nothing, 1 with findings, 2 when the file cannot be read.',
    )
    .argument('<suite>', 'the suite file (YAML)', operand)
    .addOption(
      value('--cassette-dir <folder>', 'where the recordings lie (default: the folder of the suite)'),
    )
    .addOption(choice('--format <format>', 'how the findings are written', ['pretty', 'json']))
    .addOption(OUT())
    .addHelpText('after', example('mcptest scenario check examples/scenario-world/suite.yml'))
    .action(
      run(async (options, at, file) =>
        (await import('./commands/scenario-check.ts')).scenarioCheck(file ?? '', options, at),
      ),
    );
}

function declareCassette(cassette: Command, run: Run): void {
  cassette
    .command('show')
    .summary('print a recording as a transcript or as JSON')
    .description(
      'Prints the recorded runs of a file, whatever known format it has: turn by turn what the user said, which\n' +
        'tools were called, and what the agent answered; or as JSON in the canonical form.',
    )
    .argument('<file[#pointer]>', 'the recording; in a file of several, `runs.json#/2` is the third', operand)
    .addOption(choice('--format <format>', 'how the runs are written', ['pretty', 'json']))
    .addOption(OUT())
    .addHelpText('after', example("mcptest cassette show 'trials.json#/0'"))
    .action(
      run(async (options, at, file) =>
        (await import('./commands/cassette-show.ts')).cassetteShow(file ?? '', options, at),
      ),
    );

  cassette
    .command('convert')
    .summary('write a recording in the canonical form')
    .description(
      'Writes the recorded runs of a file, whatever known format it has, in the canonical form; a file of several\n' +
        'becomes a list.',
    )
    .argument('<file[#pointer]>', 'the recording; in a file of several, `runs.json#/2` is the third', operand)
    .addOption(value('--out <file>', 'the file to write').makeOptionMandatory())
    .addHelpText('after', example("mcptest cassette convert 'trials.json#/0' --out cassettes/refund.json"))
    .action(
      run(async (options, at, file) =>
        (await import('./commands/cassette-convert.ts')).cassetteConvert(file ?? '', options, at),
      ),
    );
}

const WARN_EXPIRING = () =>
  value('--warn-expiring <duration>', 'point out waivers that expire within this time (default: 14d)');

function withArtifacts(command: Command): Command {
  for (const kind of ARTIFACT_KINDS) {
    command.addOption(value(`${flagOf(kind)} <file>`, `the ${ARTIFACTS[kind].title}`));
  }
  return command;
}

const EXIT_CODES_HELP = `
Exit codes:
  0   accepted, or a dry run done
  1   evaluated, and the answer is no
  2   could not evaluate: bad usage, unreadable or malformed input
  7   a filter selected nothing
  70  a fault of mcptest`;
