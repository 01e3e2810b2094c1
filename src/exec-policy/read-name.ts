import { isChanging, isDestructive, isOfSource } from './changing.ts';
import { wordsOf } from './name-words.ts';
import {
  isForeign,
  isOtherVerb,
  isPlural,
  nounPhraseEnd,
  splitJoined,
  withoutCompounds,
} from './noun-phrase.ts';
import { CLEAR_VERBS, READS_WITH } from './other-verbs.ts';
import {
  CLOSING_VERBS,
  DESTRUCTIVE_WORDS,
  ENTITIES,
  JOINING_WORDS,
  LONE_NOUNS,
  MUTATING_WORDS,
  NOUNS_TOO,
  OBJECT_VERBS,
  PARTICLES,
  READING_VERBS,
  RELATIONS,
  REPORT_NOUNS,
  SECOND_ACTION_WORDS,
} from './words.ts';

/** What a name shows about its tool, and the word that shows it. */
export interface NameReading {
  readonly kind: 'destructive' | 'mutating' | 'reading' | 'silent';
  /** Undefined for `silent`: no word shows anything. */
  readonly word?: string;
}

/** Reads a name by the two word lists of the spec. A destructive word outranks a mutating one. */
export function readName(name: string): NameReading {
  const words = wordsOf(name);
  const destructive = words.find((word) => DESTRUCTIVE_WORDS.has(word));
  if (destructive !== undefined) return { kind: 'destructive', word: destructive };
  const mutating = words.find((word) => MUTATING_WORDS.has(word));
  return mutating === undefined ? { kind: 'silent' } : { kind: 'mutating', word: mutating };
}

/** The longest name that strict mode trusts, in characters. No author writes a longer one. */
const LONGEST_NAME = 1000;

/**
 * Reads a name in strict mode. A name is reading only if its first verb is, and no second action is joined to it. A noun
 * may come before the verb (`pull_request_read`) or replace it (`nodes_stats`).
 */
export function readNameStrictly(name: string): NameReading {
  const words = withoutCompounds(
    wordsOf(name)
      .filter((word) => !isVersion(word))
      .flatMap(splitJoined),
  );
  const changing = changingWordsOf(words);
  const reading = name.length > LONGEST_NAME ? undefined : readingWordOf(words, changing);
  if (reading !== undefined) return { kind: 'reading', word: reading };

  // the most harmful word, not the first: `update_or_truncate_log` truncates
  const word = changing.find(isDestructive) ?? changing[0];
  if (word === undefined) return { kind: 'silent' };
  return { kind: isDestructive(word) ? 'destructive' : 'mutating', word };
}

/**
 * Whether the mutating words of the spec in a name only show which things the tool gets, so that strict mode may take the
 * tool for a reading one: `get_create_fields`.
 */
export function onlyGetsThings(name: string): boolean {
  return (
    readNameStrictly(name).kind === 'reading' &&
    getsKindOfThings(wordsOf(name).filter((word) => !isVersion(word)))
  );
}

/** Returns the word that shows that the tool reads. */
function readingWordOf(words: readonly string[], changing: readonly string[]): string | undefined {
  if (joinsUnknown(words) || isPhrasalVerb(words)) return undefined;
  const first = words.find(
    (word, index) => READING_VERBS.has(word) || isChanging(word) || isVerbHere(words, index),
  );
  const last = words.at(-1) ?? '';
  if (changing.length === 1 && changing[0] === first && READS_WITH[first ?? '']?.has(last)) return first;
  if (first !== undefined && READING_VERBS.has(first) && changing.length === 0) return first;
  const onlyNouns = words.every((word) => !isChanging(word) || NOUNS_TOO.has(word));
  if (CLOSING_VERBS.has(last) && onlyNouns) return last;
  if (READING_VERBS.has(last) && isThing(words)) return last;
  return nounPhraseEnd(words);
}

/** Whether a word is a verb of the dictionary, and not the subject before another verb: `zoom_get_meeting`. */
function isVerbHere(words: readonly string[], index: number): boolean {
  const isSubject = index === 0 && words.length > 2 && CLEAR_VERBS.has(words[1] ?? '');
  const word = words[index] ?? '';
  return !isSubject && (isOtherVerb(word) || isForeign(word));
}

