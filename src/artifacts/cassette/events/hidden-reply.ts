import type { ValuePath } from '../../../diagnostic.ts';
import type { Contradictions } from '../../../documents/contradictions.ts';
import { isSet } from './answer.ts';

/**
 * Refuses a message of the agent in which nothing is known while keys that are not read hold values: a reply may be under
 * one of them.
 * @param isQuiet whether a key is known to hold neither calls nor replies
 * @param expected the keys that are read, as a phrase
 *
 * Spec (recordings): "One rule against silent loss".
 */
export function refuseHiddenReply(
  message: Readonly<Record<string, unknown>>,
  isQuiet: (key: string) => boolean,
  expected: string,
  path: ValuePath,
  faults: Contradictions,
): void {
  const keys = Object.keys(message).filter((key) => !isQuiet(key) && isSet(message[key]));
  if (keys.length === 0) return;
  const named = keys.slice(0, 5).map((key) => `\`${key}\``);
  faults.add(
    path,
    `says nothing that is read, but has ${named.join(', ')}`,
    `what is under it may be a reply or a call: write it as ${expected}, or remove it`,
  );
}

/** The first keys of a value, for messages: `` `id`, `kind` ``. */
export function keysOf(value: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(value).slice(0, 8);
  return keys.map((key) => `\`${key}\``).join(', ');
}
