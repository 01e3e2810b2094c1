import type { ValuePath } from '../../../diagnostic.ts';
import type { Contradictions } from '../../../documents/contradictions.ts';

/**
 * Refuses a message of the agent, or a part of one, in which keys that are not read hold something: a reply or a call may be
 * under one of them. A reader asks when it found nothing else in the message, or for keys under which other programs keep
 * replies.
 * @param isQuiet whether a key is read, or known to hold neither calls nor replies
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
  const keys = Object.keys(message).filter((key) => !isQuiet(key) && holdsSomething(message[key]));
  if (keys.length === 0) return;
  const named = keys.slice(0, 5).map((key) => `\`${key}\``);
  faults.add(
    path,
    `has ${named.join(', ')}, which ${keys.length === 1 ? 'is' : 'are'} not read`,
    `what is under it may be a reply or a call: write it as ${expected}, or remove it`,
  );
}

/** Whether a value is text, a list or an object, and not empty. A number or a flag is neither a call nor a reply. */
export function holdsSomething(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** The first keys of a value, for messages: `` `id`, `kind` ``. */
export function keysOf(value: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(value).slice(0, 8);
  return keys.map((key) => `\`${key}\``).join(', ');
}
