/** The longest pattern that is read. No author writes a longer list of words. */
const LONGEST = 2000;

/** Groups that match nothing by themselves, and the openings of others: `(?i)`, `(?:`, `(?<name>`. */
const FLAGS = /\(\?[a-zA-Z-]+\)/g;
const OPENINGS = /\(\?(?:[a-zA-Z-]*:|P?<\w+>)/g;
/** One letter in either case, `[dD]`, and what may be left out: `s?`, `(_all)?`. */
const EITHER_CASE = /\[([A-Za-z])[A-Za-z]\]/g;
const OPTIONAL = /(?:\([^()|]{1,50}\)|\w)\?/g;
/** The ends of a text. */
const ANCHORS = /\\[AzZ]|[\^$]/g;

/**
 * Returns the words that a pattern lists as the only texts that it accepts: `delete` and `list` for
 * `^(?:delete|lists?)$`. None for a pattern that accepts other texts too.
 */
export function choicesOfPattern(pattern: string): readonly string[] {
  if (pattern.length > LONGEST) return [];
  const plain = pattern
    .replace(FLAGS, '')
    .replace(OPENINGS, '(')
    .replace(EITHER_CASE, '$1')
    .replace(OPTIONAL, '')
    .replace(ANCHORS, '');
  if (!/^[\w\s|()-]+$/.test(plain)) return [];
  return plain
    .split(/[|()]/)
    .map((word) => word.trim())
    .filter((word) => /[a-z]/i.test(word));
}
