/**
 * Finds the matches of a global pattern, first to last. `matchAll` copies the pattern each time, which takes longer
 * than searching most texts.
 */
export function* matchesOf(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  let from = 0;
  while (true) {
    // the caller may have used the same pattern since the last match
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) return;
    from = pattern.lastIndex;
    yield match;
  }
}
