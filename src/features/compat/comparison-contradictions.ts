import type { ComparedEntry, ModelComparison } from '../../artifacts/model-compat/schema.ts';
import { type Contradiction, compareWithParts, nothingChecked } from '../../documents/compare-with-parts.ts';
import { classify, isSignificantlyWorse, summaryOf } from './compare.ts';
import { type Flip, flipOf, type Held } from './flips.ts';

/**
 * Returns what a comparison of two models says against its own cases. The p-values are taken as they are: their last digits
 * may differ from machine to machine.
 */
export function comparisonContradictions(report: ModelComparison): Contradiction[] {
  const { entries, overall, alpha = Number.NaN } = report;
  const flips = entries.map(({ baseline, candidate }) => flipOf(heldOf(baseline), heldOf(candidate)));
  const count = (wanted: Flip) => flips.filter((flip) => flip === wanted).length;
  const sideOf = (side: 'baseline' | 'candidate') => ({
    trials: entries.reduce((sum, each) => sum + each[side].trials, 0),
    held: entries.reduce((sum, each) => sum + each[side].held, 0),
  });
  const classified = entries.map((entry, index) => {
    const flip = flips[index] as Flip;
    const { fails, isProven, dimensions, classification } = classify({
      flip,
      baseline: heldOf(entry.baseline),
      candidate: heldOf(entry.candidate),
      adjusted: entry.p_adjusted,
      alpha,
      isOverallWorse: overall?.significantly_worse === true,
      changes: (entry.dimensions ?? []).filter((name) => name !== 'outcome'),
    });
    return {
      classification,
      flip: flip === 'none' ? undefined : flip,
      decided_by: !fails ? undefined : isProven ? ('case' as const) : ('overall' as const),
      dimensions: dimensions.length > 0 ? dimensions : undefined,
    };
  });
  const worse = count('worse');
  const better = count('better');
  return [
    ...compareWithParts(report, { summary: summaryOf(entries) }, 'the cases'),
    ...compareWithParts(
      report,
      {
        entries: classified,
        overall: {
          ...{ worse, better, undecided: count('undecided') },
          significantly_worse: isSignificantlyWorse({ worse, better }, overall?.p_value ?? Number.NaN, alpha),
        },
        ...{ baseline: sideOf('baseline'), candidate: sideOf('candidate') },
      },
      'the runs',
    ),
    ...nothingChecked(['entries'], entries.length, 'cases'),
  ];
}

function heldOf({ held, trials }: ComparedEntry['baseline']): Held {
  return { held, failed: trials - held };
}
