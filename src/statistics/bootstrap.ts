import type { SeededRandom } from './random.ts';

/** How often a sample is drawn again. */
export const RESAMPLES = 2000;

/**
 * Draws a sample again, with replacement, as often as {@link RESAMPLES} says. Items that are equal form a cell, and only
 * the number drawn from each cell matters: so a million items take no longer than their cells.
 * @param sizes how many items are in each cell, at least one
 * @param see takes the number drawn from each cell, in a list that the next draw overwrites
 */
export function resample(
  sizes: readonly number[],
  random: SeededRandom,
  see: (drawn: Uint32Array) => void,
): void {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const drawn = new Uint32Array(sizes.length);
  for (let round = 0; round < RESAMPLES; round++) {
    // a multinomial draw: each cell takes its share of what the cells before it have left
    let [left, ahead] = [total, total];
    for (let cell = 0; cell < sizes.length; cell++) {
      const size = sizes[cell] as number;
      const taken = size === ahead ? left : random.binomial(left, size / ahead);
      drawn[cell] = taken;
      left -= taken;
      ahead -= size;
    }
    see(drawn);
  }
}

/** The quantile of a sample, between its neighbours in a straight line (type 7 of Hyndman and Fan, 1996). */
export function quantile(sample: Float64Array, p: number): number {
  const sorted = sample.slice().sort();
  const at = p * (sorted.length - 1);
  const below = Math.floor(at);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (at - below) * (high - low);
}
