import type { Step } from '../suite/golden-path.ts';

/** How well a call fits a step: it meets the step, it only calls the same tool, or neither. */
export type Fit = 'wanted' | 'near' | 'other';

/** Returns how well the recorded call at an index fits a step. */
export type FitOf<S extends Step> = (step: S, call: number) => Fit;

/** Steps and calls to align, both by index. */
export interface Alignable {
  readonly steps: number;
  readonly calls: number;
  readonly isOptional: (step: number) => boolean;
  /** Whether it costs nothing to leave a call out of the path. */
  readonly isFree: (call: number) => boolean;
  readonly fitOf: (step: number, call: number) => Fit;
}

/** Where a step of a path was placed. A missing step belongs before `call`. */
export interface Placed {
  readonly kind: 'kept' | 'replaced' | 'missing';
  readonly step: number;
  readonly call: number;
}

/** The number of comparisons that a path would take, and how many there may be. */
export interface TooMany {
  readonly pairs: number;
  readonly most: number;
}

/** The most pairs of step and call that are compared. Each takes a quarter of a byte: 100 MB in total. */
export const MOST_PAIRS = 400_000_000;

/**
 * Whether the first of two ways (the first four numbers) is better than the second (the last four): the lower penalty,
 * then the more steps kept, then the shorter path, then the more replaced steps whose call at least has the same tool.
 */
export function isBetter(
  p: number,
  k: number,
  l: number,
  n: number,
  penalty: number,
  kept: number,
  length: number,
  near: number,
): boolean {
  if (p !== penalty) return p < penalty;
  if (k !== kept) return k > kept;
  return l === length ? n > near : l < length;
}
