import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { count } from '../../documents/schema-parts.ts';

/** Why a request with a redacted value is skipped. */
export const HOLDS_REDACTED = 'it holds a value that was redacted';

/**
 * What became of a request: answered as on the tape or otherwise, sent and not answered, or not sent at all. `reason` says
 * why for the last two.
 */
export const OUTCOMES = ['same', 'differs', 'no-answer', 'skipped'] as const;

const verifiedRequestSchema = z.strictObject({
  row: described(count(), 'the row of the request on the tape, from 0, without the header'),
  method: z.string(),
  name: described(z.optional(z.string()), 'the tool, the prompt or the resource'),
  outcome: z.enum(OUTCOMES),
  reason: described(z.optional(z.string()), 'why it was skipped, or has no answer'),
  differences: described(
    z.array(
      z.strictObject({
        path: z.string(),
        recorded: described(z.optional(z.unknown()), 'absent if the tape has no value there'),
        now: described(z.optional(z.unknown()), 'absent if the server gave no value there'),
      }),
    ),
    'where the answers differ, at most 20 places',
  ),
});

/** The report of `record verify`. */
export const verifyReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/tape-verify/v1'),
  tape: z.string(),
  server: z.string(),
  accepted: described(
    z.boolean(),
    'every request that was sent was answered as on the tape, and at least one was sent',
  ),
  counts: z.strictObject({ same: count(), differs: count(), 'no-answer': count(), skipped: count() }),
  notes: described(z.array(z.string()), 'what may be why answers differ'),
  requests: z.array(verifiedRequestSchema),
});

/** What `record verify` found, as it is written: `mcptest.dev/tape-verify/v1`. */
export type VerifyReport = z.infer<typeof verifyReportSchema>;
/** What became of one request of a tape. */
export type VerifiedRequest = z.infer<typeof verifiedRequestSchema>;
