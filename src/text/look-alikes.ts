import { CONFUSABLES } from './confusables.ts';

const ASCII = /^[\x00-\x7f]*$/;

/**
 * Characters that nobody sees: blanks, zero width, soft hyphens, variation selectors, controls of direction, halves of surrogate
 * pairs, and accents on a letter that has no such form.
 */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}\p{White_Space}\u2800]|[\u0300-\u036f]/gu;

let table: ReadonlyMap<string, string> | undefined;

/** ASCII letters and digits that many fonts show alike, after letter case is folded. */
const TWINS = /[i1|0]/g;

/**
 * Folds a name, so that all names that look alike become one: letter case, width and composition do not matter, nor do
 * invisible characters, and letters of other scripts become the ASCII letters that they look like. `I`, `l`, `1` and `|` are one character,
 * and `O` and `0`.
 */
export function foldLookAlikes(name: string): string {
  if (ASCII.test(name)) return withoutTwins(name.replace(INVISIBLE, ''));
  const plain = name.normalize('NFKC').replace(INVISIBLE, '');
  table ??= new Map(
    CONFUSABLES.flatMap(([ascii, characters]) => [...characters].map((each) => [each, ascii])),
  );
  let folded = '';
  for (const character of plain) folded += table.get(character) ?? character;
  return withoutTwins(folded);
}

function withoutTwins(name: string): string {
  return name.toLowerCase().replace(TWINS, (twin) => (twin === '0' ? 'o' : 'l'));
}
