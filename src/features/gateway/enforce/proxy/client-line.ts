import { elementsOf } from '../../../../documents/json-parts.ts';
import { readJson } from '../../../../documents/read-json.ts';
import { INVALID_REQUEST, PARSE_ERROR } from '../../../../mcp/error-codes.ts';
import { isObject } from '../../../../values/own-property.ts';
import { type ClientMessage, type Refused, readClientMessage } from './client-message.ts';

/** What a client sent at once: on stdio a line, over HTTP a body. */
export type ClientLine =
  | { readonly kind: 'blank' }
  | Refused
  | { readonly kind: 'message'; readonly message: ClientMessage }
  | { readonly kind: 'batch'; readonly messages: readonly ClientMessage[] };

/**
 * Reads what a client sent. What is not one JSON object, or a flat list of them, in valid UTF-8 and without a key that occurs
 * twice is refused: a server might read something else in it. Spec (enforcement): "Settled".
 */
export function readClientLine(bytes: Uint8Array): ClientLine {
  const text = decoded(bytes);
  if (text === undefined) return refused(PARSE_ERROR, 'the message is not valid UTF-8');
  if (/^[ \t\r]*$/.test(text)) return { kind: 'blank' };
  // many servers take it for the end of a line, and would read what is behind it as a message of its own
  if (text.trimEnd().includes('\r')) return refused(PARSE_ERROR, 'the message has a carriage return inside');
  const { value, fault } = readJson(text);
  if (fault) return refused(PARSE_ERROR, `the message is not acceptable JSON: ${fault.discreet}`);
  if (isObject(value)) return { kind: 'message', message: readClientMessage(text, value) };
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) {
    return refused(INVALID_REQUEST, 'the message is neither a JSON object nor a list of them');
  }
  const parts = elementsOf(text);
  return {
    kind: 'batch',
    messages: parts.map(({ start, end }, index) =>
      readClientMessage(text.slice(start, end), value[index] as Record<string, unknown>),
    ),
  };
}

function refused(code: number, message: string): Refused {
  return { kind: 'refused', id: undefined, code, message };
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return undefined;
  }
}
