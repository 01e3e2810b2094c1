import type { Command } from 'commander';
import { HOOK_FLAGS } from '../commands/gateway/enforce-flags.ts';
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
import { declareApprovals, declareProxy, declareServe } from './gateway-enforce.ts';

const RULE_SET_HELP =
  '  help: pass the rule set with --policies; without any rules yet, a file with `version: "1"` and `policies: []`';

/**
 * Declares the commands of `mcptest gateway`.
 * @param rest the arguments after `gateway`
 */
export function declareGateway(gateway: Command, declare: Declare, rest: readonly string[]): void {
  declareHook(gateway.command('hook'), declare, rest[1]);

  declare(gateway.command('simulate'), {
    summary: 'decide a tool call under a rule set; --gate blocks on deny and require_approval',
    description:
      'Decides one or many tool calls as the rules would: allow, deny or require_approval, with the rule that decided ' +
      'and why. Inspects the arguments for risk and signals unless the call already has them.',
    flags: SIMULATE_FLAGS,
    example:
      'mcptest gateway simulate --policies policies.yml --tool db.write --env production --type database',
    load: async () => (await import('../commands/gateway/simulate.ts')).gatewaySimulate,
  });

  declare(gateway.command('backtest'), {
    summary: 'replay draft rules over audit logs: which recorded decisions would flip?',
    description:
      'Decides every record of the audit logs twice: under the current rules and under the changed ones, from a draft or ' +
      'from another file. Counts the decisions that flip, and lists first those that let more through. A record that ' +
      'lacks a value that a changed rule needs is unknown, and counts as a flip against the limits.',
    flags: BACKTEST_FLAGS,
    example:
      'mcptest gateway backtest --policies policies.yml --draft draft.yml --audit-log audit.ndjson --fail-on-loosen',
    load: async () => (await import('../commands/gateway/backtest.ts')).gatewayBacktest,
  });

  declare(gateway.command('suggest').showHelpAfterError(RULE_SET_HELP), {
    summary: 'suggest rules that audit logs support, each with its own backtest',
    description:
      'Derives rules from audit logs: held calls that always got the same answer, signals that are repeatedly denied by ' +
      'hand, usual hours and networks, rules that no call needs. Changes nothing until you accept a suggestion. ' +
      'A suggestion that you accept or dismiss does not come back.',
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
      'Finds rules that can never change a verdict, thresholds that are never reached, windows that never open, ' +
      'and patterns that match no tool of a catalog. Exits 0 without findings, 1 with findings, 2 when the file ' +
      'cannot be read.',
    operand: { spelling: '<file>', about: 'the rule set (YAML or JSON)' },
    flags: CHECK_FLAGS,
    example: 'mcptest gateway check policies.yml --tools tools.json',
    load: async () => (await import('../commands/gateway/check.ts')).gatewayCheck,
  });

  declareProxy(gateway.command('proxy'), declare);
  declareServe(gateway.command('serve'), declare);
  declareApprovals(gateway.command('approvals').description('list and decide held calls'), declare);

  declareRules(gateway.command('policies').description('list and edit the rules of a rule set'), declare);
}

/**
 * Declares `gateway hook`, and the command that prints how an agent calls it.
 * @param next the argument after `hook`
 */
function declareHook(hook: Command, declare: Declare, next: string | undefined): void {
  declare(hook.command('install'), {
    summary: 'print the settings with which an agent calls the hook; edits nothing',
    description:
      'Prints the settings for the agent, with what makes it block a call when the hook fails, and with the flags given ' +
      'here. Changes no file.',
    flags: HOOK_FLAGS,
    example: 'mcptest gateway hook install --agent claude --policies policies.yml --audit-log audit.ndjson',
    load: async () => (await import('../commands/gateway/hook-install.ts')).gatewayHookInstall,
  });

  const summary = 'decide one tool call of an agent, which asks before it makes the call';
  // otherwise the flags after `install` would be read as those of `hook`
  if (next === 'install') return void hook.summary(summary);
  declare(hook, {
    summary,
    description:
      'Reads one call from standard input, in the form that the hooks of the agent use, and answers as the agent expects: allow, ' +
      'deny, or ask a person. Whatever goes wrong denies the call: rules that cannot be read, an input that is not ' +
      'understood, a log that cannot be written, a decision that takes too long.',
    flags: HOOK_FLAGS,
    example: 'mcptest gateway hook --agent claude --policies policies.yml < call.json',
    load: async () => (await import('../commands/gateway/hook.ts')).gatewayHook,
  });
}

function declareSuggestions(suggestions: Command, declare: Declare): void {
  const SUGGESTION = { spelling: '<id>', about: 'the suggestion', called: 'the suggestion' } as const;

  declare(suggestions.command('list'), {
    summary: 'print the open suggestions',
    flags: SUGGESTIONS_FLAGS,
    example: 'mcptest gateway suggestions list --policies policies.yml',
    load: async () => (await import('../commands/gateway/suggestions.ts')).listSuggestions,
  });

  declare(suggestions.command('accept'), {
    summary: 'add a suggested rule to the rule set; the rest of the file stays unchanged',
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
    summary: 'print the rules in evaluation order',
    flags: LIST_FLAGS,
    example: 'mcptest gateway policies list --policies policies.yml',
    load: async () => (await import('../commands/gateway/policies.ts')).listRules,
  });

  declare(rules.command('add'), {
    summary: 'append a rule to the rule set, or start a new one; the rest of the file stays unchanged',
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
  { name: 'disable', summary: 'switch a rule off without removing it' },
  { name: 'remove', summary: 'remove a rule, with the comment lines above it' },
] as const;
