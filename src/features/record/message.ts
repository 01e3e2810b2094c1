import { INVALID_REQUEST } from '../../mcp/error-codes.ts';
import { isObject } from '../../values/own-property.ts';

/** A JSON-RPC message, or what was sent in place of one. */
export type Message = Readonly<Record<string, unknown>>;

/** What a message is. */
export type MessageKind = 'request' | 'notification' | 'response' | 'other';

/**
 * Returns what a message is: requests and notifications have a method, and only requests an id. A message with an id that no
 * request may have, such as null, is neither: a client that waits for an answer must not wait forever.
 */
export function kindOf(message: Message): MessageKind {
  const hasId = Object.hasOwn(message, 'id') && message.id !== undefined;
  if (typeof message.method === 'string') {
    if (!hasId) return 'notification';
    return isId(message.id) ? 'request' : 'other';
  }
  return hasId && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'))
    ? 'response'
    : 'other';
}

/**
 * Whether a value can be the id of a request. MCP asks for a string or an integer, and JSON-RPC only advises against fractions:
 * a client that numbers its requests 1.5 waits for an answer, too.
 */
function isId(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
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

/** Returns the text of an answer with an error. @param id of the request; null when the request has none that is known */
export function errorText(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } });
}

/** Returns the answer to what is not a message. It names the id if there is one, so that its client does not wait. */
export function noMessageText(sent: unknown): string {
  const { id, method } = isObject(sent) ? sent : {};
  const why =
    typeof method === 'string'
      ? 'the id of a request must be a string or a number'
      : 'this is not a message of JSON-RPC';
  return errorText(isId(id) ? id : null, INVALID_REQUEST, why);
}
