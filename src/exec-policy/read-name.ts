import { wordsOf } from './name-words.ts';
import {
  CLOSING_VERBS,
  DESTRUCTIVE_WORDS,
  JOINING_WORDS,
  MORE_DESTRUCTIVE_WORDS,
  MORE_MUTATING_WORDS,
  MUTATING_WORDS,
  NOUNS_TOO,
  READING_VERBS,
  REPORT_NOUNS,
} from './words.ts';

/** What a name says, and the word that says it. */
export interface NameReading {
  readonly kind: 'destructive' | 'mutating' | 'reading' | 'silent';
  /** Undefined for `silent`: no word says anything. */
  readonly word?: string;
}

/** What a name says by the two lists of the source text; a destructive word outranks a mutating one. */
export function readName(name: string): NameReading {
  const words = wordsOf(name);
  const destructive = words.find((word) => DESTRUCTIVE_WORDS.has(word));
  if (destructive !== undefined) return { kind: 'destructive', word: destructive };
  const mutating = words.find((word) => MUTATING_WORDS.has(word));
  return mutating === undefined ? { kind: 'silent' } : { kind: 'mutating', word: mutating };
}

/**
 * What a name says in strict mode: it reads only if its first verb does, and no second action is joined to it. Anything
 * else is at most silent. A noun may stand before the verb (`pull_request_read`), or for it (`nodes_stats`).
 */
export function readNameStrictly(name: string): NameReading {
  const words = wordsOf(name).filter((word) => !isVersion(word));
  const changing = words.filter((word, index) => changes(word, words.slice(0, index)));
  const first = words.find((word) => READING_VERBS.has(word) || isChanging(word));
  const last = words.at(-1) ?? '';

  if (first !== undefined && READING_VERBS.has(first) && changing.length === 0) {
    return { kind: 'reading', word: first };
  }
  const onlyNouns = words.every((word) => !isChanging(word) || NOUNS_TOO.has(word));
  if (CLOSING_VERBS.has(last) && onlyNouns) return { kind: 'reading', word: last };
  if (first === undefined && REPORT_NOUNS.has(last)) return { kind: 'reading', word: last };

  // the worst, not the first: `update_or_truncate_log` truncates
  const word = changing.find(isDestructive) ?? changing[0];
  if (word === undefined) return { kind: 'silent' };
  return { kind: isDestructive(word) ? 'destructive' : 'mutating', word };
}

/** Whether a word, where it stands, is a verb that changes something. */
function changes(word: string, before: readonly string[]): boolean {
  if (!isChanging(word)) return false;
  const read = before.findIndex((each) => READING_VERBS.has(each));
  if (read === -1 || !NOUNS_TOO.has(word)) return true;
  return before.slice(read).some((each) => JOINING_WORDS.has(each));
}

/** Whether a word is on one of the lists of what changes something, wherever it stands. */
export function isChanging(word: string): boolean {
  return isDestructive(word) || MUTATING_WORDS.has(word) || MORE_MUTATING_WORDS.has(word);
}

function isDestructive(word: string): boolean {
  return DESTRUCTIVE_WORDS.has(word) || MORE_DESTRUCTIVE_WORDS.has(word);
}

/** `V1` at the end of a name, and its halves. */
function isVersion(word: string): boolean {
  return word === 'v' || /^\p{Nd}+$/u.test(word);
}
