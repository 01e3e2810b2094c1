import { escapeForTerminal } from '../text/escape-terminal.ts';

/** Quotes a command so that you can copy it into a shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

function quote(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  return escapeForTerminal(`'${word.replaceAll("'", `'\\''`)}'`);
}
