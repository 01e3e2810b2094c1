import type { ValuePath } from '../../../diagnostic.ts';
import { isObject, own } from '../../../values/own-property.ts';
import type { Spoken, SpokenCall } from './spoken.ts';

/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** The roles that programs write, in lower case. */
const ROLES: Readonly<Record<string, Spoken['role'] | 'tool'>> = {
  ...{ system: 'system', developer: 'system', user: 'user', human: 'user', tool: 'tool', function: 'tool' },
  ...{ assistant: 'agent', ai: 'agent', model: 'agent', aimessage: 'agent', aimessagechunk: 'agent' },
  ...{ humanmessage: 'user', systemmessage: 'system', toolmessage: 'tool' },
};

const CALL_TYPE =
  /^(tool_call|tool-call|function_call|custom_tool_call|mcp_call|server_tool_call|toolcall)$|(^|_)tool_use$/;
const ANSWER_TYPE =
  /^(tool_call_response|tool-result|server_tool_call_response|tool_response|function_response)$|(^|_)tool_result$|_call_output$/;

/** The keys under which programs write the id of a call, the first one that is there counts. */
export const ID_KEYS = [
  'call_id',
  'tool_call_id',
  'toolCallId',
  'toolUseId',
  'tool_use_id',
  'tool_id',
  'id',
] as const;
/** The same for the name of a tool. */
export const NAME_KEYS = ['name', 'toolName', 'tool_name'] as const;
const ARGS_KEYS = ['arguments', 'args', 'input', 'arguments_json', 'parameters'] as const;
/** The same for what a tool answered. */
export const RESULT_KEYS = ['response', 'result', 'output', 'content', 'text'] as const;

/** A part of a content, and its place. */
export type Located = readonly [part: Json | string, path: ValuePath];

/** Whether a value says anything: programs write null or an empty text for nothing. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Whether a part is the text with which a model refuses. */
export function isRefusal(value: Json): value is { refusal: string } {
  return typeof value.refusal === 'string';
}

/** Returns who speaks in a message; undefined if it does not say so. */
export function roleOf({ role, type, id }: Json): Spoken['role'] | 'tool' | undefined {
  const named = typeof role === 'string' ? own(ROLES, role.toLowerCase()) : undefined;
  if (named) return named;
  const typed = typeof type === 'string' ? own(ROLES, type.toLowerCase()) : undefined;
  // LangChain: `{lc: 1, type: "constructor", id: ["langchain", "schema", "messages", "AIMessage"], kwargs}`
  const last: unknown = Array.isArray(id) ? id.at(-1) : undefined;
  return typed ?? (typeof last === 'string' ? own(ROLES, last.toLowerCase()) : undefined);
}

/** Takes a message out of what it is wrapped in. */
export function unwrapped(value: Json, at: ValuePath): [Json, ValuePath] {
  if (isObject(value.message) && !isGiven(value.content)) return [value.message, [...at, 'message']];
  if (isObject(value.kwargs) && Array.isArray(value.id)) return [value.kwargs, [...at, 'kwargs']];
  if (isObject(value.data) && typeof value.type === 'string') return [value.data, [...at, 'data']];
  return [value, at];
}

/** Whether an object is a part of a content: a call, an answer, or typed text. */
export function isPart(value: Json): boolean {
  const { type, text, content } = value;
  if (isCallPart(value) || isAnswerPart(value)) return true;
  return (
    roleOf(value) === undefined &&
    typeof type === 'string' &&
    (typeof text === 'string' ||
      (typeof content === 'string' && /text|reason|think/.test(type)) ||
      /reason|think/.test(type))
  );
}

/** Whether a part is a call of a tool. */
export function isCallPart(part: unknown): part is Json {
  if (!isObject(part)) return false;
  if (isObject(part.toolUse) || isObject(part.functionCall) || isObject(part.tool_call)) return true;
  // the AI SDK hands over calls without a type
  const isBare = part.type === undefined && isGiven(part.toolCallId) && isGiven(part.toolName);
  if (isBare) return part.result === undefined && part.output === undefined;
  return typeof part.type === 'string' && CALL_TYPE.test(part.type) && part.role === undefined;
}

/** Whether a part is the answer to a call. */
export function isAnswerPart(part: unknown): part is Json {
  if (!isObject(part)) return false;
  if (isObject(part.toolResult) || isObject(part.functionResponse)) return true;
  if (part.type === undefined && isGiven(part.toolCallId) && isGiven(part.toolName)) return !isCallPart(part);
  return typeof part.type === 'string' && ANSWER_TYPE.test(part.type) && part.role === undefined;
}

/** The parts of a content; none when it is a text, or JSON text that is no list of parts. */
export function partsOf(content: unknown, at: ValuePath): Located[] {
  if (typeof content === 'string') return [[content, at]];
  if (isObject(content) && Array.isArray(content.parts)) return partsOf(content.parts, [...at, 'parts']);
  if (isObject(content)) return isPart(content) ? [[content, at]] : [];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown, index): Located[] =>
    isObject(part) || typeof part === 'string' ? [[part, [...at, index]]] : [],
  );
}

/** Reads a call, whatever it is wrapped in. */
export function callOf(given: Json, at: ValuePath): SpokenCall {
  const key = ['tool_call', 'toolUse', 'functionCall'].find((each) => isObject(given[each]));
  if (key !== undefined) return { ...callOf(given[key] as Json, [...at, key]), path: at };
  const inner = (['function', 'function_call', 'custom'] as const).find((each) => isObject(given[each]));
  const value = inner === undefined ? given : (given[inner] as Json);
  const path = inner === undefined ? at : [...at, inner];
  const args = ARGS_KEYS.find((each) => value[each] !== undefined) ?? 'arguments';
  return {
    id: firstText(given, ID_KEYS),
    name: firstText(value, NAME_KEYS) ?? (typeof given.function === 'string' ? given.function : undefined),
    args: value[args],
    argsPath: [...path, args],
    path: at,
  };
}

/** Returns the first text or number under some keys, as text. */
export function firstText(value: Json, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const each = value[key];
    if (typeof each === 'string' && each !== '') return each;
    if (typeof each === 'number') return String(each);
  }
  return undefined;
}

/** Returns the system prompt that stands beside the messages of a request. */
export function systemOf({ system }: Json, at: ValuePath): Spoken[] {
  if (typeof system !== 'string' || system === '') return [];
  return [{ role: 'system', text: system, calls: [], answers: [], path: [...at, 'system'] }];
}

/** Whether a value defines a tool: its parameters are a JSON Schema. */
export function isDefinition(value: unknown): boolean {
  const inner = isObject(value) && isObject(value.function) ? value.function : value;
  return (
    isObject(inner) &&
    isObject(inner.parameters) &&
    (isObject(inner.parameters.properties) || inner.parameters.type === 'object')
  );
}
