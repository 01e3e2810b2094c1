import { isObject } from '../../values/own-property.ts';

/** A JSON-RPC message, or what was sent in place of one. */
export type Message = Readonly<Record<string, unknown>>;

/** What a message is. */
export type MessageKind = 'request' | 'notification' | 'response' | 'other';

/** Returns what a message is: requests and notifications have a method, and only requests an id. */
export function kindOf(message: Message): MessageKind {
  const hasId = Object.hasOwn(message, 'id') && message.id !== undefined;
  if (typeof message.method === 'string') return hasId && message.id !== null ? 'request' : 'notification';
  return hasId && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'))
    ? 'response'
    : 'other';
}

/** Returns a key for the id of a message. The ids `1` and `"1"` differ. */
export function idKey(id: unknown): string {
  return JSON.stringify(id) ?? '';
}

/** Returns the own object under a key, or an empty one. */
export function objectIn(value: unknown, key: string): Message {
  if (!isObject(value) || !Object.hasOwn(value, key)) return {};
  const member = value[key];
  return isObject(member) ? member : {};
}

/** What a client is told that sent something else. */
export const NO_MESSAGE = 'this is not a message of JSON-RPC';

/** Returns the text of an answer with an error. @param id of the request; null when the request has none that is known */
export function errorText(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } });
}
