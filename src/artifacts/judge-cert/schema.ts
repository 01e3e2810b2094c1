import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { count } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';

const ECE = 'expected calibration error, 0 to 1';
const BRIER = 'Brier score, 0 to 1';
const SHARE = 'a number from 0 to 1';
const share = () => z.optional(z.number(SHARE).check(z.minimum(0, SHARE), z.maximum(1, SHARE)));

// read as a time only later: JSON Schema has no word for RFC 3339 that every validator checks
const time = (description: string) => described(z.optional(z.string('an RFC 3339 time')), description);

/** As many days as the years 1 to 9999 have: an end beyond them has no RFC 3339 form. */
const MOST_DAYS = 3_652_059;
const DAYS = `a whole number of days, 1 to ${MOST_DAYS}`;

/**
 * A judge certification in every spelling that is read. Those that are written: `metrics` for the scores,
 * `valid_from` and `valid_until` for the window.
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
  certified: described(z.optional(z.boolean()), 'the judge met the thresholds'),
  metrics: z.optional(
    z.object({
      ece: described(share(), ECE),
      brier: described(share(), BRIER),
      accuracy: z.optional(z.number()),
      samples: described(z.optional(count()), 'how many verdicts the scores rest on'),
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
  valid_from: time('the first moment at which the certification holds; always, when absent'),
  valid_until: time('the first moment at which the certification no longer holds'),

  ece: described(share(), 'another place for metrics.ece'),
  brier: described(share(), 'another place for metrics.brier'),
  not_before: time('another name of valid_from'),
  not_after: time('another name of valid_until'),
  expires_at: time('another name of valid_until'),
  valid_for_days: described(
    z.optional(z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(MOST_DAYS, DAYS))),
    'the days from certified_at to valid_until, in place of both',
  ),
  validity: z.optional(
    z.object({
      from: time('another name of valid_from'),
      not_before: time('another name of valid_from'),
      until: time('another name of valid_until'),
      not_after: time('another name of valid_until'),
    }),
  ),
});

/** A judge certification as the file has it. */
export type JudgeCertFile = z.infer<typeof judgeCertSchema>;
