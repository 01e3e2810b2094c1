import type { ValuePath } from '../../../diagnostic.ts';
import { readPart } from '../../../documents/part-of.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { validate } from '../../../documents/validate.ts';
import { isObject } from '../../../values/own-property.ts';
import { answerOf, isSet } from '../events/answer.ts';
import { EventReader, type ReadEvents } from '../events/event-reader.ts';
import type { Notes } from '../events/notes.ts';
import type { ReadingContext } from '../events/reading-context.ts';
import { sumOfReplies, toUsage } from '../events/usage.ts';
import type { Usage } from '../model.ts';
import { takeBlocks, textOf } from './blocks.ts';
import { type ChatCall, type Message, messagesSchema } from './schema.ts';

/** What the messages of a chat contain. */
export interface Chat extends ReadEvents {
  readonly system_prompt?: string;
  /** The model that all replies name; absent when they name several. */
  readonly model?: string;
  readonly usage?: Usage;
}

/**
 * How to treat a result whose text starts with `Error`. The flags of a message always count. With `flag` only they do;
 * with `text` such a text marks a failed call too, by a rule of the format; with `none` it only causes a warning.
 */
export type ErrorMark = 'flag' | 'text' | 'none';

/** Whether a value is a list of messages. */
export function isChat(value: unknown): value is readonly Record<string, unknown>[] {
  return Array.isArray(value) && isObject(value[0]) && typeof value[0].role === 'string';
}

/**
 * Reads the messages of a chat, at a path of the document. Each message may be in the style of OpenAI (`tool_calls`,
 * then messages with the role `tool`) or of Anthropic (blocks inside the content).
 * @throws InputError
 */
export function readChat(
  document: SourceDocument,
  path: ValuePath,
  raw: unknown,
  context: ReadingContext,
  mark: ErrorMark,
): Chat {
  const { notes } = context;
  const messages = readPart(document, path, raw, (part) => validate(messagesSchema, part));
  const events = new EventReader(document, context);
  const usages: (Usage | undefined)[] = [];
  const system: string[] = [];
  for (const [index, message] of messages.entries()) {
    const at = [...path, index];
    switch (message.role) {
      case 'system':
      case 'developer':
        system.push(textOf(message.content));
        break;
      case 'user':
        // only its blocks count: a user may have `tool_calls` too (tau2-bench), which are not the agent's
        takeBlocks(message.content, at, events);
        if (message.tool_calls) {
          events.leaveOut([...at, 'tool_calls'], 'calls of the user', "they are not the agent's");
        }
        events.user(textOf(message.content));
        break;
      case 'assistant':
        takeReply(message, at, events);
        if (isReplyOfModel(message)) {
          usages.push(message.usage ? toUsage(message.usage, [...at, 'usage'], events.faults) : undefined);
        }
        break;
      default:
        if (message.requestor === 'user') {
          events.leaveOut(at, 'results of calls of the user', "they are not the agent's");
          break;
        }
        takeAnswer(message, (raw as Record<string, unknown>[])[index]?.content, at, events, (text) =>
          readMark(message, text, mark, notes),
        );
    }
  }
  const usage = sumOfReplies(usages, notes);
  return {
    ...events.finish(),
    ...(system.length > 0 && { system_prompt: system.join('\n\n') }),
    ...modelOf(messages),
    ...(usage && { usage }),
  };
}

/** Whether a model wrote a reply. A scripted greeting costs nothing and has no tokens (tau2-bench). */
function isReplyOfModel({ usage, cost }: Message): boolean {
  return Boolean(usage) || cost !== 0;
}

function takeReply(message: Message, at: ValuePath, events: EventReader): void {
  const { content, refusal, tool_calls, function_call } = message;
  events.message();
  const trailing = takeBlocks(content, at, events);
  for (const [index, call] of (tool_calls ?? []).entries()) {
    const path = [...at, 'tool_calls', index];
    if (call.requestor === 'user') events.leaveOut(path, 'calls of the user', "they are not the agent's");
    else takeCall(call, path, events);
  }
  if (function_call) {
    const path = [...at, 'function_call'];
    const { name, arguments: args } = function_call;
    events.call({ name, args, argsPath: [...path, 'arguments'] }, path);
  }
  // text in a message that also calls a tool is not a final response
  if (function_call || (tool_calls && tool_calls.length > 0)) return;
  events.respond(trailing + (refusal ?? ''));
}

function takeCall(call: ChatCall, path: ValuePath, events: EventReader): void {
  const id = call.id ?? undefined;
  const { function: called, custom } = call;
  if (typeof called === 'object' && called) {
    const { name, arguments: args } = called;
    events.call({ id, name, args, argsPath: [...path, 'function', 'arguments'] }, path);
  } else if (custom) {
    // a custom tool of OpenAI takes plain text
    events.call(
      { id, name: custom.name, args: { input: custom.input ?? '' }, argsPath: [...path, 'custom', 'input'] },
      path,
    );
  } else {
    const key = call.arguments === undefined ? 'args' : 'arguments';
    events.call({ id, name: called ?? call.name, args: call[key], argsPath: [...path, key] }, path);
  }
}

function takeAnswer(
  message: Message,
  result: unknown,
  at: ValuePath,
  events: EventReader,
  isError: (text: string) => boolean,
): void {
  const { content, tool_call_id, id, name, function: called, error } = message;
  // in a message of the AI SDK the results are blocks
  if (content.some(({ type }) => type === 'tool-result')) {
    takeBlocks(content, at, events);
    return;
  }
  events.result(
    {
      id: typeof tool_call_id === 'string' ? tool_call_id : (id ?? undefined),
      name: name ?? called ?? undefined,
      is_error: isError(textOf(content)),
      ...answerOf(result, error),
    },
    at,
  );
}

/** Whether an answer is marked as that of a failed call. One that only looks like it adds a warning. */
function readMark(message: Message, text: string, mark: ErrorMark, notes: Notes): boolean {
  const { error, is_error, isError } = message;
  if (saysFailed(message) || is_error === true || isError === true) return true;
  if (mark === 'flag' || !text.startsWith('Error')) return false;
  if (mark === 'text') return true;
  const isDenied = error !== undefined || is_error === false || isError === false;
  if (!isDenied) notes.add('unmarked-error');
  return false;
}

/**
 * Whether the `error` of a message means that the call failed. In tau2-bench, whose messages have a `requestor`, `error`
 * is a flag. In other formats any `error` other than null means a failed call.
 */
function saysFailed({ error, requestor }: Message): boolean {
  return isSet(error) && !(error === false && typeof requestor === 'string');
}

function modelOf(messages: readonly Message[]): { model?: string } {
  const models = new Set(messages.flatMap(({ role, model }) => (role === 'assistant' && model) || []));
  const [model] = models;
  return models.size === 1 && model !== undefined ? { model } : {};
}
