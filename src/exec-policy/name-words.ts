/** A word as people would read it in a name: an acronym, a capitalised word, lower case, or digits. */
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?(?:(?!\p{Lu})\p{L})+|\p{Nd}+/gu;

/**
 * The lower-case words of a tool's name: split at every character that is no letter or digit, at camelCase boundaries
 * (`HTTPPost` is http, post) and between letters and digits (`delete2` holds delete).
 * Source: "The name heuristic" of the execution safety policy.
 */
export function wordsOf(name: string): string[] {
  return [...name.matchAll(WORD)].map(([word]) => word.toLowerCase());
}
