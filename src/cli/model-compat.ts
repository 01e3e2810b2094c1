import type { Command } from 'commander';
import { DIFF_FLAGS } from '../commands/model-compat/flags.ts';
import type { Declare } from './command.ts';

/** Declares the commands of `mcptest model-compat`. */
export function declareModelCompat(group: Command, declare: Declare): void {
  declare(group.command('diff'), {
    summary: 'compare the recorded runs of two models; exits 1 if the new one is worse beyond chance',
    description:
      'Compares recordings of the same cases from two models. A case fails if it held with the baseline and no longer holds, ' +
      'beyond the noise of the baseline. Different tools, orders, arguments or shapes are drift. No model is called.',
    flags: DIFF_FLAGS,
    example: 'mcptest model-compat diff --baseline old-model --candidate new-model --out compat.json',
    load: async () => (await import('../commands/model-compat/diff.ts')).modelCompatDiff,
  });
}
