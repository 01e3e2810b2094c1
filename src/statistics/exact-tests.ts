/** How much larger a probability may be than the observed one and still count as equal: rounding must not split a tie. */
const TIE = 1 + 1e-7;

/** A table of two groups and two outcomes: how many of each group held, and how many did not. */
export interface TwoByTwo {
  readonly a: { readonly held: number; readonly failed: number };
  readonly b: { readonly held: number; readonly failed: number };
}

/**
 * Fisher's exact test, two-sided: the probability of a table with the same margins that is at most as likely as this one.
 * 1 for a table that allows no other.
 */
export function fisherExact({ a, b }: TwoByTwo): number {
  const ofA = a.held + a.failed;
  const ofB = b.held + b.failed;
  const held = a.held + b.held;
  const least = Math.max(0, held - ofB);
  const most = Math.min(ofA, held);
  // the probability of k + 1 is that of k times this: no factorial has to be computed, and none overflows
  const ratio = (k: number) => ((ofA - k) * (held - k)) / ((k + 1) * (ofB - held + k + 1));
  return tailOf(a.held, least, most, ratio);
}

/**
 * McNemar's exact test, two-sided: the probability that pairs which changed split as unevenly as these, if a change in
 * either direction is equally likely. 1 when no pair changed.
 * @param worse pairs that held and do not hold now @param better pairs that did not hold and hold now
 */
export function mcnemarExact(worse: number, better: number): number {
  const changed = worse + better;
  return tailOf(worse, 0, changed, (k) => (changed - k) / (k + 1));
}

/**
 * Adds the probabilities of all values that are at most as likely as the observed one. They are computed as multiples of
 * the observed one, so that only their ratios matter.
 */
function tailOf(observed: number, least: number, most: number, ratio: (k: number) => number): number {
  let [tail, all] = [1, 1];
  const add = (weight: number) => {
    all += weight;
    if (weight <= TIE) tail += weight;
  };
  for (let k = observed, weight = 1; k < most; k++) {
    weight *= ratio(k);
    add(weight);
  }
  for (let k = observed, weight = 1; k > least; k--) {
    weight /= ratio(k - 1);
    add(weight);
  }
  // far from the most likely value, the others overflow: then the tail is nothing
  return all === Number.POSITIVE_INFINITY ? 0 : Math.min(1, tail / all);
}

/**
 * Holm's correction (1979) for several tests: each p-value as it may be compared with alpha, in the given order. The
 * chance that any true hypothesis is rejected stays at or below alpha.
 */
export function holm(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((i, j) => (values[i] as number) - (values[j] as number));
  const adjusted = Array<number>(values.length).fill(1);
  let floor = 0;
  for (const [rank, index] of order.entries()) {
    floor = Math.max(floor, Math.min(1, (values.length - rank) * (values[index] as number)));
    adjusted[index] = floor;
  }
  return adjusted;
}
