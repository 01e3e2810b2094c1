import type { Command } from 'commander';
import { InputError } from '../errors.ts';

/** Commands that people look for, which do not exist: what there is instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  version: 'use `mcptest --version`',
};

/**
 * Refuses a word that is not a command, but that names something that exists: a command of the original, or one inside of
 * a group. commander reports any other unknown word.
 * @param program with all groups declared, unless the word is a command
 * @throws InputError
 */
export function refuseWithPointer(program: Command, argv: readonly string[]): void {
  const word = argv.find((argument) => !argument.startsWith('-'));
  if (word === undefined || program.commands.some((command) => command.name() === word)) return;
  const instead = Object.hasOwn(INSTEAD, word) ? INSTEAD[word] : insideGroups(program, word);
  if (instead === undefined) return;
  throw new InputError({ message: `there is no command \`mcptest ${word}\``, help: instead });
}

function insideGroups(program: Command, word: string): string | undefined {
  const found = program.commands
    .filter((group) => group.commands.some((command) => command.name() === word))
    .map((group) => `\`mcptest ${group.name()} ${word}\``);
  if (found.length < 2) return found[0] && `did you mean ${found[0]}?`;
  return `did you mean ${found.slice(0, -1).join(', ')} or ${found.at(-1)}?`;
}
