import type { Ports } from '../ports.ts';

/** Tells the operands from the command after `--`, which commander puts into one list. */
export function splitWords(words: readonly string[], { argv }: Pick<Ports, 'argv'>) {
  const cut = argv.indexOf('--');
  const after = cut === -1 ? 0 : argv.length - cut - 1;
  return { operands: words.slice(0, words.length - after), command: words.slice(words.length - after) };
}
