import { isObject } from '../../../values/own-property.ts';

/** Types of blocks, parts, events and items that call a tool, in any spelling. */
const CALL_TYPE =
  /(^|[^a-z])(tool|function|mcp|shell|computer)[-_. ]?(use|call|invocation)s?$|^tool-|^dynamic-tool$/i;

/** Keys that name a tool, without separators and in lower case. */
const NAME_KEYS: ReadonlySet<string> = new Set([
  ...['name', 'tool', 'toolname', 'toolid', 'function', 'functionname', 'fn', 'fnname'],
  ...['action', 'recipient', 'recipientname', 'command', 'commandname'],
]);

/** Keys of arguments, without separators and in lower case. */
const ARGS_KEYS: ReadonlySet<string> = new Set([
  ...['args', 'arguments', 'argumentstext', 'input', 'inputs', 'params', 'parameters', 'kwargs', 'payload'],
  ...['toolinput', 'toolargs', 'toolarguments', 'toolparams', 'toolkwargs', 'rawinput', 'rawarguments'],
  ...['functionargs', 'functionarguments', 'actioninput', 'inputjson', 'argsjson', 'partialjson'],
]);

/** Keys of calls and of lists of calls, without separators and in lower case. */
const CALL_KEY = /^(invalid)?(tool|function|mcp)s?(call|use|invocation|request)s?$/;

/** Keys of what a run was expected to do, which other programs keep next to what it did. */
const EXPECTED_KEY = /^(expected|expect|groundtruth|reference|golden|gold|ideal|target|example)/;

/** Removes separators from a key: `toolCalls`, `tool_calls` and `tool-calls` are one word. */
export function wordOf(key: string): string {
  return key.replaceAll(/[-_. ]/g, '').toLowerCase();
}

/** Whether a key says that its value states what should have been done, not what was done. */
export function isExpectation(key: string): boolean {
  return EXPECTED_KEY.test(wordOf(key));
}

/**
 * Whether an object has the shape of a tool call: a type that says so, or the name of a tool next to arguments.
 * Definitions of tools do not have it: their parameters are a JSON Schema.
 */
export function looksLikeCall(value: Readonly<Record<string, unknown>>): boolean {
  const { type } = value;
  if (typeof type === 'string' && CALL_TYPE.test(type)) return true;
  let hasName = false;
  let hasArgs = false;
  for (const key of Object.keys(value)) {
    if (key.length > 24) continue;
    const word = wordOf(key);
    if (NAME_KEYS.has(word) && typeof value[key] === 'string' && value[key] !== '') hasName = true;
    else if (ARGS_KEYS.has(word) && isArguments(value[key])) hasArgs = true;
  }
  return hasName && hasArgs;
}

/** Whether a key is a name for calls, in any spelling. */
function isCallKey(key: string): boolean {
  return key.length <= 24 && CALL_KEY.test(wordOf(key));
}

/** Whether the value under a key holds calls, by the name of the key alone. */
export function isCarrierOfCalls(key: string, value: unknown): boolean {
  if (!isCallKey(key)) return false;
  const [first] = Array.isArray(value) ? value : [value];
  return isObject(first) && Object.keys(first).length > 0;
}

/** Keys of a call whose values are neither its name nor its arguments. */
const ASIDE_KEY =
  /^(meta|provider|extra|annotation|option|cache|caller|state|timing|usage|result|output|response|error|observation|status|function|custom|index|signature)/;

/** Returns the key of a call without arguments under which they may be hidden; undefined if there is none. */
export function strayArgumentsIn(call: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(call).find(
    (key) => !ASIDE_KEY.test(wordOf(key)) && isArguments(call[key]) && !isEmpty(call[key]),
  );
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function isArguments(value: unknown): boolean {
  if (typeof value === 'string') return /^\s*\{/.test(value);
  return isObject(value) && !isSchema(value);
}

/** Whether an object is a JSON Schema of parameters, not arguments. */
function isSchema(value: Readonly<Record<string, unknown>>): boolean {
  return isObject(value.properties) || typeof value.$schema === 'string' || value.type === 'object';
}