/** `domain_record_list`: all words that could be verbs are the names of things at their place. */
function isThing(words: readonly string[]): boolean {
  return words.every(
    (word, index) =>
      !(isChanging(word) || isOtherVerb(word) || isForeign(word)) ||
      ENTITIES.has(word) ||
      (index > 0 && LONE_NOUNS.has(word)),
  );
}

/** Returns the words that, at their place in the name, are verbs that change something. */
function changingWordsOf(words: readonly string[]): string[] {
  const isReport = isReportOfAction(words);
  const changing: string[] = [];
  let isBehindVerb = false;
  let isJoined = false;
  const takesObject = OBJECT_VERBS.has(firstVerbOf(words));
  const getsKinds = getsKindOfThings(words);
  for (const [index, word] of words.entries()) {
    const canBeNoun =
      NOUNS_TOO.has(word) || (takesObject && !isOfSource(word)) || (getsKinds && MUTATING_WORDS.has(word));
    const isNoun = isBehindVerb && !isJoined && canBeNoun && !isSecondVerb(words, index);
    if (isChanging(word) && !isNoun && !(isReport && !isOfSource(word))) changing.push(word);
    if (READING_VERBS.has(word)) isBehindVerb = true;
    else if (isBehindVerb && JOINING_WORDS.has(word) && !isRelation(words, index)) isJoined = true;
  }
  return changing;
}

/** `query_run`: a last word directly after a verb is a second action. After `get` it can only be an object: `get_run`. */
function isSecondVerb(words: readonly string[], index: number): boolean {
  const before = words[index - 1] ?? '';
  if (index !== words.length - 1 || !READING_VERBS.has(before) || before === 'get') return false;
  return !LONE_NOUNS.has(words[index] ?? '');
}

/** `get_create_fields`: a verb before the last word shows which things the tool gets. A report may be on a change. */
function getsKindOfThings(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return firstVerbOf(words) === 'get' && isPlural(last) && !REPORT_NOUNS.has(last);
}

function firstVerbOf(words: readonly string[]): string {
  return words.find((word) => READING_VERBS.has(word) || isChanging(word)) ?? '';
}

/** `get_refund_status`: the tool gets a report on an action, whatever the action is. */
function isReportOfAction(words: readonly string[]): boolean {
  return (
    words[0] === 'get' &&
    REPORT_NOUNS.has(words.at(-1) ?? '') &&
    !words.some((word) => JOINING_WORDS.has(word))
  );
}

/** `scan_and_fix`, `list_to_trello`: the name joins something to the reading verb that is not known to read. */
function joinsUnknown(words: readonly string[]): boolean {
  const verb = words.findIndex((word) => READING_VERBS.has(word));
  return words.some((word, index) => {
    if (verb === -1 || index <= verb || !SECOND_ACTION_WORDS.has(word)) return false;
    if (isRelation(words, index) || isBetweenPlurals(words, index)) return false;
    const next = words[index + 1] ?? '';
    return !READING_VERBS.has(next) && !REPORT_NOUNS.has(next);
  });
}

/** `linked_to_issue` describes what is read, not where it is sent. */
function isRelation(words: readonly string[], index: number): boolean {
  return words[index] === 'to' && RELATIONS.has(words[index - 1] ?? '');
}

/** `files_and_folders`: two things, not two actions. `to` does not join things. */
function isBetweenPlurals(words: readonly string[], index: number): boolean {
  return words[index] !== 'to' && [words[index - 1], words[index + 1]].every((word) => isPlural(word ?? ''));
}

/** A word after a reading verb can change its meaning: `check_out`, `sort_in_place`. */
function isPhrasalVerb(words: readonly string[]): boolean {
  return words.some((word, index) => {
    const next = words[index + 1] ?? '';
    return (word === 'check' && PARTICLES.has(next)) || (word === 'in' && next === 'place');
  });
}

/** The parts of a version such as `V1` at the end of a name. */
function isVersion(word: string): boolean {
  return word === 'v' || /^\p{Nd}+$/u.test(word);
}
