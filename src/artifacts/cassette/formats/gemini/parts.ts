import type { ValuePath } from '../../../../diagnostic.ts';
import { isObject } from '../../../../values/own-property.ts';
import { type Answer, answerOf, isSet } from '../../events/answer.ts';

type Raw = Readonly<Record<string, unknown>>;

/** A part of a message of the Gemini API. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly id: string | undefined;
      readonly name: string | undefined;
      readonly args: unknown;
      readonly path: ValuePath;
      readonly argsPath: ValuePath;
    }
  | {
      readonly kind: 'result';
      readonly id: string | undefined;
      readonly name: string | undefined;
      readonly response: unknown;
      readonly path: ValuePath;
    }
  | { readonly kind: 'other' }
  /** A part in which nothing is known, by its keys: it may be a call. */
  | { readonly kind: 'unknown'; readonly keys: string };

/**
 * Returns the parts of a content: a text, a part, or a list of them. Programs in Python write `function_call`, others
 * `functionCall`. Thoughts are no replies.
 */
export function partsOf(content: unknown, path: ValuePath): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  if (Array.isArray(content)) return content.flatMap((part, index) => partsOf(part, [...path, index]));
  if (!isObject(content)) return [];
  if (Array.isArray(content.parts)) return partsOf(content.parts, [...path, 'parts']);
  return [partOf(content, path)];
}

function partOf(part: Raw, path: ValuePath): Part {
  for (const key of ['functionCall', 'function_call']) {
    const call = part[key];
    if (!isObject(call)) continue;
    const { args } = call;
    return { kind: 'call', ...named(call), args, path: [...path, key], argsPath: [...path, key, 'args'] };
  }
  for (const key of ['functionResponse', 'function_response']) {
    const answer = part[key];
    if (!isObject(answer)) continue;
    return { kind: 'result', ...named(answer), response: answer.response, path: [...path, key] };
  }
  return codePartOf(part, path) ?? textPartOf(part) ?? unknownPartOf(part);
}

/** Keys of parts that hold neither calls nor replies. */
const QUIET_KEY =
  /^(text|thought.*|inline_?data|file_?data|video_?metadata|media_?resolution|part_?metadata)$/i;

function unknownPartOf(part: Raw): Part {
  const keys = Object.keys(part).filter((key) => !QUIET_KEY.test(key) && isSet(part[key]));
  return keys.length === 0 ? { kind: 'other' } : { kind: 'unknown', keys: keys.slice(0, 5).join(', ') };
}

function textPartOf(part: Raw): Part | undefined {
  if (typeof part.text !== 'string' || part.thought === true) return undefined;
  return { kind: 'text', text: part.text };
}

/** Code that the model wrote and its provider, or the program, ran at once: a call without a declared tool. */
function codePartOf(part: Raw, path: ValuePath): Part | undefined {
  const code = { id: undefined, name: 'code_execution' };
  for (const key of ['executableCode', 'executable_code']) {
    const args = part[key];
    if (isObject(args)) return { kind: 'call', ...code, args, path, argsPath: [...path, key] };
  }
  for (const key of ['codeExecutionResult', 'code_execution_result']) {
    const result = part[key];
    if (!isObject(result)) continue;
    const { outcome, output } = result;
    const response =
      outcome === undefined || outcome === 'OUTCOME_OK' ? { output } : { error: output ?? outcome };
    return { kind: 'result', ...code, response, path: [...path, key] };
  }
  return undefined;
}

function named({ id, name }: Raw) {
  return {
    id: typeof id === 'string' && id !== '' ? id : undefined,
    name: typeof name === 'string' ? name : undefined,
  };
}

/** The text of parts. */
export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/**
 * The answer in a response of a function. The API has no flag for an error: the call failed when the response has an
 * `error`, as the programs of Google write it, `isError`, as MCP does, or `status: "error"`.
 */
export function answerIn(response: unknown): Answer & { readonly is_error: boolean } {
  if (!isObject(response)) return { is_error: false, ...answerOf(response, undefined) };
  const { error, output, result } = response;
  const failed = isSet(error) && error !== false && error !== '';
  const is_error = failed || response.isError === true || response.status === 'error';
  const only = Object.keys(response).length === 1;
  const value = failed && only ? undefined : only ? (output ?? result ?? response) : response;
  return { is_error, ...answerOf(value, failed && only ? error : undefined) };
}
