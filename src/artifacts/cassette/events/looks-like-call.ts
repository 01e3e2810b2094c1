import { isObject } from '../../../values/own-property.ts';
import { isSet } from './answer.ts';
import { factsOfKey, type Likeness, wordOf } from './call-keys.ts';

type Json = Readonly<Record<string, unknown>>;

/** Types of blocks, parts, events and items that call a tool, in any spelling. */
const CALL_TYPE =
  /(^|[^a-z])(tool|function|mcp|shell|computer)[-_. ]?(use|call|invocation)s?$|^tool-|^dynamic-tool$/i;

/** An object with more keys than these is no call in rare words: it is a record of something else. */
const MOST_KEYS = 6;

/** A name as tools have it. A method of HTTP or of MCP is none. */
const TOOL_NAME = /^(?!(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|initialize|ping)$)[A-Za-z][\w.:-]{0,99}$/;

/**
 * Whether an object has the shape of a tool call: it says so, or has the name of a tool next to arguments. Definitions of
 * tools do not have it: their parameters are a JSON Schema.
 * @param isAmongSettings whether only an object that says so is a call: see `KeyFacts`
 * @param isTool whether a tool of this name was called elsewhere: then its name next to an object is a call under any keys
 */
export function looksLikeCall(value: Json, isAmongSettings = false, isTool = isNoTool): boolean {
  if (saysCall(value)) return true;
  if (isAmongSettings) return false;
  const keys = Object.keys(value);
  if (keys.length === 2 && isTool !== isNoTool && isPair(value, isTool)) return true;
  let name: Likeness | undefined;
  let args: Likeness | undefined;
  for (const key of keys) {
    const facts = factsOfKey(key);
    if (facts.name && name !== 'common' && isName(value[key], facts.name)) name = facts.name;
    else if (facts.args && args !== 'common' && isArgs(key, facts.args, value)) args = facts.args;
  }
  if (name === undefined || args === undefined) return false;
  return (name === 'common' && args === 'common') || keys.length <= MOST_KEYS;
}

/** Says of every name that no tool is known by it. */
export function isNoTool(_name: string): boolean {
  return false;
}

/** Whether an object with two keys is the name of a known tool and an object, which may be its arguments. */
function isPair(value: Json, isTool: (name: string) => boolean): boolean {
  const [one, other] = Object.values(value);
  const [name, args] = typeof one === 'string' ? [one, other] : [other, one];
  return typeof name === 'string' && isTool(name) && isArguments(args) && !isEmpty(args);
}

/** Whether a type says that an object is a call, or it has a function with arguments. */
function saysCall({ type, function: called }: Json): boolean {
  if (typeof type === 'string' && CALL_TYPE.test(type)) return true;
  return isObject(called) && typeof called.name === 'string' && isSet(called.arguments);
}

function isName(value: unknown, likeness: Likeness): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return likeness === 'common' || TOOL_NAME.test(value);
}

function isArgs(key: string, likeness: Likeness, object: Json): boolean {
  const value = object[key];
  if (!isArguments(value)) return false;
  if (likeness === 'rare') return isObject(value) && !isEmpty(value);
  return !(/^param/i.test(key) && typeof object.description === 'string' && isListOfParameters(value));
}

/** Whether the parameters of a definition are none, or each states its type or says what it is. */
function isListOfParameters(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.values(value).every(
    (each) => isObject(each) && [each.type, each.description].some((text) => typeof text === 'string'),
  );
}

/**
 * Whether the value under a key holds calls, by the name of the key: it is one of calls and holds anything, or one of
 * deeds and holds something with the name of a tool.
 * @param isAmongSettings whether only a key of calls counts
 * @param isTool whether a tool of this name was called elsewhere: to name it once more is no call
 */
export function isCarrierOfCalls(
  key: string,
  value: unknown,
  isAmongSettings = false,
  isTool = isNoTool,
): boolean {
  const { isOfCalls, isOfDeeds } = factsOfKey(key);
  if (!isOfCalls && isOfDeeds === undefined) return false;
  const all = Array.isArray(value) ? (value as unknown[]) : [value];
  if (isOfCalls && isObject(all[0]) && !isEmpty(all[0])) return true;
  if (isAmongSettings || typeof value !== 'object') return false;
  const isOfTools = isOfCalls || isOfDeeds === 'used';
  return all.some((each) =>
    isObject(each) ? isDeed(each, isOfTools, isTool) : isOfTools && isNewTool(each, isTool),
  );
}

/** Whether an object among deeds is a call: it has the name of a tool and arguments of any kind, or is keyed by a tool. */
function isDeed(value: Json, isOfTools: boolean, isTool: (name: string) => boolean): boolean {
  const keys = Object.keys(value);
  const named = keys.find((key) => factsOfKey(key).name === 'common' && typeof value[key] === 'string');
  if (named === undefined) return keys.some((key) => isTool(key) && isArguments(value[key]));
  if (keys.some((key) => factsOfKey(key).args === 'common' && isSet(value[key]) && !isSchemaAt(value, key)))
    return TOOL_NAME.test(value[named] as string);
  const saysTool = isOfTools || /^(tool|function|fn)/.test(wordOf(named));
  return saysTool && typeof value.description !== 'string' && isNewTool(value[named], isTool);
}

function isSchemaAt(value: Json, key: string): boolean {
  const member = value[key];
  return isObject(member) && isSchema(member);
}

/** Whether a value is the name of a tool that was called nowhere else. */
function isNewTool(value: unknown, isTool: (name: string) => boolean): boolean {
  return typeof value === 'string' && TOOL_NAME.test(value) && !isTool(value);
}

/** Keys of a call whose values are neither its name nor its arguments. */
const ASIDE_KEY =
  /^(meta|provider|extra|annotation|option|cache|caller|state|timing|usage|result|output|response|error|observation|status|function|custom|index|signature)/;

/** Returns the key of a call without arguments under which they may be hidden; undefined if there is none. */
export function strayArgumentsIn(call: Json): string | undefined {
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
function isSchema(value: Json): boolean {
  return isObject(value.properties) || typeof value.$schema === 'string' || value.type === 'object';
}
