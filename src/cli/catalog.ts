import type { Command } from 'commander';
import { DIFF_FLAGS } from '../commands/catalog/flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest diff`. */
export function declareDiff(command: Command, declare: Declare): void {
  declare(command, {
    summary: 'show how the tools of a server changed between two snapshots',
    description:
      'Compares two tools/list snapshots, or other files with a list of tools: which tools are gone or new, which changes ' +
      'break callers, which promises such as readOnlyHint changed, and what else changed. Exits 1 only for what --fail-on names.',
    operand: { spelling: '[files...]', about: 'the older list of tools, then the newer one' },
    flags: DIFF_FLAGS,
    example: 'mcptest diff --fail-on hints tools.json new-tools.json',
    load: async () => (await import('../commands/catalog/diff.ts')).diff,
  });
}
