import { replaceSecrets } from './find-secrets.ts';
import { mask } from './mask.ts';
import { namedValue } from './named-value.ts';

/** Returns a command for reports that others read: with masks in place of the secrets that it names. */
export function shownCommand(words: readonly string[]): string {
  return words.map((word, index) => shownWord(word, words[index - 1] ?? '')).join(' ');
}

function shownWord(word: string, before: string): string {
  const { name, value } = namedValue(word, before);
  const start = word.slice(0, word.length - value.length);
  return start + replaceSecrets(value, name, (secret) => mask(secret));
}
