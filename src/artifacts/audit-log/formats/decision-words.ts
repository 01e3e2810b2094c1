import { own } from '../../../values/own-property.ts';
import type { Decision } from '../model.ts';

/** The words of a log for its decisions. */
export type DecisionWords = Readonly<Record<string, Decision>>;

/** Looks up a decision. A word that is not in the table is never an `allow`: it returns the reason to refuse the line. */
export function decisionOf(
  words: DecisionWords,
  field: string,
  word: unknown,
): { readonly decision: Decision } | { readonly why: string } {
  const decision = typeof word === 'string' ? own(words, word) : undefined;
  if (decision !== undefined) return { decision: decision as Decision };
  const known = Object.keys(words)
    .map((each) => `\`${each}\``)
    .join(', ');
  const found = word === undefined ? 'it is missing' : `found ${JSON.stringify(word)?.slice(0, 60)}`;
  return { why: `\`${field}\` must be one of ${known}, ${found}` };
}
