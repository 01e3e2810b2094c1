import type { ValuePath } from '../../../diagnostic.ts';
import { append } from '../../../values/append.ts';
import { isObject } from '../../../values/own-property.ts';
import { saysRefused } from '../events/refused.ts';
import { keyOfCall } from './call.ts';
import type { PlainValues } from './plain.ts';
import { requestInText } from './request-in-text.ts';
import type { Side, Spoken, SpokenAnswer, SpokenCall } from './spoken.ts';
import {
  callOf,
  firstText,
  ID_KEYS,
  isAnswerPart,
  isCallPart,
  isDefinition,
  isGiven,
  isPart,
  isRefusal,
  type Json,
  type Located,
  NAME_KEYS,
  partsOf,
  RESULT_KEYS,
  roleOf,
  systemOf,
  unwrapped,
} from './spoken-parts.ts';

/**
 * Reads messages as the programs write them that are traced: OTel GenAI (`parts`), OpenAI chat and Responses, Anthropic,
 * LangChain, Gemini, Bedrock and the AI SDK; also a single message, or the whole request or reply of a provider.
 */
export class SpokenReader {
  readonly #plain: PlainValues;

  constructor(plain: PlainValues) {
    this.#plain = plain;
  }

  read(value: unknown, at: ValuePath, side: Side): Spoken[] {
    if (typeof value === 'string') return value === '' ? [] : [this.#said(value, at, side)];
    if (Array.isArray(value)) return this.#list(value, at, side);
    if (!isObject(value)) return [];
    const spoken = this.#inside(value, at, side) ?? this.#message(value, at, side);
    const { finish_reason, finishReason, stop_reason, stopReason } = value;
    return saysRefused(finish_reason, finishReason, stop_reason, stopReason) ? refused(spoken) : spoken;
  }

  #list(list: readonly unknown[], at: ValuePath, side: Side): Spoken[] {
    const arePartsOfOne = list.length > 0 && list.every((each) => isObject(each) && isPart(each));
    if (arePartsOfOne)
      return this.#message({ role: side === 'input' ? 'user' : 'assistant', '': list }, at, side);
    return list.flatMap((each, index) => this.read(each, [...at, index], side));
  }

