import type { Command } from 'commander';
import type { CommandNode } from '../command-tree.ts';
import { COMPLETION_FLAGS, SHELL_NAMES, type Shell } from '../commands/completion/flags.ts';
import type { Declare } from './command.ts';

/**
 * Declares `mcptest completion`.
 * @param tree returns the whole command line, which only this command needs
 */
export function declareCompletion(
  command: Command,
  declare: Declare,
  tree: () => Promise<CommandNode>,
): void {
  declare(command, {
    summary: 'print a script that lets your shell complete commands, flags, files and facts',
    description:
      'Prints a completion script for your shell. Load it from the startup file of the shell: ' +
      '`eval "$(mcptest completion bash)"` in ~/.bashrc, `eval "$(mcptest completion zsh)"` after compinit in ~/.zshrc, ' +
      '`mcptest completion fish | source` in ~/.config/fish/config.fish.',
    operand: { spelling: '<shell>', about: 'the shell', called: 'the shell', words: SHELL_NAMES },
    flags: COMPLETION_FLAGS,
    example: 'eval "$(mcptest completion bash)"',
    load: async () => {
      const [{ completion }, program] = await Promise.all([
        import('../commands/completion/completion.ts'),
        tree(),
      ]);
      return (shell, _, ports) => completion(program, shell as Shell, ports);
    },
  });
}
