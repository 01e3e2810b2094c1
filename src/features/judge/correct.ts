import { normalQuantile, wilson } from '../../statistics/interval.ts';
import { ratesOf } from './agreement.ts';
import type { CorrectionReport, Rate } from './agreement-schema.ts';
import { shareOf, type Unusable, type VerdictItem } from './verdict-items.ts';

/** What the rate of a noisy judge is corrected by. */
export interface CorrectionInput {
  readonly labelled: readonly VerdictItem[];
  /** Items that only the judge has seen. */
  readonly unlabelled: readonly VerdictItem[];
  /** How many items of the file of verdicts were left out, since they are labelled. */
  readonly alreadyLabelled: number;
  readonly positive: string;
  /** Two-sided. */
  readonly confidence: number;
}

/** A share with its interval. */
type Estimate = CorrectionReport['observed'];

/**
 * Estimates how often a person would say yes, from verdicts of a judge that errs, and from labels for some of them.
 *
 * Spec (judging): "`mcptest judge certify`"
 * @returns why not, if the labels do not show how the judge errs
 */
export function correctRate(input: CorrectionInput): CorrectionReport | Unusable {
  const { labelled, unlabelled, positive, confidence } = input;
  const rates = ratesOf(labelled, positive, confidence);
  const { true_positive_rate: tpr, true_negative_rate: tnr } = rates;
  if (tpr.items < 2 || tnr.items < 2) {
    const help = 'label items of both kinds';
    return {
      message: `has ${tpr.items} items labelled ${positive} and ${tnr.items} others: at least 2 of each are needed`,
      help,
    };
  }
  if (tpr.share + tnr.share <= 1) {
    const help =
      'a judge whose verdicts do not depend on the answer cannot be corrected; use the labels alone';
    return { message: 'the judge says yes no more often where the person does than where not', help };
  }
  const yes = unlabelled.map((item) => shareOf(positive, item));
  const observed = meanOf(yes);
  const isYes = labelled.map(({ label }) => Number(label === positive));
  const total = isYes.reduce((sum, each) => sum + each, 0);
  return {
    schema_version: 'mcptest.dev/judge-correction/v1',
    positive,
    confidence,
    labelled: labelled.length,
    unlabelled: unlabelled.length,
    already_labelled: input.alreadyLabelled,
    observed: { share: observed, ...wilson(observed * yes.length, yes.length, confidence) },
    labels_only: { share: total / labelled.length, ...wilson(total, labelled.length, confidence) },
    rogan_gladen: roganGladen(observed, yes.length, tpr, tnr, confidence),
    prediction_powered: predictionPowered(
      yes,
      labelled.map((item, index) => (isYes[index] as number) - shareOf(positive, item)),
      confidence,
    ),
    ...rates,
  };
}

/**
 * Rogan and Gladen (1978): (observed + specificity - 1) / (sensitivity + specificity - 1), with the interval of the delta
 * method. Its variances count one hit and one miss more, so that a perfect small sample does not count as certain.
 */
function roganGladen(observed: number, count: number, tpr: Rate, tnr: Rate, confidence: number): Estimate {
  const power = tpr.share + tnr.share - 1;
  const share = (observed + tnr.share - 1) / power;
  const varianceOf = (part: number, items: number) => {
    const smooth = (part * items + 1) / (items + 2);
    return (smooth * (1 - smooth)) / items;
  };
  const variance =
    (varianceOf(observed, count) +
      share ** 2 * varianceOf(tpr.share, tpr.items) +
      (1 - share) ** 2 * varianceOf(tnr.share, tnr.items)) /
    power ** 2;
  return around(share, variance, confidence);
}

/**
 * Angelopoulos and others (2023): the mean verdict on items without a label, plus the mean of label minus verdict on the
 * others. The interval is valid however the judge errs, as long as the labelled items were picked by chance.
 */
function predictionPowered(yes: readonly number[], errors: readonly number[], confidence: number): Estimate {
  const variance = varianceOfMean(yes) + varianceOfMean(errors);
  return around(meanOf(yes) + meanOf(errors), variance, confidence);
}

function around(share: number, variance: number, confidence: number): Estimate {
  const reach = normalQuantile((1 + confidence) / 2) * Math.sqrt(variance);
  const within = (value: number) => Math.min(1, Math.max(0, value));
  return { share: within(share), lower: within(share - reach), upper: within(share + reach) };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function varianceOfMean(values: readonly number[]): number {
  if (values.length < 2) return 0.25;
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length;
}
