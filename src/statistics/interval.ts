import jstat from 'jstat';

/** A two-sided interval for a share, within 0 and 1. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** The standard normal quantile: `quantile(0.975)` is 1.95996. */
export function normalQuantile(p: number): number {
  return jstat.jStat.normal.inv(p, 0, 1);
}

/**
 * Wilson's score interval (1927) for `hits` of `total`: the shares that a test of the normal approximation would not
 * reject. Hits may be fractions: two halves of one item count as its mean.
 * @param confidence two-sided, as in 0.95
 */
export function wilson(hits: number, total: number, confidence: number): Interval {
  const z = normalQuantile((1 + confidence) / 2);
  return { lower: wilsonEnd(hits, total, -z), upper: wilsonEnd(hits, total, z) };
}

/** The one-sided lower bound of Wilson: the true share is below it in at most 1 - confidence of all samples. */
export function wilsonLower(hits: number, total: number, confidence: number): number {
  return wilsonEnd(hits, total, -normalQuantile(confidence));
}

function wilsonEnd(hits: number, total: number, z: number): number {
  if (total === 0) return z < 0 ? 0 : 1;
  const p = hits / total;
  const square = z * z;
  const spread = z * Math.sqrt((p * (1 - p)) / total + square / (4 * total * total));
  const end = (p + square / (2 * total) + spread) / (1 + square / total);
  // no rounding error at the ends of the scale
  if (z < 0 && hits === 0) return 0;
  if (z > 0 && hits === total) return 1;
  return Math.min(1, Math.max(0, end));
}

/**
 * The exact binomial interval of Clopper and Pearson (1934) for `hits` of `total`: quantiles of the beta distribution.
 * It covers the true share in at least `confidence` of all samples, whatever the share is.
 */
export function exactBinomial(hits: number, total: number, confidence: number): Interval {
  const tail = (1 - confidence) / 2;
  const { beta } = jstat.jStat;
  return {
    lower: hits === 0 ? 0 : beta.inv(tail, hits, total - hits + 1),
    upper: hits === total ? 1 : beta.inv(1 - tail, hits + 1, total - hits),
  };
}
