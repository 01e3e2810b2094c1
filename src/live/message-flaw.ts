import { isUtf8 } from 'node:buffer';
import { contradictionIn } from '../mcp/contradiction.ts';
import { isObject } from '../values/own-property.ts';
import { isTooDeep } from './nesting.ts';

/** What is wrong with a message that a lenient reader would take. */
export interface Flaw {
  /** The request that the message answers; undefined if it is no answer. */
  readonly id: string | number | undefined;
  /** A predicate for the message: "is not valid UTF-8". */
  readonly why: string;
}

/** Called with what is wrong with a message, in place of the message. */
export type OnFlaw = (flaw: Flaw) => void;

/**
 * Returns why a message must not be believed, though `JSON.parse` reads it: bytes that are no text are replaced without a word, and
 * of a key that occurs twice the last one wins. Undefined for an acceptable message, and for what is no JSON at all or
 * nests too deep, which its reader refuses.
 */
export function flawOf(bytes: Uint8Array): Flaw | undefined {
  const why = whyUnbelievable(bytes);
  if (why === undefined) return undefined;
  const message = parsed(bytes);
  return message === undefined || isTooDeep(message) ? undefined : { id: answeredBy(message), why };
}

function whyUnbelievable(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return 'is not valid UTF-8';
  const contradiction = contradictionIn(decoded(bytes));
  return contradiction && `is not acceptable JSON: ${contradiction}`;
}

/** As the readers of the SDK decode a message: without its byte order mark. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoded(bytes));
  } catch {
    return undefined;
  }
}

function answeredBy(message: unknown): Flaw['id'] {
  if (!isObject(message) || 'method' in message) return undefined;
  const { id } = message;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
