import type { Command } from 'commander';
import { CLASSIFY_FLAGS } from '../commands/exec-policy/flags.ts';
import type { Declare } from './command.ts';

/** Declares the commands of `mcptest exec-policy`. */
export function declareExecPolicy(group: Command, declare: Declare): void {
  declare(group.command('classify'), {
    summary: 'show for every tool of a server whether a test may run it, and why',
    description:
      'Classifies tools by their annotations, or else by their names: which run freely, which run once, and which run ' +
      'only with your permission. Reads a tools/list result, its list of tools, a JSON-RPC response or a mock manifest.',
    operand: { spelling: '<tools>', about: 'the file that lists the tools; - for standard input' },
    flags: CLASSIFY_FLAGS,
    example: 'mcptest exec-policy classify tools.json --strict',
    load: async () => (await import('../commands/exec-policy/classify.ts')).execPolicyClassify,
  });
}
