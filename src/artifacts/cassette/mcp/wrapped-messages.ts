import type { ValuePath } from '../../../diagnostic.ts';
import { isObject } from '../../../values/own-property.ts';
import { jsonIn } from '../json-in.ts';

type Message = Readonly<Record<string, unknown>>;

/** A JSON-RPC message in a row of a log, and where it is. */
export interface WrappedMessage {
  readonly message: Message;
  readonly path: ValuePath;
}

/** Whether a value is a message of JSON-RPC 2.0. */
export function isJsonRpc(value: unknown): value is Message {
  return isObject(value) && value.jsonrpc === '2.0' && isMessage(value);
}

/** Whether an object is a request, a notification or an answer; a log may leave out the version. */
function isMessage(value: Message): boolean {
  if (typeof value.method === 'string') return true;
  return 'id' in value && ('result' in value || 'error' in value);
}

/**
 * Returns the JSON-RPC messages of a row: the row itself, or the messages under its keys, each an object, a batch, or the
 * JSON text of either.
 */
export function messagesIn(row: Message, path: ValuePath): WrappedMessage[] {
  if (isJsonRpc(row)) return [{ message: row, path }];
  const found = Object.keys(row).flatMap((key) => messagesOf(row[key], [...path, key]));
  return found.length === 0 && isMessage(row) ? [{ message: row, path }] : found;
}

function messagesOf(value: unknown, path: ValuePath): WrappedMessage[] {
  if (isJsonRpc(value)) return [{ message: value, path }];
  if (Array.isArray(value)) {
    return value.every(isJsonRpc) ? value.map((message, index) => ({ message, path: [...path, index] })) : [];
  }
  return typeof value === 'string' ? messagesOf(parsed(value), path) : [];
}

/** Parses a text that is as a whole an object or a list. */
function parsed(text: string): unknown {
  return /^\s*[[{]/.test(text) && text.includes('jsonrpc') ? jsonIn(text) : undefined;
}
