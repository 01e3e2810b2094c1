import type { Approval } from '../../artifacts/audit-log/model.ts';
import { scanJson } from '../../documents/json-scan.ts';
import type { Decided } from '../../features/gateway/enforce/decider.ts';
import {
  holdInWords,
  INEXACT,
  refusedInWords,
  waitingInWords,
} from '../../features/gateway/enforce/denial.ts';
import type { Answered, HookCall } from '../../features/gateway/enforce/hooks/hook.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { readDuration } from '../../time/duration.ts';
import type { Instant } from '../../time/instant.ts';
import { openHeldCalls } from './approvals-dir.ts';
import type { HOOK_FLAGS } from './enforce-flags.ts';
import type { Enforcer } from './enforcer.ts';
import { approveCommand, boundCallOf, callToHold } from './holding.ts';

/** A call that the rules hold, and that its agent asks nobody about. */
export interface HeldHookCall {
  readonly call: HookCall;
  /** What the agent has sent, as JSON. */
  readonly text: string;
  readonly decided: Decided;
  readonly at: Instant;
}

/**
 * Uses the decision of a person about the same call, or holds it, so that somebody can decide before the agent asks again. A
 * hook cannot wait: its agent ends it, and runs the call. Spec (enforcement): "Approvals".
 * @throws InputError when the held calls cannot be read or written
 */
export function decideHeld(
  { call, text, decided, at }: HeldHookCall,
  enforcer: Enforcer,
  options: OptionsOf<typeof HOOK_FLAGS>,
  ports: Ports,
): { readonly answer: Answered; readonly approval: Approval } {
  const { verdict } = decided;
  const ttl = readDuration('--approval-ttl', options.approvalTtl, '15m');
  if (scanJson(text, 'exact')) {
    const answer = { decision: 'deny', words: `${holdInWords(verdict)}; ${INEXACT}` } as const;
    return { answer, approval: { state: 'denied', by: 'mcptest', at } };
  }
  const { calls } = openHeldCalls(options, ports);
  const bound = boundCallOf(decided, call.arguments, ports.sha256);
  const used = calls.useDecision(bound, at);
  if (used) {
    const { verdict: state, by, at: when } = used;
    const answer: Answered =
      state === 'approved'
        ? { decision: 'allow', words: '' }
        : { decision: 'deny', words: refusedInWords(verdict, by) };
    return { answer, approval: { state, by, at: when } };
  }
  const { id } = calls.hold(callToHold(bound, decided, enforcer, { created: at, waits: at, ttl }));
  const words = waitingInWords(verdict, approveCommand(id, options));
  return { answer: { decision: 'deny', words }, approval: { state: 'expired', at } };
}
