import { type Diagnostic, MOST_FINDINGS, type ValuePath } from '../../../diagnostic.ts';
import { readPart } from '../../../documents/part-of.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { validate } from '../../../documents/validate.ts';
import { InputError } from '../../../errors.ts';
import { append } from '../../../values/append.ts';
import { isObject } from '../../../values/own-property.ts';
import { answerOf, isSet } from '../events/answer.ts';
import { EventReader, type ReadEvents } from '../events/event-reader.ts';
import type { Notes } from '../events/notes.ts';
import { readUsage } from '../events/read-usage.ts';
import type { ReadingContext } from '../events/reading-context.ts';
import { sumOfReplies } from '../events/usage.ts';
import type { Usage } from '../model.ts';
import { kindOf } from './block-kinds.ts';
import { type AroundBlocks, takeBlock, takeBlocks, textOf } from './blocks.ts';
import { agentOf, idsOfCalls, refuseForeignCalls, takeMessageCalls } from './message-calls.ts';
import { holdsNothing, isRefusal, modelOf, repeatsCalls, usageOf } from './message-facts.ts';
import { type Message, messageSchema } from './schema.ts';
import { keysBesideNoCalls, refuseUnreadKeys } from './unread-keys.ts';
import { unwrapped } from './unwrap.ts';

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

/** Whether a value is a list of messages, each with a `role`. */
export function isChat(value: unknown): value is readonly Record<string, unknown>[] {
  return Array.isArray(value) && isObject(value[0]) && typeof value[0].role === 'string';
}

/** A message as it is in the document, and where. */
export interface PlacedMessage {
  readonly raw: unknown;
  readonly path: ValuePath;
  /** Token counts that are stated next to the message, and where. */
  readonly usage?: { readonly given: unknown; readonly path: ValuePath };
  /** Why the model stopped, if it is stated next to the message. */
  readonly ending?: unknown;
}

/** The messages of a list, each with its place. */
export function placesOf(raw: unknown, path: ValuePath): PlacedMessage[] {
  return (raw as readonly unknown[]).map((message, index) => ({ raw: message, path: [...path, index] }));
}

/**
 * Reads the messages of a chat, at a path of the document. Each message may be in the style of OpenAI (`tool_calls`,
 * then messages with the role `tool`), of Anthropic or Bedrock (blocks inside the content), or of LangChain (a `type`).
 * @throws InputError
 */
export function readChat(
  document: SourceDocument,
  path: ValuePath,
  raw: unknown,
  context: ReadingContext,
  mark: ErrorMark,
): Chat {
  return readPlaced(document, placesOf(raw, path), context, mark);
}

/** Reads messages that may be in several places of the document. @throws InputError */
export function readPlaced(
  document: SourceDocument,
  places: readonly PlacedMessage[],
  context: ReadingContext,
  mark: ErrorMark,
): Chat {
  const { notes } = context;
  const messages = validated(document, places);
  const events = new EventReader(document, context);
  const usages: (Usage | undefined)[] = [];
  const system: string[] = [];
  const answered = new Set(messages.map(({ message }) => message.tool_call_id));
  for (const { message, at, raw, place } of messages) {
    switch (message.role) {
      case 'system':
      case 'developer':
        takeBlocks(message.content, at, events);
        system.push(textOf(message.content));
        break;
      case 'user':
        takeBlocks(message.content, at, events);
        events.user(textOf(message.content));
        break;
      case 'assistant':
        takeReply(message, at, events, isRefusal(message, place.ending), (id) => answered.has(id));
        if (repeatsCalls(raw.raw_data, message)) {
          events.leaveOut(
            [...at, 'raw_data'],
            'replies as the provider sent them',
            'their calls are read from the message',
          );
        }
        if (isReplyOfModel(message)) {
          const [given, ...below] = usageOf(message);
          const counted = place.usage ?? { given, path: [...at, ...below] };
          usages.push(readUsage(counted.given, { path: counted.path, faults: events.faults, notes }));
        }
        break;
      default:
        if (message.requestor === 'user') {
          events.leaveOut(at, 'results of calls of the user', "they are not the agent's");
          break;
        }
        takeAnswer(message, raw.content, at, events, (text) => readMark(message, text, mark, notes));
    }
    if (message.role !== 'assistant') refuseForeignCalls(message, at, events);
    refuseUnreadKeys(raw, holdsNothing(message, raw), at, events.faults);
    for (const key of keysBesideNoCalls(raw)) events.unread(`${key} of a message`);
  }
  const usage = sumOfReplies(usages, notes);
  return {
    ...events.finish(),
    ...(system.length > 0 && { system_prompt: system.join('\n\n') }),
    ...modelOf(messages.map(({ message }) => message)),
    ...(usage && { usage }),
  };
}

