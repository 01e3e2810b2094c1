import type { Command } from 'commander';
import {
  DECISIONS,
  RESOURCE_TYPES,
  SIGNAL_CATEGORIES,
  THREAT_CLASSES,
} from '../artifacts/audit-log/model.ts';
import { TRACE_MODES } from '../features/gateway/rules/model.ts';
import {
  CHECK_FORMAT_NAMES,
  RULE_LIST_FORMAT_NAMES,
  SIMULATION_FORMAT_NAMES,
} from '../report/gateway/formats.ts';
import { declareBacktest, declareSuggest } from './gateway-logs.ts';
import { example } from './help.ts';
import {
  choice,
  choices,
  NOW,
  OUT,
  operand,
  optionalChoice,
  POLICIES,
  type Run,
  value,
  values,
  whole,
} from './options.ts';

/** Declares the commands of `mcptest gateway`. */
export function declareGateway(gateway: Command, run: Run): void {
  declareSimulate(gateway, run);
  declareBacktest(gateway, run);
  declareSuggest(gateway, run);
  declareCheck(gateway, run);
  declareRules(gateway.command('policies').description('list and edit the rules of a rule set'), run);
}

function declareSimulate(gateway: Command, run: Run): void {
  gateway
    .command('simulate')
    .summary('decide a tool call under a rule set; --gate blocks on deny and require_approval')
    .description(
      'Decides one tool call, or each of many, as the rules would: allow, deny or require_approval, with the ' +
        'rule that decided and why. Risk and signals are found in the arguments unless the call carries them.',
    )
    .addOption(POLICIES())
    .addOption(
      value(
        '--call <file>',
        'the call as JSON, or many: a list, or one a line, each with the verdict that it must get as `expect` if you like; - is standard input',
      ),
    )
    .addOption(value('--tool <name>', 'the tool that is called; the flags below describe the call'))
    .addOption(value('--args <json>', 'its arguments, a JSON object'))
    .addOption(value('--agent <id>', 'the agent that calls'))
    .addOption(values('--label <label>', 'a label of the agent; may be given several times'))
    .addOption(optionalChoice('--threat <class>', 'its latest threat assessment', THREAT_CLASSES))
    .addOption(value('--ip <address>', 'where the call comes from'))
    .addOption(value('--server <name>', 'the MCP server of the tool, as in `servers` of the rule set'))
    .addOption(value('--env <environment>', 'the environment of the target'))
    .addOption(optionalChoice('--type <type>', 'the type of the target', RESOURCE_TYPES))
    .addOption(value('--host <host>', 'the destination host'))
    .addOption(
      whole('--risk <number>', 'the risk, 0 to 100, instead of the one that inspection finds', 0, 100),
    )
    .addOption(
      choices('--signal <category>', 'a signal, instead of those that inspection finds', SIGNAL_CATEGORIES),
    )
    .addOption(value('--at <time>', 'when the call is made, RFC 3339 (default: the current time)'))
    .addOption(
      choice(
        '--trace <rules>',
        'the rules that the report tells of',
        TRACE_MODES,
        'all for one call, matching for many',
      ),
    )
    .option('--gate', 'exit 1 when a call is denied or held for approval; without it the command exits 0')
    .addOption(choice('--format <format>', 'how the report is written', SIMULATION_FORMAT_NAMES))
    .addOption(OUT())
    .addOption(NOW())
    .addHelpText(
      'after',
      example(
        'mcptest gateway simulate --policies policies.yml --tool db.write --env production --type database',
      ),
    )
    .action(
      run(async (options, at) =>
        (await import('../commands/gateway/simulate.ts')).gatewaySimulate(options, at),
      ),
    );
}

function declareCheck(gateway: Command, run: Run): void {
  gateway
    .command('check')
    .summary('lint a rule set without a call')
    .description(
      'Finds rules that can never change a verdict, thresholds that are never asked, windows that never open, ' +
        'and patterns that match no tool of a catalog. Exits 0 when there is nothing, 1 with findings, 2 when the ' +
        'file cannot be read.',
    )
    .argument('<file>', 'the rule set (YAML or JSON)', operand)
    .addOption(
      value('--tools <file>', 'the tools that there are: an answer to tools/list, or a list of tools'),
    )
    .addOption(choice('--format <format>', 'how the findings are written', CHECK_FORMAT_NAMES))
    .addOption(OUT())
    .addHelpText('after', example('mcptest gateway check policies.yml --tools tools.json'))
    .action(
      run(async (options, at, file) =>
        (await import('../commands/gateway/check.ts')).gatewayCheck(file ?? '', options, at),
      ),
    );
}

function declareRules(rules: Command, run: Run): void {
  rules
    .command('list')
    .summary('print the rules in the order in which they are evaluated')
    .addOption(POLICIES())
    .addOption(choice('--format <format>', 'how the list is written', RULE_LIST_FORMAT_NAMES))
    .addOption(OUT())
    .addHelpText('after', example('mcptest gateway policies list --policies policies.yml'))
    .action(
      run(async (options, at) => (await import('../commands/gateway/policies.ts')).listRules(options, at)),
    );

  rules
    .command('add')
    .summary('append a rule to the rule set, or begin one; all else in the file stays as it is')
    .addOption(POLICIES())
    .addOption(
      value('--from <file>', 'the rule as YAML or JSON, instead of the flags below; - is standard input'),
    )
    .addOption(value('--name <name>', 'its name, 1 to 120 characters'))
    .addOption(value('--tool-pattern <pattern>', 'the tools it is for; * stands for one or more characters'))
    .addOption(optionalChoice('--action <action>', 'what it says', DECISIONS))
    .addOption(
      whole(
        '--risk-threshold <number>',
        'deny from this risk on, 0 to 100, when no other rule decides',
        0,
        100,
      ),
    )
    .addOption(optionalChoice('--signal-category <category>', 'fire on this signal only', SIGNAL_CATEGORIES))
    .addOption(
      whole('--priority <number>', 'lower is evaluated first (default: 100)', Number.MIN_SAFE_INTEGER),
    )
    .option('--disabled', 'switched off until `gateway policies enable`')
    .addHelpText(
      'after',
      example(
        "mcptest gateway policies add --policies policies.yml --name 'No deletes' --tool-pattern 'aws.delete_*' --action deny",
      ),
    )
    .action(
      run(async (options, at) => (await import('../commands/gateway/policies.ts')).addRule(options, at)),
    );

  for (const { name, summary } of EDITS) {
    rules
      .command(name)
      .summary(summary)
      .argument('<name>', 'the name of the rule', (given: string) => operand(given, 'the name'))
      .addOption(POLICIES())
      .addHelpText('after', example(`mcptest gateway policies ${name} 'No deletes' --policies policies.yml`))
      .action(
        run(async (options, at, rule) =>
          (await import('../commands/gateway/policies.ts')).editRule(name, rule ?? '', options, at),
        ),
      );
  }
}

const EDITS = [
  { name: 'enable', summary: 'switch a rule on' },
  { name: 'disable', summary: 'switch a rule off, and keep it' },
  { name: 'remove', summary: 'remove a rule, with the comment lines above it' },
] as const;
