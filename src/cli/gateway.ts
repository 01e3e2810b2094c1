import type { Command } from 'commander';
import {
  ADD_FLAGS,
  BACKTEST_FLAGS,
  CHECK_FLAGS,
  EDIT_FLAGS,
  LIST_FLAGS,
  SIMULATE_FLAGS,
  STATE_FLAGS,
  SUGGEST_FLAGS,
  SUGGESTIONS_FLAGS,
} from '../commands/gateway/flags.ts';
import type { Declare } from './command.ts';

/** Declares the commands of `mcptest gateway`. */
export function declareGateway(gateway: Command, declare: Declare): void {
  declare(gateway.command('simulate'), {
    summary: 'decide a tool call under a rule set; --gate blocks on deny and require_approval',
    description:
      'Decides one tool call, or each of many, as the rules would: allow, deny or require_approval, with the ' +
      'rule that decided and why. Risk and signals are found in the arguments unless the call carries them.',
    flags: SIMULATE_FLAGS,
    example:
      'mcptest gateway simulate --policies policies.yml --tool db.write --env production --type database',
    load: async () => (await import('../commands/gateway/simulate.ts')).gatewaySimulate,
  });

  declare(gateway.command('backtest'), {
    summary: 'replay draft rules over audit logs: which recorded decisions would flip',
    description:
      'Decides every record of audit logs twice, under the rules as they are and as they would be: with a draft in ' +
      'them, or as another file has them. Counts the decisions that flip, those that let more through first. ' +
      'Records that lack what a changed rule looks at are ' +
      'unknown, and count as flips against the limits.',
    flags: BACKTEST_FLAGS,
    example:
      'mcptest gateway backtest --policies policies.yml --draft draft.yml --audit-log audit.ndjson --fail-on-loosen',
    load: async () => (await import('../commands/gateway/backtest.ts')).gatewayBacktest,
  });

  declare(gateway.command('suggest'), {
    summary: 'find rules that audit logs speak for, each with its own backtest',
    description:
      'Looks in audit logs for rules: held calls that were always answered alike, signals that keep being denied by ' +
      'hand, usual hours and networks, rules that no call needs. Nothing is changed until one is accepted; what is ' +
      'accepted or dismissed does not come back.',
    flags: SUGGEST_FLAGS,
    example: 'mcptest gateway suggest --policies policies.yml --audit-log audit.ndjson',
    load: async () => (await import('../commands/gateway/suggest.ts')).gatewaySuggest,
  });

  declareSuggestions(
    gateway.command('suggestions').description('list, accept and dismiss suggested rules'),
    declare,
  );

  declare(gateway.command('check'), {
    summary: 'lint a rule set without a call',
    description:
      'Finds rules that can never change a verdict, thresholds that are never asked, windows that never open, ' +
      'and patterns that match no tool of a catalog. Exits 0 when there is nothing, 1 with findings, 2 when the ' +
      'file cannot be read.',
    operand: { spelling: '<file>', about: 'the rule set (YAML or JSON)' },
    flags: CHECK_FLAGS,
    example: 'mcptest gateway check policies.yml --tools tools.json',
    load: async () => (await import('../commands/gateway/check.ts')).gatewayCheck,
  });

  declareRules(gateway.command('policies').description('list and edit the rules of a rule set'), declare);
}

function declareSuggestions(suggestions: Command, declare: Declare): void {
  const SUGGESTION = { spelling: '<id>', about: 'the suggestion', called: 'the suggestion' } as const;

  declare(suggestions.command('list'), {
    summary: 'print the suggestions that are open',
    flags: SUGGESTIONS_FLAGS,
    example: 'mcptest gateway suggestions list --policies policies.yml',
    load: async () => (await import('../commands/gateway/suggestions.ts')).listSuggestions,
  });

  declare(suggestions.command('accept'), {
    summary: 'put a suggested rule into the rule set; everything else in the file stays as it is',
    operand: SUGGESTION,
    flags: STATE_FLAGS,
    example: 'mcptest gateway suggestions accept 0123456789ab --policies policies.yml',
    load: async () => (await import('../commands/gateway/suggestions.ts')).acceptSuggestion,
  });

  declare(suggestions.command('dismiss'), {
    summary: 'dismiss a suggestion for good',
    operand: SUGGESTION,
    flags: STATE_FLAGS,
    example: 'mcptest gateway suggestions dismiss 0123456789ab --policies policies.yml',
    load: async () => (await import('../commands/gateway/suggestions.ts')).dismissSuggestion,
  });
}

function declareRules(rules: Command, declare: Declare): void {
  declare(rules.command('list'), {
    summary: 'print the rules in the order in which they are evaluated',
    flags: LIST_FLAGS,
    example: 'mcptest gateway policies list --policies policies.yml',
    load: async () => (await import('../commands/gateway/policies.ts')).listRules,
  });

  declare(rules.command('add'), {
    summary: 'append a rule to the rule set, or begin one; all else in the file stays as it is',
    flags: ADD_FLAGS,
    example:
      "mcptest gateway policies add --policies policies.yml --name 'No deletes' --tool-pattern 'aws.delete_*' --action deny",
    load: async () => (await import('../commands/gateway/policies.ts')).addRule,
  });

  for (const { name, summary } of EDITS) {
    declare(rules.command(name), {
      summary,
      operand: { spelling: '<name>', about: 'the name of the rule', called: 'the name' },
      flags: EDIT_FLAGS,
      example: `mcptest gateway policies ${name} 'No deletes' --policies policies.yml`,
      load: async () => {
        const { editRule } = await import('../commands/gateway/policies.ts');
        return (...args) => editRule(name, ...args);
      },
    });
  }
}

const EDITS = [
  { name: 'enable', summary: 'switch a rule on' },
  { name: 'disable', summary: 'switch a rule off, and keep it' },
  { name: 'remove', summary: 'remove a rule, with the comment lines above it' },
] as const;
