/**
 * Lists the first items in a message: `a, b and 3 more`. Only those that are shown are put into words: there may be a million.
 * @param most how many are shown, at least 1
 */
export function someOf<T>(items: readonly T[], most: number, inWords: (item: T) => string): string {
  const shown = items.slice(0, most).map((item) => inWords(item));
  const more = items.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
