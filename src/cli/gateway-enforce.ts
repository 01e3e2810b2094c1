import type { Command } from 'commander';
import {
  APPROVAL_FLAGS,
  APPROVALS_FLAGS,
  DECIDE_FLAGS,
  PROXY_FLAGS,
} from '../commands/gateway/enforce-flags.ts';
import { CONTROL_FLAGS } from '../commands/gateway/serve-flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest gateway proxy`. */
export function declareProxy(proxy: Command, declare: Declare): void {
  declare(
    proxy.showHelpAfterError(
      '  help: write the command of the server after `--`, or pass its URL with --url',
    ),
    {
      summary: 'stand between a client and a server, and let through only what the rules allow',
      description:
        'Starts the server, or stands in front of --url, and passes on the messages between client and server. Decides each tool ' +
        'call first: an allowed call passes, a denied one is answered with the denial, and one that needs approval waits for ' +
        '`mcptest gateway approvals`. Does not list tools that are always denied. A changed rule set takes effect at once, unless ' +
        'it is faulty.',
      operand: { spelling: '[command...]', about: 'the server: its command and arguments, after `--`' },
      flags: PROXY_FLAGS,
      example:
        'mcptest gateway proxy --policies policies.yml --server files --audit-log audit.ndjson -- npx -y @modelcontextprotocol/server-filesystem .',
      load: async () => (await import('../commands/gateway/proxy.ts')).gatewayProxy,
    },
  );
}

/** Declares `mcptest gateway serve`. */
export function declareServe(serve: Command, declare: Declare): void {
  declare(serve, {
    summary:
      'serve a rule set over HTTP on this machine: an API, and a page to approve calls, look at rules and try them',
    description:
      'Serves the rules, held calls, backtests and suggestions to clients with a token, and a page for a browser whose link ' +
      'is printed at the start. Changes of rules are written to the file of --policies and keep its comments. The API is ' +
      'described at /openapi.json. Runs until you interrupt it.',
    flags: CONTROL_FLAGS,
    example: 'mcptest gateway serve --policies policies.yml --token-file tokens.yml --audit-log audit.ndjson',
    load: async () => (await import('../commands/gateway/serve/serve.ts')).gatewayServe,
  });
}

const HELD = { spelling: '<id>', about: 'the held call', called: 'the held call' } as const;

/** Declares the commands of `mcptest gateway approvals`. */
export function declareApprovals(approvals: Command, declare: Declare): void {
  declare(approvals.command('list'), {
    summary: 'print the calls that wait for a decision, or whose decision has not been used yet',
    flags: APPROVALS_FLAGS,
    example: 'mcptest gateway approvals list',
    load: async () => (await import('../commands/gateway/approvals.ts')).listApprovals,
  });

  declare(approvals.command('show'), {
    summary: 'print a held call with all that is known about it',
    operand: HELD,
    flags: APPROVAL_FLAGS,
    example: 'mcptest gateway approvals show 0123456789abcdef',
    load: async () => (await import('../commands/gateway/approvals.ts')).showApproval,
  });

  for (const { name, verdict, summary } of DECISIONS) {
    declare(approvals.command(name), {
      summary,
      operand: HELD,
      flags: DECIDE_FLAGS,
      example: `mcptest gateway approvals ${name} 0123456789abcdef`,
      load: async () => {
        const { decideApproval } = await import('../commands/gateway/approvals.ts');
        return (...args) => decideApproval(verdict, ...args);
      },
    });
  }
}

const DECISIONS = [
  { name: 'approve', verdict: 'approved', summary: 'let a held call run, once and with these arguments' },
  { name: 'deny', verdict: 'denied', summary: 'deny a held call' },
] as const;
