import { foldCase } from './fold-case.ts';

/** Signs that stand for `'`, `"` and `-` in typeset text. An accent that stands alone serves as an apostrophe too. */
const TYPESET: readonly (readonly [signs: RegExp, typed: string])[] = [
  [/[\u0060\u00b4\u02b9\u02bb-\u02bd\u02c8\u055a\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/gu, "'"],
  [/[\u00ab\u00bb\u201c-\u201f\u2033\u2036]/gu, '"'],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu, '-'],
];

/**
 * Folds a text so that two texts which read alike are the same: in any letter case; with typeset or typed quotes,
 * apostrophes and dashes; with any white space; in composed, decomposed, wide or styled letters; and without the
 * characters that no reader sees, such as a soft hyphen or a zero-width space.
 */
export function foldTyping(text: string): string {
  let folded = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // before the letters are composed, which would turn a lone accent into a space and a mark
  for (const [signs, typed] of TYPESET) folded = folded.replace(signs, typed);
  return foldCase(folded.normalize('NFKC')).replace(/\s+/gu, ' ');
}
