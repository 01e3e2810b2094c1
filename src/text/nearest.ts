import { distance } from 'fastest-levenshtein';

/**
 * The candidate that the word was most likely meant to be, or undefined when none is near, letter case aside. Ties
 * go to the first candidate.
 * @param limit how many letters may differ: a third of them, and never fewer than two, unless told otherwise
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  limit: number = Math.max(2, Math.floor(word.length / 3)),
): string | undefined {
  // a misspelling is short: do not measure a megabyte that somebody put in place of a key
  if (word.length > 100) return undefined;
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const d = distance(word.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance && d < candidate.length) [best, bestDistance] = [candidate, d];
  }
  return best;
}
