import { isObject } from '../../../values/own-property.ts';
import { jsonIn } from '../json-in.ts';
import { isAnswerPart, isCallPart, type Json, roleOf } from './spoken-parts.ts';

/** Items of a request to the Responses API that are neither messages nor calls. */
const ASIDE = /^(reasoning|item_reference|compaction)$/;

/**
 * The items of a request that a program put into the text of one message of a user, as OpenLLMetry does with the input of
 * the Responses API; undefined when the text is anything else. A request ends with what the model shall answer. A
 * transcript that a user pastes ends with a reply, and is a text.
 */
export function requestInText(text: string): readonly Json[] | undefined {
  const list = /^\s*\[\s*\{/.test(text) ? jsonIn(text) : undefined;
  if (!Array.isArray(list) || !list.every(isItem)) return undefined;
  const last = list.findLast((item) => !isAside(item));
  const asks = last !== undefined && (isAnswerPart(last) || roleOf(last) === 'user');
  return asks ? list : undefined;
}

function isItem(value: unknown): value is Json {
  if (!isObject(value)) return false;
  const isNoMessage = [isCallPart, isAnswerPart, isAside].some((is) => is(value));
  if (isNoMessage) return true;
  // messages of the chat API have their calls beside the text: OpenLLMetry writes those as messages
  const isMessage = value.type === undefined || value.type === 'message';
  return (
    isMessage && roleOf(value) !== undefined && value.content !== undefined && value.tool_calls === undefined
  );
}

function isAside({ type }: Json): boolean {
  return typeof type === 'string' && ASIDE.test(type);
}
