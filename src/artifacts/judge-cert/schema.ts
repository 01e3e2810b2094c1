import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { count } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';

const ECE = 'expected calibration error, 0 to 1';
const BRIER = 'Brier score, 0 to 1';
const SHARE = 'a number from 0 to 1';
const share = () => z.optional(z.number(SHARE).check(z.minimum(0, SHARE), z.maximum(1, SHARE)));

// parsed as a time later: JSON Schema has no keyword for RFC 3339 that every validator checks
const time = (description: string) => described(z.optional(z.string('an RFC 3339 time')), description);

/** The number of days in the years 1 to 9999. A later end has no RFC 3339 form. */
const MOST_DAYS = 3_652_059;
const DAYS = `a whole number of days, 1 to ${MOST_DAYS}`;

const number = (description: string) => described(z.optional(z.number()), description);

/** The figures that `judge certify` writes in addition. */
const FIGURES = {
  ece_upper: number('the one-sided upper bound of ece'),
  noise_floor: number('the mean ece of a perfectly calibrated judge with the same confidences'),
  ece_l2: number('the root of the mean squared calibration error'),
  ece_max: number('the largest calibration error of a bin'),
  brier_upper: number('the one-sided upper bound of brier'),
  brier_skill: number('1 - brier / (accuracy x (1 - accuracy))'),
  accuracy_lower: number("Wilson's one-sided lower bound of accuracy"),
  order_consistency: number('the share of items with the same verdict in both orders'),
};

/** The thresholds that `judge certify` writes in addition. */
const LIMITS = {
  chance: number('the accuracy that the lower bound must exceed'),
  confidence: number('the confidence of every bound, one-sided'),
  order_consistency: number('the least order_consistency that certifies'),
};

const row = {
  rows: count(),
  confidence: number('the mean confidence'),
  accuracy: number('the share of right verdicts'),
};

/** What `judge certify` says about how it came to its answer. */
const BASIS = {
  checks: z.optional(
    z.array(
      z.object({
        id: z.string(),
        passed: z.boolean(),
        value: z.number(),
        limit: z.number(),
        compare: z.enum(['at_most', 'at_least', 'above']),
      }),
    ),
  ),
  more_labels: described(
    z.optional(count()),
    'how many items more would certify a judge that is as good as it looks',
  ),
  more_labels_cannot_help: described(
    z.optional(z.array(z.string())),
    'the checks that would fail with any number of labels',
  ),
  calibration: z.optional(
    z.object({
      binning: described(z.enum(['width', 'mass', 'value']), 'value: each confidence has its own bin'),
      convention: z.string(),
      resamples: count(),
      bins: z.array(z.object({ lo: z.number(), hi: z.number(), ...row })),
    }),
  ),
  labels: z.optional(
    z.object({
      sha256: z.string(),
      rows: count(),
      items: count(),
      orders: z.optional(z.array(z.string())),
      groups: z.optional(z.array(z.object({ group: z.string(), ...row }))),
    }),
  ),
};

const judge = z.object({
  model: z.optional(z.string()),
  provider: z.optional(z.string()),
  prompt_sha256: z.optional(z.string()),
});

const metrics = z.object({
  ece: described(share(), ECE),
  brier: described(share(), BRIER),
  accuracy: z.optional(z.number()),
  samples: described(z.optional(count()), 'the number of items that the scores are based on'),
  ...FIGURES,
});

const thresholds = z.object({
  ece: described(z.optional(z.number()), 'the highest ece that certifies'),
  brier: described(z.optional(z.number()), 'the highest brier that certifies'),
  min_samples: described(z.optional(count()), 'the fewest samples that certify'),
  ...LIMITS,
});

/**
 * A judge certification in every spelling that mcptest reads. It writes `metrics` for the scores, and `valid_from` and
 * `valid_until` for the validity window.
 */
export const judgeCertSchema = z.object({
  schema_version: z.optional(z.literal(ARTIFACTS['judge-cert'].schemaVersion)),
  judge: z.optional(judge),
  certified: described(z.optional(z.boolean()), 'whether the judge met the thresholds'),
  metrics: z.optional(metrics),
  thresholds: z.optional(thresholds),
  ...BASIS,
  certified_at: time('when the judge was certified'),
  valid_from: time('the first moment at which the certification holds; if absent, certified_at'),
  valid_until: time('the first moment at which the certification no longer holds'),

  ece: described(share(), 'another place for metrics.ece'),
  brier: described(share(), 'another place for metrics.brier'),
  not_before: time('another name for valid_from'),
  not_after: time('another name for valid_until'),
  expires_at: time('another name for valid_until'),
  valid_for_days: described(
    z.optional(z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(MOST_DAYS, DAYS))),
    'the days from certified_at until the certification ends, instead of valid_from and valid_until',
  ),
  validity: z.optional(
    z.object({
      from: time('another name for valid_from'),
      not_before: time('another name for valid_from'),
      until: time('another name for valid_until'),
      not_after: time('another name for valid_until'),
    }),
  ),
});

/** A judge certification as written in the file. */
export type JudgeCertFile = z.infer<typeof judgeCertSchema>;

const { order_consistency: _, ...figures } = metrics.shape;

/** A certification as `judge certify` writes it: each member has its own place, and only the order may not apply. */
export const certificateSchema = z.extend(
  z.required(
    z.pick(judgeCertSchema, {
      schema_version: true,
      certified: true,
      certified_at: true,
      valid_from: true,
      valid_until: true,
      checks: true,
      calibration: true,
      labels: true,
    }),
  ),
  {
    ...z.pick(judgeCertSchema, { more_labels: true, more_labels_cannot_help: true }).shape,
    judge: z.required(judge, { model: true }),
    metrics: z.extend(metrics, z.required(z.object(figures)).shape),
    thresholds: z.required(thresholds, { confidence: true }),
  },
);

/** A certification as it is written. */
export type Certificate = z.infer<typeof certificateSchema>;
