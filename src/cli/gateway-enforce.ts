import type { Command } from 'commander';
import { APPROVAL_FLAGS, APPROVALS_FLAGS, DECIDE_FLAGS } from '../commands/gateway/flags.ts';
import type { Declare } from './command.ts';

const HELD = { spelling: '<id>', about: 'the held call', called: 'the held call' } as const;

/** Declares the commands of `mcptest gateway approvals`. */
export function declareApprovals(approvals: Command, declare: Declare): void {
  declare(approvals.command('list'), {
    summary: 'print the calls that wait for a decision, or whose decision was not used yet',
    flags: APPROVALS_FLAGS,
    example: 'mcptest gateway approvals list',
    load: async () => (await import('../commands/gateway/approvals.ts')).listApprovals,
  });

  declare(approvals.command('show'), {
    summary: 'print a held call with all that is known of it',
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
