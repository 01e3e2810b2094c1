import type { Command } from 'commander';
import { CLASSIFY_FLAGS } from '../commands/exec-policy/flags.ts';
import type { Declare } from './command.ts';

/** Declares the commands of `mcptest exec-policy`. */
export function declareExecPolicy(group: Command, declare: Declare): void {
  declare(group.command('classify'), {
    summary: 'say of every tool of a server whether it may run while testing, and why',
    description:
      'Classifies tools by their annotations, else by their names: what runs freely, what runs once, what only a ' +
      'person may let run. Reads a tools/list result, the list in it, a JSON-RPC response, or a mock manifest.',
    operand: { spelling: '<tools>', about: 'the file that lists the tools; - is standard input' },
    flags: CLASSIFY_FLAGS,
    example: 'mcptest exec-policy classify tools.json --strict',
    load: async () => (await import('../commands/exec-policy/classify.ts')).execPolicyClassify,
  });
}
