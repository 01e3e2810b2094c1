/** One word of a name: an acronym, a capitalised word, a lower-case word, or digits. */
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?(?:(?!\p{Lu})\p{L})+|\p{Nd}+/gu;

/**
 * Returns the words of a tool's name in lower case. A name is split at every character that is not a letter or digit, at
 * camelCase boundaries (`HTTPPost` is http, post) and between letters and digits (`delete2` contains delete).
 * What the reader of a name does not see cannot hide a word: invisible characters are left out, and letters in another
 * width or style count as the plain ones.
 * Spec (execution safety): "The name heuristic".
 */
export function wordsOf(name: string): string[] {
  const seen = name.replaceAll(/\p{Cf}/gu, '').normalize('NFKC');
  return [...seen.matchAll(WORD)].map(([word]) => word.toLowerCase());
}
