import { CONFUSABLES } from './confusables.ts';

const ASCII = /^[\x00-\x7f]*$/;

/** Characters that nobody sees: zero width, soft hyphens, variation selectors, controls of direction. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

let table: ReadonlyMap<string, string> | undefined;

/**
 * Folds a name, so that all names that look alike become one: letter case, width and composition do not matter, nor do
 * invisible characters, and letters of other scripts become the ASCII letters that they look like.
 */
export function foldLookAlikes(name: string): string {
  if (ASCII.test(name)) return name.replace(INVISIBLE, '').toLowerCase();
  const plain = name.normalize('NFKC').replace(INVISIBLE, '');
  table ??= new Map(
    CONFUSABLES.flatMap(([ascii, characters]) => [...characters].map((each) => [each, ascii])),
  );
  let folded = '';
  for (const character of plain) folded += table.get(character) ?? character;
  return folded.toLowerCase();
}
