import type { ValuePath } from '../../../diagnostic.ts';
import { append } from '../../../values/append.ts';
import { isObject } from '../../../values/own-property.ts';
import { holdsSomething } from '../events/hidden-reply.ts';
import type { PlacedMessage } from './chat.ts';

/** The keys next to `messages` under which programs keep the reply to them. */
const REPLY_KEYS = ['response', 'choices', 'output'] as const;

/**
 * Returns the messages in a response of a model: of OpenAI (`choices`), Anthropic (a message), Bedrock
 * (`output.message`), Ollama (`message`) or the AI SDK (`messages`); undefined when it is in no such form.
 */
export function repliesIn(response: unknown, path: ValuePath): PlacedMessage[] | undefined {
  if (!isObject(response)) return undefined;
  const { choices, output, message, messages, body } = response;
  // the LangSmith client counts in its own form, too
  const key = isObject(response.usage) ? 'usage' : 'usage_metadata';
  const usage = response[key];
  const counted = isObject(usage) ? { usage: { given: usage, path: [...path, key] } } : {};
  if (Array.isArray(choices)) {
    // of several replies, no one knows which was taken
    const [choice, ...others] = choices;
    if (others.length > 0 || !isObject(choice) || !isReply(choice.message)) return undefined;
    const at = [...path, 'choices', 0, 'message'];
    return [{ raw: choice.message, path: at, ending: choice.finish_reason, ...counted }];
  }
  if (isReply(response)) return [{ raw: response, path }];
  if (isObject(output) && isReply(output.message)) {
    const at = [...path, 'output', 'message'];
    return [{ raw: output.message, path: at, ending: response.stopReason, ...counted }];
  }
  if (isReply(message)) return [{ raw: message, path: [...path, 'message'], ...counted }];
  if (Array.isArray(messages) && messages.length > 0 && messages.every(isMessage)) {
    return messages.map((raw, index) => ({ raw, path: [...path, 'messages', index] }));
  }
  return isObject(body) ? repliesIn(body, [...path, 'body']) : undefined;
}

function isReply(value: unknown): boolean {
  return isObject(value) && value.role === 'assistant';
}

function isMessage(value: unknown): boolean {
  return isObject(value) && (value.role === 'assistant' || value.role === 'tool');
}

/** Replies next to messages; what is not read; and what repeats the last message. */
export interface RepliesBeside {
  readonly replies: readonly PlacedMessage[];
  /** The keys under which a reply may be that is not read. */
  readonly unread: readonly string[];
  /** The keys of a reply that is among the messages, too. */
  readonly repeated: readonly string[];
}

/** Returns the replies that an object has next to its messages. */
export function repliesBeside(
  value: Readonly<Record<string, unknown>>,
  messages: readonly unknown[],
): RepliesBeside {
  const replies: PlacedMessage[] = [];
  const unread: string[] = [];
  const repeated: string[] = [];
  for (const key of REPLY_KEYS) {
    const given = value[key];
    if (!holdsSomething(given)) continue;
    const found = repliesUnder(key, value);
    const last = messages.at(-1);
    if (found?.every(({ raw }, index) => isSame(raw, messages[messages.length - found.length + index]))) {
      repeated.push(key);
    } else if (found === undefined || (typeof given === 'string' && isReply(last))) unread.push(key);
    else append(replies, found);
  }
  return { replies, unread, repeated };
}

function repliesUnder(
  key: (typeof REPLY_KEYS)[number],
  value: Readonly<Record<string, unknown>>,
): PlacedMessage[] | undefined {
  const given = value[key];
  if (typeof given === 'string') return [{ raw: { role: 'assistant', content: given }, path: [key] }];
  if (key === 'choices') return repliesIn({ choices: given, usage: value.usage }, []);
  return (
    repliesIn(given, [key]) ??
    (key === 'output' ? repliesIn({ output: given, usage: value.usage }, []) : undefined)
  );
}

/** Whether two messages say and call the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other) || one.role !== other.role) return false;
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));
}

function partsOf({ content, tool_calls }: Readonly<Record<string, unknown>>): unknown[] {
  const isOneText = Array.isArray(content) && content.length === 1 && isObject(content[0]);
  const said = isOneText && content[0].type === 'text' ? content[0].text : content;
  return [said || '', Array.isArray(tool_calls) && tool_calls.length > 0 ? tool_calls : []];
}