  #said(text: string, path: ValuePath, side: Side): Spoken {
    return { role: side === 'input' ? 'user' : 'agent', text, calls: [], answers: [], path };
  }

  /** The messages inside the request or the reply of a provider; undefined when the value is neither. */
  #inside(value: Json, at: ValuePath, side: Side): Spoken[] | undefined {
    if (roleOf(value) !== undefined) return undefined;
    const below = (keys: readonly string[], as = side): Spoken[] =>
      keys.flatMap((key) => (value[key] === undefined ? [] : this.read(value[key], [...at, key], as)));
    if (isObject(value.kwargs) && Array.isArray(value.id)) return this.#message(value, at, side);
    if (isObject(value.message)) return this.read(value.message, [...at, 'message'], side);
    if (Array.isArray(value.choices)) return below(['choices']);
    if (Array.isArray(value.generations)) return below(['generations']);
    if (Array.isArray(value.candidates)) return below(['candidates']);
    if (Array.isArray(value.messages)) return [...systemOf(value, at), ...below(['messages'])];
    if (Array.isArray(value.contents)) return below(['contents']);
    if (Array.isArray(value.output) || (isObject(value.output) && side === 'output'))
      return below(['output']);
    if (typeof value.prompt === 'string' && side === 'input')
      return [...systemOf(value, at), ...below(['prompt'])];
    return undefined;
  }

  #message(given: Json, at: ValuePath, side: Side): Spoken[] {
    const [value, path] = unwrapped(given, at);
    const item = isPart(value) && typeof value.type === 'string' && roleOf(value) === undefined;
    if (item) return [this.#collect('agent', [[value, path]], path)];
    // LangChain tells Langfuse of the tools as messages
    if (isDefinition(value.content)) return [];
    const role = roleOf(given) ?? roleOf(value) ?? (side === 'output' ? 'agent' : undefined);
    const key = ['', 'parts', 'content', 'contents', 'text'].find((each) => isGiven(value[each]));
    const content = key === undefined ? undefined : value[key];
    const below = key === undefined || key === '' ? path : [...path, key];
    if (role === undefined) return [];
    const parts = partsOf(content, below);
    const request = role === 'user' && side === 'input' ? this.#requestIn(parts) : undefined;
    if (request) return request;
    // OpenInference keeps the role of Anthropic, which answers calls in messages of the user
    const answers = role === 'tool' || (role === 'user' && isGiven(value.tool_call_id));
    const isAnswer = answers && !parts.some(([part]) => isAnswerPart(part));
    if (isAnswer) {
      return [
        { role: 'user', text: '', calls: [], answers: [this.#answer(value, key ?? 'content', path)], path },
      ];
    }
    const isText = parts.length === 0 && isGiven(content) && !isEmptyList(content);
    const said = isText ? this.#plain.textOf(content) : '';
    const spoken = this.#collect(role === 'tool' ? 'user' : role, parts, path);
    const calls = role === 'agent' ? withBeside(spoken.calls, this.#callsBeside(value, path)) : spoken.calls;
    const text = role === 'tool' ? '' : said + spoken.text;
    if (isRefusal(value)) return [{ ...spoken, text: text + value.refusal, calls, isRefusal: true }];
    return [{ ...spoken, text, calls }];
  }

  /** The messages of a request that is the text of a user's message. */
  #requestIn(parts: readonly Located[]): Spoken[] | undefined {
    const [only, ...others] = parts;
    if (!only || others.length > 0) return undefined;
    const [part, at] = only;
    const key =
      typeof part === 'string' ? undefined : ['text', 'content'].find((each) => isGiven(part[each]));
    const text = typeof part === 'string' ? part : key === undefined ? undefined : part[key];
    const path = key === undefined ? at : [...at, key];
    if (typeof text !== 'string') return undefined;
    return requestInText(text)?.flatMap((item, index) => this.read(item, [...path, index], 'input'));
  }

  #collect(role: Spoken['role'], parts: readonly Located[], path: ValuePath): Spoken {
    const texts: string[] = [];
    const calls: SpokenCall[] = [];
    const answers: SpokenAnswer[] = [];
    for (const [part, at] of parts) {
      if (typeof part === 'string') texts.push(part);
      else if (isCallPart(part)) calls.push(callOf(part, at));
      else if (isAnswerPart(part)) answers.push(this.#answerPart(part, at));
      else texts.push(this.#textOf(part));
    }
    return { role, text: texts.join(''), calls, answers, path };
  }

  #textOf(part: Json): string {
    const [inner] = [part.message_content].filter(isObject);
    const { type, text, content, refusal } = inner ?? part;
    if (typeof type === 'string' && !/^(text|input_text|output_text|refusal|non_standard)$/i.test(type))
      return '';
    const said = text ?? content ?? refusal;
    return isGiven(said) ? this.#plain.textOf(said) : '';
  }

  #callsBeside(value: Json, path: ValuePath): SpokenCall[] {
    const { tool_calls, function_call, additional_kwargs: more } = value;
    const from = (list: unknown, at: ValuePath) =>
      Array.isArray(list)
        ? list.flatMap((each, index) => (isObject(each) ? [callOf(each, [...at, index])] : []))
        : [];
    const calls = [
      ...from(tool_calls, [...path, 'tool_calls']),
      ...from(value.toolCalls, [...path, 'toolCalls']),
      ...from(value.invalid_tool_calls, [...path, 'invalid_tool_calls']),
    ];
    if (calls.length === 0 && isObject(more)) {
      append(calls, from(more.tool_calls, [...path, 'additional_kwargs', 'tool_calls']));
    }
    if (isObject(function_call) && isGiven(function_call.name)) {
      calls.push(callOf(function_call, [...path, 'function_call']));
    }
    return calls;
  }

  #answerPart(part: Json, path: ValuePath): SpokenAnswer {
    const key = ['toolResult', 'functionResponse'].find((each) => isObject(part[each]));
    const [inner, at] = key === undefined ? [part, path] : [part[key] as Json, [...path, key]];
    return this.#answer(inner, RESULT_KEYS.find((each) => isGiven(inner[each])) ?? 'response', at);
  }

  #answer(value: Json, key: string, path: ValuePath): SpokenAnswer {
    const result = key === '' ? undefined : value[key];
    const { error, status, is_error, isError } = value;
    const saysError =
      isObject(result) && typeof result.type === 'string' && /^error-|_error$/.test(result.type);
    return {
      id: firstText(value, ['tool_call_id', ...ID_KEYS]),
      name: firstText(value, NAME_KEYS),
      result: this.#plain.isText(result) ? this.#plain.textOf(result) : result,
      error,
      isError: saysError || is_error === true || isError === true || status === 'error' || isGiven(error),
      path,
    };
  }
}

/** Marks the last message of the agent as a refusal. */
export function refused(spoken: readonly Spoken[]): Spoken[] {
  const last = spoken.findLastIndex(({ role }) => role === 'agent');
  return spoken.map((each, index) => (index === last ? { ...each, isRefusal: true } : each));
}

/** The calls among the parts of a message, and those beside them; OpenInference writes those of Anthropic in both places. */
function withBeside(calls: readonly SpokenCall[], beside: readonly SpokenCall[]): SpokenCall[] {
  const known = new Set(calls.flatMap((call) => (call.id === undefined ? [] : [keyOfCall(call)])));
  return [...calls, ...beside.filter((call) => !known.has(keyOfCall(call)))];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
