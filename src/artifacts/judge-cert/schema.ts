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

/**
 * A judge certification in every spelling that mcptest reads. It writes `metrics` for the scores, and `valid_from` and
 * `valid_until` for the validity window.
 */
export const judgeCertSchema = z.object({
  schema_version: z.optional(z.literal(ARTIFACTS['judge-cert'].schemaVersion)),
  judge: z.optional(
    z.object({
      model: z.optional(z.string()),
      provider: z.optional(z.string()),
      prompt_sha256: z.optional(z.string()),
    }),
  ),
  certified: described(z.optional(z.boolean()), 'whether the judge met the thresholds'),
  metrics: z.optional(
    z.object({
      ece: described(share(), ECE),
      brier: described(share(), BRIER),
      accuracy: z.optional(z.number()),
      samples: described(z.optional(count()), 'the number of verdicts that the scores are based on'),
    }),
  ),
  thresholds: z.optional(
    z.object({
      ece: described(z.optional(z.number()), 'the highest ece that certifies'),
      brier: described(z.optional(z.number()), 'the highest brier that certifies'),
      min_samples: described(z.optional(count()), 'the fewest samples that certify'),
    }),
  ),
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
