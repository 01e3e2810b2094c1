import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { time } from '../../documents/schema-parts.ts';
import { APPROVAL_ID, ENDS, VERDICTS } from './model.ts';

const timeOf = (about: string) => described(time(), about);

const sha256 = (about: string) =>
  described(z.string().check(z.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')), about);

const text = (about: string) => described(z.optional(z.string()), about);

/** The file of a held call: `ID.json`. */
export const heldCallSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/approval/v1'),
  id: described(z.string().check(z.regex(APPROVAL_ID, '16 hexadecimal digits')), 'the name of the file'),
  session: text('the session of the agent, if it names one'),
  agent: text('the identifier of the agent'),
  server: text('the server, by its name in the configuration of the client'),
  tool: z.string(),
  arguments: described(
    z.optional(z.looseObject({})),
    'what detectors found is masked; absent if there are none, or too many to be kept here',
  ),
  args_sha256: sha256('the digest of the arguments as canonical JSON (RFC 8785)'),
  policy: described(z.nullable(z.string()), 'the rule that held the call; null when no rule did'),
  reason: z.string(),
  trace: described(
    z.optional(z.array(z.strictObject({ policy: z.string(), because: z.string() }))),
    'the rules that matched when the call was held, in the order of evaluation; at most 50',
  ),
  rule_set_sha256: sha256('the digest of the rule set that held the call'),
  created: timeOf('when the call was held'),
  waits_until: timeOf('until when the client waits for an answer'),
  expires: timeOf('when it is too late to decide; a decision must be used within the same time'),
});

/** The decision about a held call: `ID.decision.json`. */
export const approvalVerdictSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/approval/v1'),
  verdict: z.enum(VERDICTS),
  by: described(z.string(), 'who decided'),
  at: timeOf('when it was decided'),
});

/** The end of a held call: `ID.end.json`. */
export const approvalEndSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/approval/v1'),
  end: described(z.enum(ENDS), 'whether the decision was used, or the client has withdrawn the call'),
  at: timeOf('when it ended'),
});

/** A file in the folder of approvals. */
export const approvalFileSchema = z.union([heldCallSchema, approvalVerdictSchema, approvalEndSchema]);
