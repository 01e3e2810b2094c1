import type { Command } from 'commander';

/**
 * The arguments that ask for what `help` does: `help policy simulate`, or `policy help simulate`, is
 * `policy simulate --help`. The command `help` of commander goes one level down, and shows the group. A word that is no
 * command is left to be refused.
 */
export function withoutHelpCommand(program: Command, argv: readonly string[]): readonly string[] {
  const words = argv.filter((argument) => !argument.startsWith('-'));
  const at = words.slice(0, 2).indexOf('help');
  if (at === -1 || (at === 1 && !find(program, words[0]))) return argv;
  const known: string[] = [];
  let command = program;
  for (const word of words.toSpliced(at, 1)) {
    // behind a command without others stand operands
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

/** Shown below the help of a command. */
export function example(command: string): string {
  return `\nExample:\n  $ ${command}`;
}

/** Shown below the help of the program. */
export const EXIT_CODES_HELP = `
Exit codes:
  0   accepted, or a dry run done
  1   evaluated, and the answer is no
  2   could not evaluate: bad usage, unreadable or malformed input
  7   a filter selected nothing
  70  a fault of mcptest`;