interface ValidMessage {
  readonly message: Message;
  /** The message as it is written, and where it is. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly at: ValuePath;
  readonly place: PlacedMessage;
}

/** @throws InputError with the faults of all messages */
function validated(document: SourceDocument, places: readonly PlacedMessage[]): ValidMessage[] {
  const faults: Diagnostic[] = [];
  const valid: ValidMessage[] = [];
  for (const place of places) {
    const { message: raw, below } = unwrapped(place.raw);
    const at = [...place.path, ...below];
    try {
      const message = readPart(document, at, place.raw, (part) => validate(messageSchema, part));
      valid.push({ message, raw: raw as Record<string, unknown>, at, place });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      append(faults, error.diagnostics);
      if (faults.length > MOST_FINDINGS) break;
    }
  }
  if (faults.length > 0) throw new InputError(faults);
  return valid;
}

/** Whether a model wrote a reply. A scripted greeting costs nothing and has no tokens (tau2-bench). */
function isReplyOfModel({ usage, cost }: Message): boolean {
  return isSet(usage) || cost !== 0;
}

function takeReply(
  message: Message,
  at: ValuePath,
  events: EventReader,
  isRefusal: boolean,
  isAnswered: (id: string) => boolean,
): void {
  const { content, refusal, audio } = message;
  events.message();
  const copied = idsOfCalls(message);
  const around = { copied, agent: agentOf(message) };
  takeOutputs(message, at, events, around);
  const trailing = takeBlocks(content, at, events, around);
  // text in a message that also calls a tool is not a final response
  const hasCalls = takeMessageCalls(message, at, events, isAnswered);
  const said = textOf(content);
  if (hasCalls || said !== trailing) events.aside(said);
  if (hasCalls) return;
  // what the agent said aloud is in its transcript
  const refused = refusal ?? message.additional_kwargs?.refusal ?? '';
  events.respond(trailing + refused || (audio?.transcript ?? ''), isRefusal);
}

/** Takes the calls that ran on the server of the model, which LangChain keeps next to the content or in it. */
function takeOutputs(message: Message, at: ValuePath, events: EventReader, around: AroundBlocks): void {
  const outputs = message.additional_kwargs?.tool_outputs ?? [];
  const ids = new Set(message.content.map(({ id }) => id));
  for (const [index, output] of outputs.entries()) {
    const path = [...at, 'additional_kwargs', 'tool_outputs', index];
    if (typeof output.id === 'string' && ids.has(output.id)) {
      events.leaveOut(path, 'blocks that repeat calls', 'the calls are read from the content');
    } else takeBlock(output, path, events, around);
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
  // in a message of the AI SDK the results are blocks; one with approvals alone answers no call
  if (content.some((block) => kindOf(block) === 'result' || block.type === 'tool-approval-response')) {
    takeBlocks(content, at, events);
    return;
  }
  events.result(
    {
      id: [tool_call_id, id].find((each) => typeof each === 'string'),
      name: name ?? called ?? undefined,
      is_error: isError(textOf(content)),
      ...answerOf(result, error),
    },
    at,
  );
}

/** Whether an answer is marked as that of a failed call. One that only looks like it adds a warning. */
function readMark(message: Message, text: string, mark: ErrorMark, notes: Notes): boolean {
  const { error, is_error, isError, status } = message;
  if (saysFailed(message) || status === 'error' || is_error === true || isError === true) return true;
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
