import { parseJson } from '../../documents/json.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { type Instant, parseInstant } from '../../time/instant.ts';
import type { ApprovalEnd, ApprovalVerdict, HeldCall } from './model.ts';
import { approvalEndSchema, approvalVerdictSchema, heldCallSchema } from './schema.ts';

/**
 * Reads the file of a held call.
 * @param id the one in the name of the file: a file that was copied under another name must not be approved in its place
 * @throws InputError
 */
export function readHeldCall(text: string, file: string, id: string): HeldCall {
  const read = validate(heldCallSchema, parseJson(text, file));
  if (read.id !== id) {
    throw new InputError({
      file,
      message: `holds the call \`${read.id}\``,
      help: 'remove the file: the name of a held call never changes',
    });
  }
  const { session, agent, server, tool, arguments: args, policy, reason, trace } = read;
  return {
    ...{ id, session, agent, server, tool, arguments: args, policy, reason, trace },
    argsSha256: read.args_sha256,
    ruleSet: read.rule_set_sha256,
    created: instantOf(read.created),
    waits: instantOf(read.waits_until),
    expires: instantOf(read.expires),
  };
}

/** Reads the decision about a held call. @throws InputError */
export function readApprovalVerdict(text: string, file: string): ApprovalVerdict {
  const { verdict, by, at } = validate(approvalVerdictSchema, parseJson(text, file));
  return { verdict, by, at: instantOf(at) };
}

/** Reads the end of a held call. @throws InputError */
export function readApprovalEnd(text: string, file: string): ApprovalEnd {
  const { end, at } = validate(approvalEndSchema, parseJson(text, file));
  return { end, at: instantOf(at) };
}

/** The schema has checked the text. */
function instantOf(text: string): Instant {
  return parseInstant(text) as Instant;
}
