import { replaceSecrets } from './find-secrets.ts';
import { mask } from './mask.ts';

/** Returns a command for reports that others read: with masks in place of the secrets that it names. */
export function shownCommand(words: readonly string[]): string {
  return words.map((word, index) => shownWord(word, words[index - 1] ?? '')).join(' ');
}

/** A value is called by the flag or the variable that stands before it, in its word or in the word before. */
function shownWord(word: string, before: string): string {
  const [, start = '', name = ''] = /^(-{0,2}([\w-]+)=)/.exec(word) ?? [];
  const key = name === '' ? (/^--?([\w-]+)$/.exec(before)?.[1] ?? '') : name;
  return start + replaceSecrets(word.slice(start.length), key, (secret) => mask(secret));
}
