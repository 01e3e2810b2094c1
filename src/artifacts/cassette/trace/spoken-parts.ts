import type { ValuePath } from '../../../diagnostic.ts';
import { isObject, own } from '../../../values/own-property.ts';
import type { Spoken, SpokenCall } from './spoken.ts';

export type Json = Readonly<Record<string, unknown>>;

const ROLES: Readonly<Record<string, Spoken['role'] | 'tool'>> = {
  ...{ system: 'system', developer: 'system', user: 'user', human: 'user', tool: 'tool', function: 'tool' },
  ...{ assistant: 'agent', ai: 'agent', model: 'agent', aimessage: 'agent', aimessagechunk: 'agent' },
  ...{ humanmessage: 'user', systemmessage: 'system', toolmessage: 'tool' },
};

const CALL_TYPE =
  /^(tool_call|tool-call|function_call|custom_tool_call|mcp_call|server_tool_call|toolcall)$|(^|_)tool_use$/;
const ANSWER_TYPE =
  /^(tool_call_response|tool-result|server_tool_call_response|tool_response|function_response)$|(^|_)tool_result$|_call_output$/;

export const ID_KEYS = [
  'call_id',
  'tool_call_id',
  'toolCallId',
  'toolUseId',
  'tool_use_id',
  'tool_id',
  'id',
] as const;
export const NAME_KEYS = ['name', 'toolName', 'tool_name'] as const;
const ARGS_KEYS = ['arguments', 'args', 'input', 'arguments_json', 'parameters'] as const;
export const RESULT_KEYS = ['response', 'result', 'output', 'content', 'text'] as const;

export type Located = readonly [part: Json | string, path: ValuePath];

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

export function isRefusal(value: Json): value is { refusal: string } {
  return typeof value.refusal === 'string';
}

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

export function isCallPart(part: unknown): part is Json {
  if (!isObject(part)) return false;
  if (isObject(part.toolUse) || isObject(part.functionCall) || isObject(part.tool_call)) return true;
  // the AI SDK hands over calls without a type
  const isBare = part.type === undefined && isGiven(part.toolCallId) && isGiven(part.toolName);
  if (isBare) return part.result === undefined && part.output === undefined;
  return typeof part.type === 'string' && CALL_TYPE.test(part.type) && part.role === undefined;
}

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

export function firstText(value: Json, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const each = value[key];
    if (typeof each === 'string' && each !== '') return each;
    if (typeof each === 'number') return String(each);
  }
  return undefined;
}

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
