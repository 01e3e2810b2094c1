import { distance } from 'fastest-levenshtein';

/**
 * Returns the candidate that the word was most likely meant to be, ignoring letter case, or undefined if none is
 * close. The first candidate wins a tie.
 * @param limit how many letters may differ; by default a third of them, and at least two
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  limit: number = Math.max(2, Math.floor(word.length / 3)),
): string | undefined {
  // a misspelling is short: do not measure a key of a megabyte
  if (word.length > 100) return undefined;
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const d = distance(word.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance && d < candidate.length) [best, bestDistance] = [candidate, d];
  }
  return best;
}
