import { scanJson } from '../../../../documents/json-scan.ts';
import { INVALID_PARAMS, INVALID_REQUEST } from '../../../../mcp/error-codes.ts';
import { META } from '../../../../mcp/meta-keys.ts';
import { isObject, own } from '../../../../values/own-property.ts';
import { writtenId, writtenMember } from './message-id.ts';

/** A tool call that a client asks for. */
export interface ToolRequest {
  readonly kind: 'call';
  readonly text: string;
  /** As it was written; undefined for a notification, which nobody answers. */
  readonly id: string | undefined;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>> | undefined;
  /** Whether no number of the arguments was rounded when it was read. */
  readonly isExact: () => boolean;
  /** Whether the client speaks the protocol since July 2026. */
  readonly isModern: boolean;
  /** What the client sends back of the question of the server that this call answers; undefined if it answers none. */
  readonly answers: { readonly state: string | undefined } | undefined;
}

/** A message that is not passed on, and the error that answers it. */
export interface Refused {
  readonly kind: 'refused';
  readonly id: string | undefined;
  readonly code: number;
  readonly message: string;
}

/** A message of a client. */
export type ClientMessage =
  | ToolRequest
  /** Any other message: a request if it has an identifier and a method. */
  | {
      readonly kind: 'other';
      readonly text: string;
      readonly id: string | undefined;
      /** Absent in an answer. */
      readonly method: string | undefined;
      readonly params: Readonly<Record<string, unknown>> | undefined;
      /** Whether it asks for the list of tools. */
      readonly isList: boolean;
      /** The identifier of the request that it cancels. */
      readonly cancels: string | undefined;
    }
  | Refused;

/**
 * Reads a JSON object that a client sent. What servers could read in another way is refused: keys and methods that differ
 * from those of the protocol only in their case, which some readers do not tell apart.
 * @param text acceptable JSON: see `client-line.ts`
 */
export function readClientMessage(text: string, message: Readonly<Record<string, unknown>>): ClientMessage {
  const id = Object.hasOwn(message, 'id') ? writtenId(text) : undefined;
  const refuse = (code: number, why: string): Refused => ({ kind: 'refused', id, code, message: why });
  const disguised = disguisedKey(message, ENVELOPE);
  if (disguised !== undefined)
    return refuse(INVALID_REQUEST, `the key \`${disguised}\` is written in another case`);
  if (isObject(message.id) || Array.isArray(message.id))
    return refuse(INVALID_REQUEST, '`id` is neither text nor a number');
  const { method, params } = message;
  if (Object.hasOwn(message, 'method') && typeof method !== 'string') {
    return refuse(INVALID_REQUEST, '`method` is not text');
  }
  if (method !== undefined && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error')))
    return refuse(INVALID_REQUEST, 'the message is a request and an answer at once');
  if (method !== CALL) {
    if (fold(method ?? '').replace(UNSEEN, '') === CALL)
      return refuse(
        INVALID_REQUEST,
        'the method is `tools/call` in another case or with characters that nobody sees',
      );
    const isRequest = typeof method === 'string';
    return {
      kind: 'other',
      text,
      id: isRequest ? id : undefined,
      method: isRequest ? method : undefined,
      params: isObject(params) ? params : undefined,
      isList: method === 'tools/list',
      cancels: method === 'notifications/cancelled' ? cancelledId(text) : undefined,
    };
  }
  if (!isObject(params)) return refuse(INVALID_PARAMS, '`params` of `tools/call` is not an object');
  const hidden = disguisedKey(params, PARAMS);
  if (hidden !== undefined) return refuse(INVALID_PARAMS, `the key \`${hidden}\` is written in another case`);
  const { name, arguments: args } = params;
  if (typeof name !== 'string' || name === '')
    return refuse(INVALID_PARAMS, '`name` of `tools/call` is not text');
  if (args !== undefined && args !== null && !isObject(args)) {
    return refuse(INVALID_PARAMS, '`arguments` of `tools/call` is not an object');
  }
  const meta = own(params, '_meta');
  return {
    kind: 'call',
    text,
    id,
    tool: name,
    arguments: args ?? undefined,
    isExact: () => isExactIn(text),
    // present in the parameters of every request since July 2026
    isModern: isObject(meta) && Object.hasOwn(meta, META.version),
    answers: answersIn(params),
  };
}

function answersIn(params: Readonly<Record<string, unknown>>): ToolRequest['answers'] {
  const state = own(params, 'requestState');
  if (state === undefined && own(params, 'inputResponses') === undefined) return undefined;
  return { state: typeof state === 'string' ? state : undefined };
}

/** Whether no number of the arguments would be rounded. The identifier of the call may be any number. */
function isExactIn(text: string): boolean {
  const params = writtenMember(text, 'params');
  const args = params && writtenMember(params, 'arguments');
  return args === undefined || scanJson(args, 'exact') === undefined;
}

/** Blanks and control characters, at which a careless reader may cut. */
const UNSEEN = /[\s\p{C}]/gu;

const CALL = 'tools/call';
const ENVELOPE = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];
const PARAMS = ['name', 'arguments'];

/** Returns a key that a reader without regard to case takes for one of the protocol. */
function disguisedKey(
  object: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): string | undefined {
  return Object.keys(object).find((key) => !keys.includes(key) && keys.includes(fold(key)));
}

/** Folds the case of a text; the long s and the sign for Kelvin, too. */
function fold(text: unknown): string {
  return typeof text === 'string' ? text.toUpperCase().toLowerCase() : '';
}

function cancelledId(text: string): string | undefined {
  const params = writtenMember(text, 'params');
  const id = params?.startsWith('{') ? writtenMember(params, 'requestId') : undefined;
  return id !== undefined && /^["\d-]/.test(id) ? id : undefined;
}
