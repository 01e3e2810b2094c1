import type { ValuePath } from '../../../diagnostic.ts';
import { isObject, own } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';

/** A message as a plain object with a `role`, and where that object is in the message as it was written. */
interface Unwrapped {
  readonly message: unknown;
  readonly below: ValuePath;
}

/** The types of messages of LangChain. A chunk is a message that was streamed. */
const ROLES: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  system: 'system',
  tool: 'tool',
  function: 'function',
  developer: 'developer',
};

/**
 * Returns the message in one of the forms in which LangChain writes it:
 * - `{type: "ai", content, …}`, a message as it is dumped
 * - `{type: "ai", data: {content, …}}`, in stores of chats
 * - `{lc: 1, type: "constructor", id: [… "AIMessage"], kwargs: {content, …}}`, serialised, as in LangSmith
 *
 * Spec (recordings): "Readers to add", 3.
 */
export function unwrapped(value: unknown): Unwrapped {
  if (!isObject(value) || typeof value.role === 'string') return { message: value, below: [] };
  const { type, data, id, kwargs } = value;
  if (type === 'constructor' && isObject(kwargs) && Array.isArray(id)) {
    const role = roleOf(scalarText(id.at(-1)));
    return { message: { ...(role !== undefined && { role }), ...kwargs }, below: ['kwargs'] };
  }
  const role = typeof type === 'string' ? roleOf(type) : undefined;
  if (isObject(data) && typeof type === 'string' && (role !== undefined || type === 'chat')) {
    return { message: { ...(role !== undefined && { role }), ...data }, below: ['data'] };
  }
  return { message: role === undefined ? value : { role, ...value }, below: [] };
}

/** Whether a value is a message of LangChain, which has no `role` of its own. */
export function isLangChainMessage(value: unknown): boolean {
  if (!isObject(value) || typeof value.role === 'string') return false;
  const { message, below } = unwrapped(value);
  if (!isObject(message) || typeof message.role !== 'string') return false;
  return below.length > 0 || Object.hasOwn(message, 'content');
}

function roleOf(type: string): string | undefined {
  return own(ROLES, type) ?? own(ROLES, type.replace(/Message(Chunk)?$/, '').toLowerCase());
}
