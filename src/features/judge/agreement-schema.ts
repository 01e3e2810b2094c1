import * as z from 'zod/mini';
import { count } from '../../documents/schema-parts.ts';

const interval = { lower: z.number(), upper: z.number() };

const rate = z.strictObject({ items: count(), share: z.number(), ...interval });

/** The report of `judge agreement`. */
export const agreementSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/judge-agreement/v1'),
  labels: z.strictObject({ sha256: z.string(), rows: count(), items: count() }),
  confidence: z.number(),
  agreement: z.strictObject({ share: z.number(), ...interval }),
  expected: z.number(),
  kappa: z.strictObject({ value: z.number(), ...interval }),
  positive: z.optional(z.string()),
  true_positive_rate: z.optional(rate),
  true_negative_rate: z.optional(rate),
  words: z.array(z.string()),
  matrix: z.array(z.array(z.number())),
});

/** The report of `judge agreement`, as JSON writes it. */
export type AgreementReport = z.infer<typeof agreementSchema>;

/** A share of some items, with its interval. */
export type Rate = z.infer<typeof rate>;

/** The report of `judge correct`. */
export const correctionSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/judge-correction/v1'),
  positive: z.string(),
  confidence: z.number(),
  labelled: count(),
  unlabelled: count(),
  already_labelled: count(),
  observed: z.strictObject({ share: z.number(), ...interval }),
  labels_only: z.strictObject({ share: z.number(), ...interval }),
  rogan_gladen: z.strictObject({ share: z.number(), ...interval }),
  prediction_powered: z.strictObject({ share: z.number(), ...interval }),
  true_positive_rate: rate,
  true_negative_rate: rate,
});

/** The report of `judge correct`, as JSON writes it. */
export type CorrectionReport = z.infer<typeof correctionSchema>;
