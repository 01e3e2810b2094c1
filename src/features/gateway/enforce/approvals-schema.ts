import * as z from 'zod/mini';
import { heldCallSchema } from '../../../artifacts/approval/schema.ts';
import { described } from '../../../documents/described.ts';
import { HELD_STATES } from './held-state.ts';

const { schema_version: _, ...heldCallShape } = heldCallSchema.shape;

/** A held call, with where it stands. */
export const approvalSchema = z.strictObject({
  state: described(
    z.enum(HELD_STATES),
    'where it stands now; expired: no decision was made, or it was not used in time',
  ),
  by: described(z.optional(z.string()), 'who decided'),
  decided: described(z.optional(z.string()), 'when'),
  ended: described(z.optional(z.string()), 'when its decision was used, or its client has withdrawn it'),
  usable_until: described(z.string(), 'until when it can be decided, or its decision be used'),
  ...heldCallShape,
});

/** The output of `gateway approvals list` and `show` with `--format json`. Spec (enforcement): "Approvals". */
export const approvalsReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/approvals/v1'),
  folder: z.string(),
  approvals: z.array(approvalSchema),
  details: described(z.optional(z.literal(true)), 'true: one call was asked for, and is shown in full'),
});

/** Held calls, as data. */
export type ApprovalsReport = z.infer<typeof approvalsReportSchema>;
