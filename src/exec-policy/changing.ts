import { DESTRUCTIVE_WORDS, MORE_DESTRUCTIVE_WORDS, MORE_MUTATING_WORDS, MUTATING_WORDS } from './words.ts';

/** Whether a word is on one of the two lists of the spec. */
export function isOfSource(word: string): boolean {
  return DESTRUCTIVE_WORDS.has(word) || MUTATING_WORDS.has(word);
}

/** Whether a word is on one of the lists of changing verbs, whatever its place in the name. */
export function isChanging(word: string): boolean {
  return isDestructive(word) || MUTATING_WORDS.has(word) || MORE_MUTATING_WORDS.has(word);
}

/** Whether a word is on one of the lists of destructive verbs. */
export function isDestructive(word: string): boolean {
  return DESTRUCTIVE_WORDS.has(word) || MORE_DESTRUCTIVE_WORDS.has(word);
}
