import type { BoundCall } from '../../artifacts/approval/model.ts';
import { argumentsDigest, type Digest } from '../../features/gateway/enforce/approval-binding.ts';
import type { Decided } from '../../features/gateway/enforce/decider.ts';
import { maskArguments } from '../../inspection/mask-arguments.ts';
import { shellCommand } from '../../report/shell-command.ts';
import type { Duration } from '../../time/duration.ts';
import type { Instant } from '../../time/instant.ts';
import type { Enforcer } from './enforcer.ts';
import type { CallToHold } from './held-calls.ts';

/** Returns what the approval of a decided call is bound to. */
export function boundCallOf(
  { call }: Decided,
  args: Readonly<Record<string, unknown>> | undefined,
  sha256: Digest,
): BoundCall {
  const argsSha256 = argumentsDigest(args, sha256);
  return { tool: call.tool, server: call.server, agent: call.agent?.id, argsSha256 };
}

/** When a call is held. */
export interface HoldTimes {
  readonly created: Instant;
  /** Until when its client waits. */
  readonly waits: Instant;
  /** How long it can be decided, and a decision be used. */
  readonly ttl: Duration;
}

/** Returns a decided call as the list of held calls keeps it: without what detectors found. */
export function callToHold(
  bound: BoundCall,
  decided: Decided,
  { decider, sha256 }: Pick<Enforcer, 'decider' | 'sha256'>,
  { created, waits, ttl }: HoldTimes,
): CallToHold {
  const { call, verdict } = decided;
  const args = maskArguments(call, decider.file.inspection);
  // later the arguments are masked, and the rules may be others
  const trace = decider.trace(decided, 'matching').map(({ policy, because }) => ({ policy, because }));
  return {
    ...bound,
    ...(args && { arguments: args }),
    policy: verdict.matchedPolicy,
    reason: verdict.reason,
    ...(trace.length > 0 && { trace }),
    ruleSet: sha256,
    created,
    waits: Math.min(waits, created + ttl),
    expires: created + ttl,
  };
}

/** Returns the command that approves a held call. */
export function approveCommand(
  id: string,
  { approvalsDir }: { readonly approvalsDir?: string | undefined },
): string {
  const folder = approvalsDir === undefined ? [] : ['--approvals-dir', approvalsDir];
  return shellCommand(['mcptest', 'gateway', 'approvals', 'approve', id, ...folder]);
}
