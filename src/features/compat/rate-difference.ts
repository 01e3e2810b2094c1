import { quantile, RESAMPLES, resample } from '../../statistics/bootstrap.ts';
import { SeededRandom } from '../../statistics/random.ts';
import type { ComparedCase, CompareOptions } from './compared-case.ts';
import { heldIn } from './flips.ts';

/** How much more or less often the candidate holds. */
export interface RateDifference {
  /** The mean over the cases of the difference of the shares. */
  readonly rate_difference: number;
  readonly rate_difference_lower: number;
  readonly rate_difference_upper: number;
}

/**
 * The difference of the rates with the percentile interval of a bootstrap that draws whole cases: the trials of one case
 * are alike. It informs; to decide on it gave too many false alarms.
 */
export function rateDifference(
  cases: readonly ComparedCase[],
  { alpha, digest }: CompareOptions,
): RateDifference {
  const counts = new Map<string, { size: number; difference: number }>();
  for (const { baseline, candidate } of cases) {
    const [before, now] = [heldIn(baseline), heldIn(candidate)];
    const key = `${before.held}/${before.failed} ${now.held}/${now.failed}`;
    const difference = now.held / candidate.length - before.held / baseline.length;
    const known = counts.get(key);
    counts.set(key, { size: (known?.size ?? 0) + 1, difference });
  }
  const cells = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
  const seed = digest(JSON.stringify([...counts].map(([key, { size }]) => `${key} ${size}`).sort()));
  const means = new Float64Array(RESAMPLES);
  let round = 0;
  const meanOf = (sizes: ArrayLike<number>) =>
    cells.reduce((sum, { difference }, cell) => sum + (sizes[cell] as number) * difference, 0) / cases.length;
  const sizes = cells.map(({ size }) => size);
  resample(sizes, new SeededRandom(seed), (drawn) => {
    means[round++] = meanOf(drawn);
  });
  return {
    rate_difference: meanOf(sizes),
    rate_difference_lower: quantile(means, alpha / 2),
    rate_difference_upper: quantile(means, 1 - alpha / 2),
  };
}
