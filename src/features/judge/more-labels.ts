import { normalQuantile } from '../../statistics/interval.ts';
import type { CertifyCheck, CheckResult } from './checks.ts';

/** The figures that the estimate is made from. */
export interface Measured {
  /** The number of items. */
  readonly items: number;
  readonly ece: number;
  readonly eceUpper: number;
  readonly noiseFloor: number;
  readonly brier: number;
  readonly brierUpper: number;
  readonly accuracy: number;
}

/** How many labels more would decide, or the checks that no number of labels would change. */
export type MoreLabels = { readonly more: number } | { readonly hopeless: readonly CertifyCheck[] };

/**
 * Estimates how many more items would certify a judge that is as good as it looks. The distance between a figure and its
 * bound shrinks with the root of the number of items. The calibration error that is left without the noise is
 * √(ece² - noise floor²), since independent errors add up in squares.
 */
export function moreLabels(
  failed: readonly CheckResult[],
  measured: Measured,
  confidence: number,
): MoreLabels {
  const needs = failed.map((result) => [result.id, needOf(result, measured, confidence)] as const);
  const hopeless = needs.filter(([, need]) => need === undefined).map(([id]) => id);
  if (hopeless.length > 0) return { hopeless };
  const need = needs.reduce((most, [, each]) => Math.max(most, each ?? 0), 0);
  return { more: roundedUp(Math.max(1, need - measured.items)) };
}

/** Returns the number of items at which a check would hold; undefined when there is none. */
function needOf({ id, limit }: CheckResult, measured: Measured, confidence: number): number | undefined {
  const { items, ece, eceUpper, noiseFloor, brier, brierUpper, accuracy } = measured;
  switch (id) {
    case 'samples':
      return limit;
    case 'ece':
      return needForBound(Math.sqrt(Math.max(0, ece ** 2 - noiseFloor ** 2)), eceUpper, limit, items);
    case 'brier':
      return needForBound(brier, brierUpper, limit, items);
    case 'accuracy': {
      // Wilson's bound is the score test turned around
      if (accuracy <= limit) return undefined;
      const z = normalQuantile(confidence);
      return (z * z * limit * (1 - limit)) / (accuracy - limit) ** 2;
    }
    case 'skill':
    case 'order':
      return undefined;
  }
}

function needForBound(centre: number, upper: number, limit: number, items: number): number | undefined {
  return centre < limit ? items * ((upper - centre) / (limit - centre)) ** 2 : undefined;
}

/** Rounds up to two digits: an estimate has no more. Undefined numbers of labels do not occur: the limit is a million million. */
function roundedUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / unit) * unit;
}
