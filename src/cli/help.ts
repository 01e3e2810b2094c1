import type { Command } from 'commander';

/**
 * Rewrites `help policy simulate` and `policy help simulate` to `policy simulate --help`. The `help` command of
 * commander goes only one level down and would show the group. Keeps a word that is not a command, which commander then
 * rejects.
 */
export function withoutHelpCommand(program: Command, argv: readonly string[]): readonly string[] {
  const words = argv.filter((argument) => !argument.startsWith('-'));
  const at = words.slice(0, 2).indexOf('help');
  if (at === -1 || (at === 1 && !find(program, words[0]))) return argv;
  const known: string[] = [];
  let command = program;
  for (const word of words.toSpliced(at, 1)) {
    // after a command without subcommands come operands
    if (command.commands.length === 0) break;
    const next = find(command, word);
    if (!next) return [...known, word];
    known.push(word);
    command = next;
  }
  return [...known, '--help'];
}

function find(command: Command, name: string | undefined): Command | undefined {
  return command.commands.find((each) => each.name() === name);
}

/** Formats the example below the help of a command. */
export function example(command: string): string {
  return `\nExample:\n  $ ${command}`;
}

/**
 * The questions that the program answers, with a command to start with for each: what a newcomer reads first. The five of the spec,
 * in its order. Spec (reports): "Package".
 */
export const QUESTIONS: readonly (readonly [question: string, command: string])[] = [
  ['May this release go out?', 'mcptest policy simulate --policy policy.yml --run-report run.json --gate'],
  ['Did the agent behave, over many turns, in this world?', 'mcptest scenario run suite.yml'],
  [
    'May this agent call this tool now, and what would a new rule change?',
    'mcptest gateway simulate --policies policies.yml --tool db.write',
  ],
  ['Can a registry trust this run?', 'mcptest evidence verify evidence.json --key release.pub'],
  ['May we execute this tool while testing?', 'mcptest exec-policy classify tools.json'],
];

/** The questions, shown above the help of the program. */
export const QUESTIONS_HELP = `${QUESTIONS.map(([question, command]) => `${question}\n  $ ${command}\n`).join('')}
To try mcptest without files of your own: mcptest demo.
To test a server: mcptest init -- CMD.
`;

/** The exit codes, shown below the help of the program. */
export const EXIT_CODES_HELP = `
Exit codes:
  0   accepted, or a dry run that finished
  1   evaluated, and the answer is no
  2   could not evaluate: bad usage, unreadable or malformed input
  7   a filter selected nothing
  70  a bug in mcptest`;
