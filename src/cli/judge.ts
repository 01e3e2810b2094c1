import type { Command } from 'commander';
import { AGREEMENT_FLAGS, CERTIFY_FLAGS, CORRECT_FLAGS } from '../commands/judge/flags.ts';
import type { Declare } from './command.ts';

/** Declares the commands of `mcptest judge`. */
export function declareJudge(judge: Command, declare: Declare): void {
  declare(judge.command('certify'), {
    summary: 'check with labels whether you can trust the confidences of a judge; exits 1 if not',
    description:
      'Certifies a judge from labelled verdicts: is it right as often as its confidence says, better than chance, and ' +
      'the same in both orders? Decides on upper bounds, not on the figures of the sample. No model is called.',
    flags: CERTIFY_FLAGS,
    example: 'mcptest judge certify --labels labels.jsonl --judge-model judge-1 --out cert.json',
    load: async () => (await import('../commands/judge/certify.ts')).judgeCertify,
  });

  declare(judge.command('agreement'), {
    summary: 'say how far a judge and a person agree, beyond chance',
    description:
      "Compares the verdicts of a judge with a person's labels: Cohen's kappa, and how often the judge says yes where the " +
      'person does, and no where the person does. No model is called.',
    flags: AGREEMENT_FLAGS,
    example: 'mcptest judge agreement --labels labels.jsonl --positive pass',
    load: async () => (await import('../commands/judge/agreement.ts')).judgeAgreement,
  });

  declare(judge.command('correct'), {
    summary: 'estimate how often a person would say yes, from the verdicts of a judge that errs',
    description:
      'Corrects the rate that a judge reports by labels for some of the items: by Rogan and Gladen, and ' +
      'prediction-powered, each with its interval. No model is called.',
    flags: CORRECT_FLAGS,
    example: 'mcptest judge correct --labels labels.jsonl --verdicts all.jsonl --positive pass',
    load: async () => (await import('../commands/judge/correct.ts')).judgeCorrect,
  });
}
