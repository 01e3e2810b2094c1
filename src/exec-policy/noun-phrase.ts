import { isChanging } from './changing.ts';
import { DOUBTFUL_VERBS, OTHER_VERBS, VERB_ENDING, VERB_PREFIXES } from './other-verbs.ts';
import { DESCRIBING_WORDS, MORE_REPORT_NOUNS, READING_VERBS, RELATING_WORDS, REPORT_NOUNS } from './words.ts';

/** Nouns of two words whose first or last word is also a verb: `pull_request`. */
const COMPOUNDS: ReadonlySet<string> = new Set(
  ['pull', 'merge'].flatMap((word) => [`${word} request`, `${word} requests`]),
);

/** Joins the words of a noun that consists of two, so that neither is taken for a verb: `pull_request_list`. */
export function withoutCompounds(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    if (COMPOUNDS.has(`${words[index - 1]} ${word}`)) return [];
    const both = `${word} ${words[index + 1]}`;
    return COMPOUNDS.has(both) ? [both] : [word];
  });
}

/** `listmodels`: a verb and a plural that are written as one word. */
export function splitJoined(word: string): string[] {
  const [, verb, things] = /^(list|get|search|fetch|find)(.{4,40})$/u.exec(word) ?? [];
  if (verb === undefined || things === undefined || !isPlural(things) || JOINED_ENDINGS.test(things))
    return [word];
  return [verb, things];
}

/** `listeners`, `findings`: the word is one noun. */
const JOINED_ENDINGS = /^(?:en|t)?(?:er|ing|or)s$/u;

/**
 * Returns the last word of a name that describes a thing, and so a tool that returns it: `collection-indexes`,
 * `latest_news`, `user_by_id`. Undefined when a word may be a verb that changes something, or the name is no such phrase.
 */
export function nounPhraseEnd(words: readonly string[]): string | undefined {
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (words.some((word) => isChanging(word) || isOtherVerb(word) || isForeign(word))) return undefined;
  if (VERB_ENDING.test(first)) return undefined;
  const isReport = REPORT_NOUNS.has(last) || MORE_REPORT_NOUNS.has(last);
  if (isReport) return last;
  if (words.length < 2) return undefined;
  if (words.some((word) => DOUBTFUL_VERBS.has(word) && word !== last)) return undefined;
  const isPhrase = DESCRIBING_WORDS.has(first) || words.slice(0, -1).some((word) => RELATING_WORDS.has(word));
  // a tool called after one kind of thing often does everything with it: `browser_tabs`
  return isPhrase || (isPlural(last) && words.length > 2) ? last : undefined;
}

/** Whether a word is a verb that changes something, by the dictionary or because it is made from such a verb. */
export function isOtherVerb(word: string): boolean {
  if (OTHER_VERBS.has(word)) return true;
  if (READING_VERBS.has(word)) return false;
  return VERB_PREFIXES.some(
    (prefix) =>
      word.startsWith(prefix) &&
      (isChanging(word.slice(prefix.length)) || OTHER_VERBS.has(word.slice(prefix.length))),
  );
}

/** Whether a word has letters that no list contains, so that it may be any verb: `löschen`. */
export function isForeign(word: string): boolean {
  return /[^a-z0-9 ]/.test(word);
}

/** Whether a word looks like a plural: `files`, but not `status` or `access`. */
export function isPlural(word: string): boolean {
  return PLURAL.test(word);
}

const PLURAL = /..[^su]s$/u;
