import type { ComparedEntry, ModelComparison } from '../../artifacts/model-compat/schema.ts';
import { fisherExact, holm, mcnemarExact } from '../../statistics/exact-tests.ts';
import { present } from '../../values/own-property.ts';
import type { ComparedCase, CompareOptions } from './compared-case.ts';
import { type Change, changesOf, countDifferences } from './dimensions.ts';
import { type Flip, flipOf, type Held, heldIn, moreTrials } from './flips.ts';
import { rateDifference } from './rate-difference.ts';
import type { Trial } from './trial.ts';

export type { ComparedEntry, ModelComparison };

/** In which order the report has the entries: what fails first, then other changes of outcome. */
const WEIGHT = { FAIL: 0, DRIFT: 2, PASS: 3 } as const;

/**
 * Compares two models by the runs of the same cases. Pure, and the same runs give the same answer.
 *
 * Spec (judging): "`mcptest model-compat diff`"
 */
export function compareModels(cases: readonly ComparedCase[], options: CompareOptions): ModelComparison {
  const flips = cases.map(({ baseline, candidate }) => flipOf(heldIn(baseline), heldIn(candidate)));
  const worse = flips.filter((flip) => flip === 'worse').length;
  const better = flips.filter((flip) => flip === 'better').length;
  const mcnemar = mcnemarExact(worse, better);
  const isWorse = isSignificantlyWorse({ worse, better }, mcnemar, options.alpha);
  const values = cases.map(({ baseline, candidate }) =>
    fisherExact({ a: heldIn(baseline), b: heldIn(candidate) }),
  );
  const adjusted = holm(values);
  const entries = cases.map((each, index) =>
    toEntry(each, options, {
      flip: flips[index] as Flip,
      p: values[index] as number,
      adjusted: adjusted[index] as number,
      isOverallWorse: isWorse,
      cases: cases.length,
    }),
  );
  entries.sort((a, b) => weightOf(a) - weightOf(b));
  return {
    schema_version: 'mcptest.dev/model-compat/v1',
    baseline: sideOf(cases.map(({ baseline }) => baseline)),
    candidate: sideOf(cases.map(({ candidate }) => candidate)),
    summary: summaryOf(entries),
    entries,
    verdicts: options.verdicts,
    alpha: options.alpha,
    overall: {
      worse,
      better,
      undecided: flips.filter((flip) => flip === 'undecided').length,
      p_value: mcnemar,
      significantly_worse: isWorse,
      ...rateDifference(cases, options),
    },
    noise: {
      measured_by: cases.some(({ again }) => again) ? 'aa' : 'trials',
      ...countDifferences(cases.map(({ baseline, again }) => present({ one: baseline, other: again }))),
    },
    differences: countDifferences(
      cases.map(({ baseline, candidate }) => ({ one: baseline, other: candidate })),
    ),
  };
}

/** Whether more cases changed for the worse than chance explains. */
export function isSignificantlyWorse(
  { worse, better }: { readonly worse: number; readonly better: number },
  p: number,
  alpha: number,
): boolean {
  return p <= alpha && worse > better;
}

/** Counts the cases by class. */
export function summaryOf(
  entries: readonly Pick<ComparedEntry, 'classification'>[],
): ModelComparison['summary'] {
  const count = (wanted: ComparedEntry['classification']) =>
    entries.filter(({ classification }) => classification === wanted).length;
  return { total: entries.length, pass: count('PASS'), drift: count('DRIFT'), fail: count('FAIL') };
}

/** What decides the class of a case. */
interface Evidence {
  readonly flip: Flip;
  readonly baseline: Held;
  readonly candidate: Held;
  /** The p-value, corrected for all cases. */
  readonly adjusted: number;
  readonly alpha: number;
  readonly isOverallWorse: boolean;
  /** The respects in which the candidate did something new. */
  readonly changes: readonly string[];
}

/**
 * Returns the class of a case: FAIL if fewer of its runs hold than chance explains, or the models differ as a whole and this
 * case changed for the worse; DRIFT if anything else changed.
 */
