import { isObject } from '../../../../values/own-property.ts';
import { jsonIn } from '../../json-in.ts';

type Raw = Readonly<Record<string, unknown>>;

/** A call in the output of a provider, in the form of OpenAI, Anthropic, Google or Bedrock. */
export interface OutputCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly args: unknown;
  /** Where the arguments are, from the call. */
  readonly argsPath: readonly string[];
  /** Where the call is, from the output; undefined when it is in a text. */
  readonly path: readonly (string | number)[] | undefined;
}

/** What a provider gave back. */
export interface Output {
  readonly text: string;
  readonly calls: readonly OutputCall[];
}

/**
 * Reads the output of a provider: a text, in which calls are lines of JSON; a list of calls or of blocks; a message with
 * calls; or any other value, which is kept as JSON.
 */
export function readOutput(output: unknown): Output {
  if (typeof output === 'string') return ofText(output);
  if (Array.isArray(output) && output.length > 0) {
    const parts = output.map((each: unknown, index) => partOf(each, [index]));
    if (parts.every((part) => part !== undefined)) return joined(parts);
  }
  const known = isObject(output) ? (partOf(output, []) ?? ofMessage(output)) : undefined;
  return known ?? { text: output === undefined || output === null ? '' : JSON.stringify(output), calls: [] };
}

/** A call, or a block of text. */
function partOf(value: unknown, path: OutputCall['path']): Output | undefined {
  if (!isObject(value)) return undefined;
  const call = callOf(value, path);
  if (call) return { text: '', calls: [call] };
  return value.type === 'text' && typeof value.text === 'string'
    ? { text: value.text, calls: [] }
    : undefined;
}

function callOf(value: Raw, path: OutputCall['path']): OutputCall | undefined {
  const { type } = value;
  for (const key of ['function', 'functionCall', 'toolUse']) {
    const inner = value[key];
    if (isObject(inner) && typeof inner.name === 'string') return toCall(value, inner, [key], path);
  }
  const isTyped = type === 'function_call' || type === 'tool_use' || type === 'tool_call';
  return isTyped && typeof value.name === 'string' ? toCall(value, value, [], path) : undefined;
}

function toCall(outer: Raw, inner: Raw, at: readonly string[], path: OutputCall['path']): OutputCall {
  const key = ['arguments', 'args', 'input'].find((each) => inner[each] !== undefined) ?? 'arguments';
  const id = [outer.call_id, outer.id, inner.toolUseId].find((each) => typeof each === 'string');
  return {
    id: id as string | undefined,
    name: inner.name as string,
    args: inner[key],
    argsPath: [...at, key],
    path,
  };
}

/** A message of the agent that has a text next to its calls. */
function ofMessage({ role, content, tool_calls }: Raw): Output | undefined {
  if (role !== 'assistant' || !Array.isArray(tool_calls)) return undefined;
  const parts = tool_calls.map((each: unknown, index) => partOf(each, ['tool_calls', index]));
  if (!parts.every((part) => part !== undefined)) return undefined;
  return joined([{ text: typeof content === 'string' ? content : '', calls: [] }, ...parts]);
}

/** A text whose lines may be calls as JSON: so providers write blocks and items that are no text. */
function ofText(text: string): Output {
  const whole = parsed(text);
  const list = Array.isArray(whole) ? (whole as unknown[]) : [whole];
  const parts = list.map((each) => partOf(each, undefined));
  if (parts.length > 0 && parts.every((part) => part !== undefined)) return joined(parts);
  const lines = text.split('\n').map((line) => {
    const part = partOf(parsed(line), undefined);
    return part && part.calls.length > 0 ? part : { text: line, calls: [] };
  });
  const calls = lines.flatMap((line) => line.calls);
  if (calls.length === 0) return { text, calls };
  return {
    text: lines
      .map((line) => line.text)
      .join('\n')
      .trim(),
    calls,
  };
}

function joined(parts: readonly Output[]): Output {
  const texts = parts.map(({ text }) => text).filter((text) => text !== '');
  return { text: texts.join('\n\n'), calls: parts.flatMap(({ calls }) => calls) };
}

function parsed(text: string): unknown {
  return /^\s*[[{]/.test(text) ? jsonIn(text) : undefined;
}
