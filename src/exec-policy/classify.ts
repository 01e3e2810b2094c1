import { wordsOf } from './name-words.ts';

/** Words that tell of a tool that changes something. Source: "The name heuristic" of the execution safety policy. */
export const MUTATING_WORDS = [
  'create',
  'update',
  'set',
  'send',
  'write',
  'post',
  'put',
  'insert',
  'patch',
  'add',
  'upload',
] as const;

/** Words that tell of a tool that destroys something. Source: the same list. */
export const DESTRUCTIVE_WORDS = [
  'delete',
  'remove',
  'drop',
  'destroy',
  'purge',
  'erase',
  'wipe',
  'kill',
  'revoke',
] as const;

/** What a name alone can tell of a tool. Source: the name heuristic's rows of "Tool classification". */
export type NameClass = 'Destructive' | 'Mutating' | 'ReadOnlyPresumed';

/** The class of a name, and the word that decided it; null when none did. */
export interface NameVerdict {
  readonly class: NameClass;
  readonly word: string | null;
}

const DESTRUCTIVE: ReadonlySet<string> = new Set(DESTRUCTIVE_WORDS);
const MUTATING: ReadonlySet<string> = new Set(MUTATING_WORDS);

/** Judges a tool by its name: a destructive word outranks a mutating one, wherever the two stand. */
export function classifyName(name: string): NameVerdict {
  const words = wordsOf(name);
  const destructive = words.find((word) => DESTRUCTIVE.has(word));
  if (destructive !== undefined) return { class: 'Destructive', word: destructive };
  const mutating = words.find((word) => MUTATING.has(word));
  if (mutating !== undefined) return { class: 'Mutating', word: mutating };
  return { class: 'ReadOnlyPresumed', word: null };
}
