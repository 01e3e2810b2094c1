/**
 * The matches of a global pattern, first to last. `matchAll` makes a copy of the pattern each time, which takes longer
 * than most texts take to search.
 */
export function* matchesOf(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  let from = 0;
  while (true) {
    // whoever asks may have used the same pattern since the last match
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) return;
    from = pattern.lastIndex;
    yield match;
  }
}
