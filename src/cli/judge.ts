import type { Command } from 'commander';
import { CERTIFY_FLAGS } from '../commands/judge/flags.ts';
import type { Declare } from './command.ts';

/** Declares the commands of `mcptest judge`. */
export function declareJudge(judge: Command, declare: Declare): void {
  declare(judge.command('certify'), {
    summary: 'say from labels whether you may trust the confidences of a judge; exits 1 if not',
    description:
      'Certifies a judge by labelled verdicts: is it right as often as its confidence says, better than chance, and ' +
      'the same in both orders? Decides on upper bounds, not on the figures of the sample. No model is called.',
    flags: CERTIFY_FLAGS,
    example: 'mcptest judge certify --labels labels.jsonl --judge-model judge-1 --out cert.json',
    load: async () => (await import('../commands/judge/certify.ts')).judgeCertify,
  });
}
