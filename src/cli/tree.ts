import { Command } from 'commander';
import type { CommandNode } from '../command-tree.ts';
import type { FlagTable } from '../flags.ts';
import type { Declare } from './command.ts';

/** How a group of commands, or a single command, is declared. */
export interface Group {
  readonly description: string;
  /** @param rest the arguments after its name */
  readonly declare: (group: Command, declare: Declare, rest: readonly string[]) => void | Promise<void>;
}

/** Returns the whole command line as data: declares every command, and runs none. */
export async function toTree(groups: Readonly<Record<string, Group>>): Promise<CommandNode> {
  const declared = new Map<Command, Pick<CommandNode, 'flags' | 'operand'>>();
  const declare: Declare = (command, { summary, flags, operand }) => {
    command.summary(summary);
    declared.set(command, { flags, operand });
  };
  const program = new Command('mcptest');
  for (const [name, group] of Object.entries(groups))
    await group.declare(program.command(name).description(group.description), declare, []);
  const toNode = (command: Command): CommandNode => ({
    name: command.name(),
    about: command.summary() || command.description(),
    commands: command.commands.map(toNode),
    ...(declared.get(command) ?? { flags: [] satisfies FlagTable }),
  });
  return toNode(program);
}
