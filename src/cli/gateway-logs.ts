import type { Command } from 'commander';
import { BACKTEST_FORMAT_NAMES, SUGGEST_FORMAT_NAMES } from '../report/gateway/formats.ts';
import { example } from './help.ts';
import { choice, OUT, operand, POLICIES, type Run, value, values, whole } from './options.ts';

/** Declares `mcptest gateway backtest`. */
export function declareBacktest(gateway: Command, run: Run): void {
  withLogs(gateway.command('backtest'))
    .summary('replay draft rules over audit logs: which recorded decisions would flip')
    .description(
      'Decides every record of audit logs twice, under the rules as they are and as they would be: with a draft in ' +
        'them, or as another file has them. Counts the decisions that flip, those that let more through first. ' +
        'Records that lack what a changed rule looks at are ' +
        'unknown, and count as flips against the limits.',
    )
    .addOption(
      value('--draft <file>', 'the draft: policies to add, or to take the place of those with their names'),
    )
    .addOption(values('--remove <name>', 'try it without this policy; may be given several times'))
    .addOption(
      value(
        '--after <file>',
        'a whole rule set, compared as it is: its order, its servers, what it leaves out',
      ),
    )
    .addOption(whole('--samples <number>', 'how many records are shown for each flip (default: 5)', 0, 1000))
    .addOption(whole('--max-flips <number>', 'exit 1 when more decisions flip', 0))
    .option('--fail-on-loosen', 'exit 1 when a decision becomes less strict')
    .option('--allow-unknown', 'do not count unknown records against these limits')
    .addOption(choice('--format <format>', 'how the report is written', BACKTEST_FORMAT_NAMES))
    .addOption(OUT())
    // for the process that counts the second half of a large log, see commands/backtest-halves.ts
    .addOption(value('--part <part>', 'count a part of the logs').hideHelp())
    .addHelpText(
      'after',
      example(
        'mcptest gateway backtest --policies policies.yml --draft draft.yml --audit-log audit.ndjson --fail-on-loosen',
      ),
    )
    .action(
      run(async (options, at) =>
        (await import('../commands/gateway/backtest.ts')).gatewayBacktest(options, at),
      ),
    );
}

/** Declares `mcptest gateway suggest` and what becomes of suggestions. */
export function declareSuggest(gateway: Command, run: Run): void {
  withLogs(gateway.command('suggest'))
    .summary('find rules that audit logs speak for, each with its own backtest')
    .description(
      'Looks in audit logs for rules: held calls that were always answered alike, signals that keep being denied by ' +
        'hand, usual hours and networks, rules that no call needs. Nothing is changed until one is accepted; what is ' +
        'accepted or dismissed does not come back.',
    )
    .addOption(STATE())
    .addOption(whole('--min-support <number>', 'how many records must speak for a rule (default: 20)', 1))
    .addOption(choice('--format <format>', 'how the suggestions are written', SUGGEST_FORMAT_NAMES))
    .addOption(OUT())
    .addHelpText('after', example('mcptest gateway suggest --policies policies.yml --audit-log audit.ndjson'))
    .action(
      run(async (options, at) =>
        (await import('../commands/gateway/suggest.ts')).gatewaySuggest(options, at),
      ),
    );

  declareSuggestions(
    gateway.command('suggestions').description('list, accept and dismiss suggested rules'),
    run,
  );
}

function declareSuggestions(suggestions: Command, run: Run): void {
  const id = (given: string) => operand(given, 'the suggestion');
  suggestions
    .command('list')
    .summary('print the suggestions that are open')
    .addOption(POLICIES())
    .addOption(STATE())
    .option('--all', 'those that were accepted or dismissed too')
    .addOption(choice('--format <format>', 'how the list is written', ['pretty', 'json']))
    .addOption(OUT())
    .addHelpText('after', example('mcptest gateway suggestions list --policies policies.yml'))
    .action(
      run(async (options, at) =>
        (await import('../commands/gateway/suggestions.ts')).listSuggestions(options, at),
      ),
    );

  suggestions
    .command('accept')
    .summary('put a suggested rule into the rule set; everything else in the file stays as it is')
    .argument('<id>', 'the suggestion', id)
    .addOption(POLICIES())
    .addOption(STATE())
    .addHelpText('after', example('mcptest gateway suggestions accept 0123456789ab --policies policies.yml'))
    .action(
      run(async (options, at, given) =>
        (await import('../commands/gateway/suggestions.ts')).acceptSuggestion(given ?? '', options, at),
      ),
    );

  suggestions
    .command('dismiss')
    .summary('dismiss a suggestion for good')
    .argument('<id>', 'the suggestion', id)
    .addOption(POLICIES())
    .addOption(STATE())
    .addHelpText('after', example('mcptest gateway suggestions dismiss 0123456789ab --policies policies.yml'))
    .action(
      run(async (options, at, given) =>
        (await import('../commands/gateway/suggestions.ts')).dismissSuggestion(given ?? '', options, at),
      ),
    );
}

const STATE = () =>
  value(
    '--state <file>',
    'where suggestions are kept (default: the rule set with .suggestions.json behind its name)',
  );

function withLogs(command: Command): Command {
  return command
    .addOption(POLICIES())
    .addOption(
      values(
        '--audit-log <file>',
        'an audit log, one record a line, also as gzip; may be given several times',
      ),
    )
    .addOption(value('--since <time>', 'only records at or after this time, RFC 3339'))
    .addOption(value('--until <time>', 'only records before this time, RFC 3339'));
}
