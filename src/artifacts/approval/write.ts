import { toJson } from '../../documents/to-json.ts';
import { formatInstant } from '../../time/instant.ts';
import type { ApprovalEnd, ApprovalVerdict, HeldCall } from './model.ts';

/** Longer arguments are left out of the file, in characters of JSON: nobody reads them there. */
const MOST_ARGUMENTS = 65_536;

const HEAD = { schema_version: 'mcptest.dev/approval/v1' } as const;

/** More rules than these are left out of the file. */
const MOST_RULES = 50;

/** Writes the file of a held call. */
export function writeHeldCall(held: HeldCall): string {
  return toJson({ ...HEAD, ...heldCallKeys(held) });
}

/** Returns a held call as its file has it, without the version. */
export function heldCallKeys(held: HeldCall) {
  const { id, session, agent, server, tool, arguments: args, argsSha256, policy, reason, trace } = held;
  const isShown = args !== undefined && JSON.stringify(args).length <= MOST_ARGUMENTS;
  return {
    ...{ id, session, agent, server, tool },
    ...(isShown && { arguments: args }),
    args_sha256: argsSha256,
    policy,
    reason,
    trace: trace?.slice(0, MOST_RULES),
    rule_set_sha256: held.ruleSet,
    created: formatInstant(held.created),
    waits_until: formatInstant(held.waits),
    expires: formatInstant(held.expires),
  };
}

/** Writes the decision about a held call. */
export function writeApprovalVerdict({ verdict, by, at }: ApprovalVerdict): string {
  return toJson({ ...HEAD, verdict, by, at: formatInstant(at) });
}

/** Writes the end of a held call. */
export function writeApprovalEnd({ end, at }: ApprovalEnd): string {
  return toJson({ ...HEAD, end, at: formatInstant(at) });
}
