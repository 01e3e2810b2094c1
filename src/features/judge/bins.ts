import { equalMassEnds } from './equal-mass.ts';

/** How confidences are put into bins: of equal width, of equal mass, or one bin for each value. */
export const BINNINGS = ['width', 'mass'] as const;

/** What `--binning` takes. */
export type Binning = (typeof BINNINGS)[number];

/** How the edges of all bins belong to them. It is written into every certificate. */
export const BIN_CONVENTION = '(lo, hi], 0 in the first';

/** The bins of a file of labels, without gaps between 0 and 1. */
export interface Bins {
  readonly binning: Binning | 'value';
  /** The highest confidence of each bin, ascending. A bin begins above the end of the one before it. */
  readonly ends: Float64Array;
}

/**
 * Returns the bins for some confidences. With no more distinct confidences than bins, each value has its own.
 *
 * Spec (judging): "One documented bin convention"
 * @param sorted all confidences, ascending
 * @param count how many bins are wanted
 */
export function toBins(sorted: Float64Array, binning: Binning, count: number): Bins {
  const { values, counts } = distinctOf(sorted);
  if (values.length <= count) return { binning: 'value', ends: values };
  if (binning === 'width') {
    return { binning, ends: Float64Array.from({ length: count }, (_, index) => (index + 1) / count) };
  }
  const ends = Float64Array.from(equalMassEnds(counts, count), (index) => values[index] as number);
  ends[ends.length - 1] = 1;
  return { binning, ends };
}

/** Returns the index of the bin of a confidence: the first that does not end below it. */
export function binOf(confidence: number, { ends }: Bins): number {
  let [first, last] = [0, ends.length - 1];
  while (first < last) {
    const middle = (first + last) >> 1;
    if (confidence <= (ends[middle] as number)) last = middle;
    else first = middle + 1;
  }
  return first;
}

/** Returns the different values of a sorted list, and how often each occurs. */
export function distinctOf(sorted: Float64Array): { values: Float64Array; counts: Uint32Array } {
  const values = new Float64Array(sorted.length);
  const counts = new Uint32Array(sorted.length);
  let found = 0;
  for (const value of sorted) {
    if (found === 0 || value !== values[found - 1]) values[found++] = value;
    (counts[found - 1] as number)++;
  }
  return { values: values.slice(0, found), counts: counts.slice(0, found) };
}
