import { own } from '../../../../values/own-property.ts';
import type { ClientLine } from './client-line.ts';
import type { ClientMessage } from './client-message.ts';

/** The headers of a request that repeat what its body says, for those who route by headers. */
export interface RoutingHeaders {
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/**
 * Returns why the headers of a request contradict its body; undefined if they do not. Whoever reads the headers would
 * otherwise do something else than what was decided. Spec (enforcement): "Settled", "Smuggling".
 */
export function contradiction(line: ClientLine, { method, name }: RoutingHeaders): string | undefined {
  if (method === undefined && name === undefined) return undefined;
  if (line.kind !== 'message') return 'a list of messages has neither `Mcp-Method` nor `Mcp-Name`';
  const { message } = line;
  if (method !== undefined && method !== methodOf(message))
    return '`Mcp-Method` contradicts the method of the message';
  if (name !== undefined && !namesOf(message).includes(decodedHeader(name)))
    return '`Mcp-Name` contradicts the name in the message';
  return undefined;
}

function methodOf(message: ClientMessage): string | undefined {
  if (message.kind === 'call') return 'tools/call';
  return message.kind === 'other' ? message.method : undefined;
}

/** Returns what the header may say: the tool of a call, and of another request the prompt, resource or task that it is about. */
function namesOf(message: ClientMessage): readonly unknown[] {
  if (message.kind === 'call') return [message.tool];
  if (message.kind === 'refused') return [];
  const params = message.params ?? {};
  return [own(params, 'name'), own(params, 'uri'), own(params, 'taskId')];
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** Reads a name that is not plain ASCII, which a header has in base64. Null if it cannot be read. */
function decodedHeader(value: string): string | null {
  const [, encoded] = ENCODED.exec(value) ?? [];
  if (encoded === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