export function classify({ flip, baseline, candidate, adjusted, alpha, isOverallWorse, changes }: Evidence) {
  const trials = ({ held, failed }: Held) => held + failed;
  const isLess = candidate.held * trials(baseline) < baseline.held * trials(candidate);
  const isProven = adjusted <= alpha && isLess;
  const fails = isProven || (isOverallWorse && flip === 'worse');
  const dimensions = [...(fails || flip !== 'none' ? ['outcome'] : []), ...changes];
  const classification = fails ? 'FAIL' : dimensions.length > 0 ? 'DRIFT' : 'PASS';
  return { fails, isProven, dimensions, classification } as const;
}

interface Tests {
  readonly flip: Flip;
  readonly p: number;
  readonly adjusted: number;
  readonly isOverallWorse: boolean;
  readonly cases: number;
}

function toEntry(each: ComparedCase, options: CompareOptions, tests: Tests): ComparedEntry {
  const { id, baseline, candidate } = each;
  const [before, now] = [heldIn(baseline), heldIn(candidate)];
  const { flip } = tests;
  const changes = changesOf(baseline, candidate, options.compareText);
  const { fails, isProven, dimensions, classification } = classify({
    ...{ flip, baseline: before, candidate: now, adjusted: tests.adjusted, alpha: options.alpha },
    isOverallWorse: tests.isOverallWorse,
    changes: changes.map(({ dimension }) => dimension),
  });
  const more = !fails && flip === 'worse' ? moreTrials(before, now, options.alpha / tests.cases) : undefined;
  return present({
    id,
    classification,
    dimension: dimensions[0],
    detail: detailOf(each, changes),
    dimensions: dimensions.length > 0 ? dimensions : undefined,
    flip: flip === 'none' ? undefined : flip,
    decided_by: !fails ? undefined : isProven ? ('case' as const) : ('overall' as const),
    baseline: { held: before.held, trials: baseline.length },
    candidate: { held: now.held, trials: candidate.length },
    p_value: tests.p,
    p_adjusted: tests.adjusted,
    more_trials: more,
    read: readingOf(each, changes),
  });
}

function weightOf({ classification, flip }: ComparedEntry): number {
  return classification !== 'FAIL' && flip !== undefined ? 1 : WEIGHT[classification];
}

/** Says what changed: why runs of the candidate do not hold, and how many of them are like none of the baseline. */
function detailOf({ candidate }: ComparedCase, changes: readonly Change[]): string | undefined {
  const why = [...new Set(candidate.flatMap((run) => run.why))].slice(0, 3);
  const parts = [
    ...why,
    ...changes.map(
      ({ dimension, trials }) => `${dimension.replace('_', ' ')} new in ${trials} of ${candidate.length}`,
    ),
  ];
  return parts.length > 0 ? parts.join('; ') : undefined;
}

/** The two runs to look at: one of the baseline that held, and one of the candidate that shows the change. */
function readingOf(
  { baseline, candidate }: ComparedCase,
  [change]: readonly Change[],
): ComparedEntry['read'] {
  const failing = candidate.find(({ held }) => !held);
  const holding = baseline.find(({ held }) => held);
  const now = failing && holding ? failing : change?.example;
  return now && { baseline: (holding ?? (baseline[0] as Trial)).reference, candidate: now.reference };
}

function sideOf(cases: readonly (readonly Trial[])[]): ModelComparison['baseline'] {
  const trials = cases.flat();
  const models = [...new Set(trials.flatMap(({ model }) => model ?? []))].sort();
  return present({
    model: models.length > 0 ? models.join(', ') : undefined,
    trials: trials.length,
    held: trials.filter(({ held }) => held).length,
    median_tokens: medianOf(trials.flatMap(({ tokens }) => tokens ?? [])),
    median_cost_micros: medianOf(trials.flatMap(({ costMicros }) => costMicros ?? [])),
  });
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle];
  return sorted.length === 0 ? undefined : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
