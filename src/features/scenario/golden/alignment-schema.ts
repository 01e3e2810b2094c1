import * as z from 'zod/mini';
import { count } from '../../../documents/schema-parts.ts';

/**
 * The outcome of each golden step and each recorded call, in order; `turn` and `index` are those of the call. An extra
 * call that is `retried` costs nothing.
 */
export const alignmentSchema = z.strictObject({
  path: z.string().check(z.regex(/^(calls|alternates\[\d+\])$/)),
  steps: z.array(
    z.strictObject({
      kind: z.enum(['kept', 'replaced', 'missing', 'extra']),
      expected: z.optional(z.string()),
      optional: z.optional(z.boolean()),
      turn: z.optional(count()),
      index: z.optional(count()),
      tool: z.optional(z.string()),
      reason: z.optional(z.string()),
      retried: z.optional(z.literal(true)),
    }),
  ),
});

/** The alignment of a run with its nearest golden path, as in the report. */
export type AlignmentReport = z.infer<typeof alignmentSchema>;
