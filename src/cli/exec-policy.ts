import type { Command } from 'commander';
import { DECISION_CONTEXTS } from '../exec-policy/model.ts';
import { example } from './help.ts';
import { choice, OUT, operand, type Run } from './options.ts';

/** Declares the commands of `mcptest exec-policy`. */
export function declareExecPolicy(group: Command, run: Run): void {
  withClasses(group.command('classify'))
    .summary('say of every tool of a server whether it may run while testing, and why')
    .description(
      'Classifies tools by their annotations, else by their names: what runs freely, what runs once, what only a ' +
        'person may let run. Reads a tools/list result, the list in it, a JSON-RPC response, or a mock manifest.',
    )
    .argument('<tools>', 'the file that lists the tools; - is standard input', operand)
    .addOption(
      choice(
        '--context <context>',
        'live: a tool that may not run is refused; generate: it is only written down',
        DECISION_CONTEXTS,
      ),
    )
    .addOption(choice('--format <format>', 'how the report is written', ['pretty', 'json']))
    .addOption(OUT())
    .addHelpText('after', example('mcptest exec-policy classify tools.json --strict'))
    .action(
      run(async (options, at, file) =>
        (await import('../commands/exec-policy/classify.ts')).execPolicyClassify(file ?? '', options, at),
      ),
    );
}

/** What decides whether a tool may run: the same flags wherever the execution safety policy is asked. */
export function withClasses(command: Command): Command {
  return command
    .option(
      '--execute-destructive',
      'let run, once, what is held back: destructive tools, with --strict all that is not shown to read',
    )
    .option('--strict', 'take a tool for read-only only where its name or an annotation shows it');
}
