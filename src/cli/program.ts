import { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { nameOfFlag, PROGRAM_FLAGS } from '../flags.ts';
import type { Ports } from '../ports.ts';
import { escapeLine } from '../text/escape-terminal.ts';
import { VERSION } from '../version.ts';
import { declareWith, toOption } from './command.ts';
import { EXIT_CODES_HELP, QUESTIONS_HELP, withoutHelpCommand } from './help.ts';
import { refuseWithPointer } from './pointers.ts';
import type { Group } from './tree.ts';

/**
 * Groups of commands, and single commands, in the order of a person's day: test a server, then judge what came of it. Only the one that the arguments name is declared in full, to keep
 * the start fast.
 */
const GROUPS: Readonly<Record<string, Group>> = {
  demo: {
    description: 'show on an example how a release is stopped, mended, and released with signed evidence',
    declare: async (command, declare) => (await import('./demo.ts')).declareDemo(command, declare),
  },
  init: {
    description: 'write a first suite, a policy and a CI job for a server',
    declare: async (command, declare) => (await import('./live.ts')).declareInit(command, declare),
  },
  run: {
    description: 'run test suites against servers',
    declare: async (command, declare) => (await import('./run.ts')).declareRun(command, declare),
  },
  all: {
    description: 'run the tests and every other check of a suite, and let the policy decide',
    declare: async (command, declare) => (await import('./all.ts')).declareAll(command, declare),
  },
  record: {
    description: 'record the messages between a client and a server on a tape',
    declare: async (command, declare, [next]) =>
      (await import('./record.ts')).declareRecord(command, declare, next),
  },
  serve: {
    description: 'run an MCP server that answers from a tape',
    declare: async (command, declare) => (await import('./record.ts')).declareServe(command, declare),
  },
  mock: {
    description: 'run an MCP server that answers from a file',
    declare: async (command, declare) => (await import('./live.ts')).declareMock(command, declare),
  },
  snapshot: {
    description: 'save the list of tools that a server offers',
    declare: async (command, declare) => (await import('./live.ts')).declareSnapshot(command, declare),
  },
  diff: {
    description: 'show how the tools of a server changed between two snapshots',
    declare: async (command, declare) => (await import('./catalog.ts')).declareDiff(command, declare),
  },
  security: {
    description: 'scan what servers say about themselves for attacks, and for what changed',
    declare: async (command, declare) => (await import('./security.ts')).declareSecurity(command, declare),
  },
  conformance: {
    description: 'does a server do what the MCP specification says?',
    declare: async (group, declare) => (await import('./conformance.ts')).declareConformance(group, declare),
  },
  probe: {
    description: 'call the tools of a server that are safe to call, and report what each did',
    declare: async (command, declare) => (await import('./live.ts')).declareProbe(command, declare),
  },
  scaffold: {
    description: 'write a first test suite for the tools of a server',
    declare: async (command, declare) => (await import('./live.ts')).declareScaffold(command, declare),
  },
  policy: {
    description: 'the release gate: judge artifacts by a policy',
    declare: async (policy, declare) => (await import('./policy.ts')).declarePolicy(policy, declare),
  },
  scenario: {
    description: 'scenario worlds: did a recorded agent behave in this world, over many turns?',
    declare: async (scenario, declare) => (await import('./scenario.ts')).declareScenario(scenario, declare),
  },
  cassette: {
    description: 'show recordings of agents, and convert them to the canonical form',
    declare: async (cassette, declare) => (await import('./cassette.ts')).declareCassette(cassette, declare),
  },
  gateway: {
    description: 'tool-call policies: may this agent call this tool now, and what would a new rule change?',
    declare: async (gateway, declare, rest) =>
      (await import('./gateway.ts')).declareGateway(gateway, declare, rest),
  },
  evidence: {
    description: 'portable run evidence: condense a run into one small artifact that a registry can check',
    declare: async (evidence, declare, [next]) =>
      (await import('./evidence.ts')).declareEvidence(evidence, declare, next),
  },
  judge: {
    description: 'judges: can you trust a model that grades answers, and how sure it says it is?',
    declare: async (judge, declare) => (await import('./judge.ts')).declareJudge(judge, declare),
  },
  'model-compat': {
    description: 'two models: do recorded runs show that you may switch?',
    declare: async (group, declare) => (await import('./model-compat.ts')).declareModelCompat(group, declare),
  },
  report: {
    description: 'write a report that was kept as JSON in another format, such as a page for people',
    declare: async (command, declare) => (await import('./report.ts')).declareReport(command, declare),
  },
  'exec-policy': {
    description: 'execution safety: which tools may run during tests, and how often',
    declare: async (group, declare) => (await import('./exec-policy.ts')).declareExecPolicy(group, declare),
  },
  sbom: {
    description: 'list the packages that are bundled, or check that no file of the package has changed',
    declare: async (command, declare) => (await import('./package.ts')).declareSbom(command, declare),
  },
  completion: {
    description: 'print the script with which your shell completes commands, flags, files and facts',
    declare: async (command, declare) => {
      const tree = async () => (await import('./tree.ts')).toTree(GROUPS);
      (await import('./completion.ts')).declareCompletion(command, declare, tree);
    },
  },
};

/**
 * Declares every command and flag once, and runs the command that the arguments name. An action imports its command
 * when it runs, so a start loads only what it uses.
 * @throws CommanderError on bad usage, and after printing help or the version
 */
export async function runCli(ports: Ports): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.accepted;
  const declare = declareWith(ports, (code) => {
    exitCode = code;
  });

  const program: Command = new Command('mcptest')
    .description(
      'A local governance kit for MCP servers and agents: verdicts from files and from the servers that you name, without a model.',
    )
    .version(VERSION)
    // the action rejects them, and can say what they may have been meant for
    .allowExcessArguments()
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      // evidence is both a command and a group: its own options are not options of its subcommands
      visibleGlobalOptions: ({ parent }) => (parent ? [...program.options] : []),
    })
    .configureOutput({
      writeOut: (text) => ports.stdout.write(text),
      writeErr: (text) => ports.stderr.write(text.split('\n').map(escapeLine).join('\n')),
    })
    .addHelpText('before', QUESTIONS_HELP)
    .addHelpText('after', EXIT_CODES_HELP);

  for (const flag of PROGRAM_FLAGS) program.addOption(toOption(flag));

  const ofProgram: readonly string[] = PROGRAM_FLAGS.map(nameOfFlag);
  const [named = '', ...rest] = ports.argv.filter((argument) => !ofProgram.includes(argument));
  for (const [name, group] of Object.entries(GROUPS)) {
    const command = program.command(name).description(group.description);
    if (name === named || !Object.hasOwn(GROUPS, named)) await group.declare(command, declare, rest);
  }

  const argv = withoutHelpCommand(program, ports.argv);
  refuseWithPointer(program, argv);
  await program.parseAsync(argv, { from: 'user' });
  return exitCode;
}
