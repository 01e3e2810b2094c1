import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';
import { count } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';
import { CLASSIFICATIONS } from './model.ts';

const counts = () =>
  z.object({
    total: described(z.optional(count()), 'entries compared'),
    pass: described(z.optional(count()), 'entries that still pass'),
    drift: described(z.optional(count()), 'entries that drifted'),
    fail: described(z.optional(count()), 'entries that now fail'),
  });

const number = (description: string) => described(z.optional(z.number()), description);
const trials = (description: string) => described(z.optional(count()), description);

const model = () =>
  z.object({
    model: z.optional(z.string()),
    trials: trials('recorded runs'),
    held: trials('runs that met their verdict'),
    median_tokens: number('of the runs that state their tokens'),
    median_cost_micros: number('in micro-dollars, of the runs that state their cost'),
  });

const heldOf = () => z.optional(z.object({ held: count(), trials: count() }));

/** What `model-compat diff` says about an entry in addition. */
const ENTRY = {
  dimensions: z.optional(z.array(z.string())),
  flip: described(z.optional(z.enum(['worse', 'better', 'undecided'])), 'how the majority outcome changed'),
  decided_by: described(z.optional(z.enum(['case', 'overall'])), 'the test that made it a FAIL'),
  baseline: heldOf(),
  candidate: heldOf(),
  p_value: number("of Fisher's exact test, two-sided"),
  p_adjusted: number("the same with Holm's correction for all cases"),
  more_trials: trials('how many more trials of each side would decide, as often as they held so far'),
  read: described(
    z.optional(z.object({ baseline: z.string(), candidate: z.string() })),
    'the runs to look at',
  ),
};

const differences = {
  pairs: count(),
  differing: z.record(z.string(), count()),
};

/** What `model-compat diff` says about how it came to its answer. */
const BASIS = {
  verdicts: z.optional(z.enum(['suite', 'recorded', 'errors'])),
  alpha: number('the significance level'),
  overall: z.optional(
    z.object({
      worse: described(count(), 'cases whose majority outcome held and does not hold now'),
      better: described(count(), 'cases whose majority outcome did not hold and holds now'),
      undecided: described(count(), 'cases with a tie on one side'),
      p_value: described(z.number(), "of McNemar's exact test, two-sided"),
      significantly_worse: z.boolean(),
      rate_difference: z.number(),
      rate_difference_lower: z.number(),
      rate_difference_upper: z.number(),
    }),
  ),
  noise: described(
    z.optional(z.object({ measured_by: z.enum(['aa', 'trials']), ...differences })),
    'how often two runs of the baseline differ',
  ),
  differences: described(
    z.optional(z.object(differences)),
    'how often a run of the baseline and one of the candidate differ',
  ),
};

const entry = z.object({
  id: z.optional(z.string()),
  classification: z.enum(Object.keys(CLASSIFICATIONS) as (keyof typeof CLASSIFICATIONS)[]),
  dimension: z.optional(z.string()),
  detail: z.optional(z.string()),
  ...ENTRY,
});

/** A diff in every spelling that mcptest reads; it writes `summary`. */
export const modelCompatSchema = z.object({
  schema_version: z.optional(z.literal(ARTIFACTS['model-compat'].schemaVersion)),
  baseline: z.optional(model()),
  candidate: z.optional(model()),
  summary: z.optional(counts()),
  entries: z.optional(recordList(entry)),
  counts: described(z.optional(counts()), 'another name for summary'),
  ...BASIS,
});

/** A diff as written in the file. */
export type ModelCompatFile = z.infer<typeof modelCompatSchema>;

const comparedEntry = z.required(entry, {
  id: true,
  baseline: true,
  candidate: true,
  p_value: true,
  p_adjusted: true,
});

const comparedSide = z.required(model(), { trials: true, held: true });

/** A diff as `model-compat diff` writes it: each member has its own place. */
export const modelComparisonSchema = z.extend(
  z.required(
    z.pick(modelCompatSchema, {
      schema_version: true,
      verdicts: true,
      alpha: true,
      overall: true,
      noise: true,
      differences: true,
    }),
  ),
  {
    baseline: comparedSide,
    candidate: comparedSide,
    summary: z.required(counts()),
    entries: recordList(comparedEntry),
  },
);

/** An entry as `model-compat diff` writes it. */
export type ComparedEntry = z.infer<typeof comparedEntry>;

/** One side of a diff as `model-compat diff` writes it. */
export type ComparedSide = z.infer<typeof comparedSide>;

/** A diff as it is written. */
export type ModelComparison = z.infer<typeof modelComparisonSchema>;
