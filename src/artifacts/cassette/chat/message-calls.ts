import type { ValuePath } from '../../../diagnostic.ts';
import { parseArgs } from '../events/args.ts';
import type { EventReader } from '../events/event-reader.ts';
import type { ChatCall, Message } from './schema.ts';

/** A list of calls of a message, and where it is. */
interface Listed {
  readonly calls: readonly ChatCall[];
  readonly path: ValuePath;
}

/**
 * The lists of calls next to the content of a message. LangChain repeats the calls of `tool_calls` in
 * `additional_kwargs`, as the provider sent them: those are read only where `tool_calls` has none.
 */
function listsOf(message: Message): { read: Listed[]; copies: Listed[] } {
  const { tool_calls, toolCalls, invalid_tool_calls, additional_kwargs } = message;
  const listed = (calls: readonly ChatCall[] | null | undefined, ...path: string[]): Listed[] =>
    calls && calls.length > 0 ? [{ calls, path }] : [];
  const read = [
    ...listed(tool_calls, 'tool_calls'),
    ...listed(toolCalls, 'toolCalls'),
    ...listed(invalid_tool_calls, 'invalid_tool_calls'),
  ];
  const raw = listed(additional_kwargs?.tool_calls, 'additional_kwargs', 'tool_calls');
  return read.length > 0 ? { read, copies: raw } : { read: raw, copies: [] };
}

/** Whether a message has calls next to its content. */
export function hasCalls(message: Message): boolean {
  return listsOf(message).read.length > 0;
}

/** The ids of the calls next to the content of a message. */
export function idsOfCalls(message: Message): Set<string> {
  const { read } = listsOf(message);
  return new Set(read.flatMap(({ calls }) => calls.flatMap((call) => idOf(call) ?? [])));
}

/**
 * Refuses calls in a message that is not the agent's: whose they are is unclear. Those of a simulated user (tau2-bench),
 * which are marked as such, are left out.
 */
export function refuseForeignCalls(message: Message, at: ValuePath, events: EventReader): void {
  const { read, copies } = listsOf(message);
  for (const { calls, path } of [...read, ...copies]) {
    for (const [index, call] of calls.entries()) {
      const here = [...at, ...path, index];
      if (call.requestor === 'user') events.leaveOut(here, 'calls of the user', "they are not the agent's");
      else refuseForeignCall(message, here, events);
    }
  }
  if (message.function_call) refuseForeignCall(message, [...at, 'function_call'], events);
  if (message.additional_kwargs?.function_call)
    refuseForeignCall(message, [...at, 'additional_kwargs', 'function_call'], events);
}

function refuseForeignCall({ role }: Message, path: ValuePath, events: EventReader): void {
  events.leaveOut(path, 'calls in messages that are not of the agent', 'they are refused');
  events.faults.add(
    path,
    `is a call in a message of the role \`${role}\`, so it is unclear whether the agent made it`,
    'move it into a message of the role `assistant`, or mark a call of the user with `requestor: user`',
  );
}

/**
 * Takes the calls next to the content of a message.
 * @param isAnswered whether a later message answers the call with an id
 * @returns whether there are any
 */
export function takeMessageCalls(
  message: Message,
  at: ValuePath,
  events: EventReader,
  isAnswered: (id: string) => boolean,
): boolean {
  const { read, copies } = listsOf(message);
  for (const { calls, path } of read) {
    for (const [index, call] of calls.entries()) {
      const here = [...at, ...path, index];
      if (call.requestor === 'user') events.leaveOut(here, 'calls of the user', "they are not the agent's");
      else takeCall(call, here, events, agentOf(message));
      if (path[0] === 'invalid_tool_calls') failUnlessAnswered(call, here, events, isAnswered);
    }
  }
  const known = idsOfCalls(message);
  for (const { calls, path } of copies) {
    for (const [index, call] of calls.entries()) {
      const id = idOf(call);
      // a call that is not repeated elsewhere stays unread, which is an error
      if (id !== undefined && !known.has(id)) continue;
      events.leaveOut([...at, ...path, index], 'calls that are repeated', 'they are read from `tool_calls`');
    }
  }
  for (const [index, chunk] of (message.tool_call_chunks ?? []).entries()) {
    // a chunk that was cut off stays unread, which is an error: `tool_calls` has what could be guessed of its arguments
    if (!known.has(idOf(chunk) ?? '') || !isWhole(chunk, message)) continue;
    events.leaveOut([...at, 'tool_call_chunks', index], 'chunks of calls', 'they are read from `tool_calls`');
  }
  return takeFunctionCall(message, at, events, read.length > 0) || read.length > 0;
}

/** Whether the text of the arguments of a streamed call is complete, or the call was found to be invalid. */
function isWhole(chunk: ChatCall, { invalid_tool_calls }: Message): boolean {
  if (invalid_tool_calls?.some((call) => idOf(call) === idOf(chunk))) return true;
  const { args } = chunk;
  return typeof args !== 'string' || args === '' || parseArgs(args).fault === undefined;
}

/** Takes the call of the older form, of which a message has one. LangChain keeps it, or a copy, in `additional_kwargs`. */
function takeFunctionCall(message: Message, at: ValuePath, events: EventReader, hasCalls: boolean): boolean {
  const { function_call, additional_kwargs } = message;
  const raw = additional_kwargs?.function_call;
  const path = [...at, ...(function_call ? [] : ['additional_kwargs']), 'function_call'];
  const called = function_call ?? raw;
  if (!called) return false;
  if (hasCalls && !function_call) {
    events.leaveOut(path, 'calls that are repeated', 'they are read from `tool_calls`');
    return false;
  }
  const { name, arguments: args } = called;
  events.call({ name, args, argsPath: [...path, 'arguments'], agent: agentOf(message) }, path);
  return true;
}

function takeCall(call: ChatCall, path: ValuePath, events: EventReader, agent: string | undefined): void {
  const id = idOf(call);
  const { function: called, custom } = call;
  if (typeof called === 'object' && called) {
    const { name, arguments: args } = called;
    events.call({ id, name, args, argsPath: [...path, 'function', 'arguments'], agent }, path);
  } else if (custom) {
    // a custom tool of OpenAI takes plain text
    const args = { input: custom.input ?? '' };
    events.call({ id, name: custom.name, args, argsPath: [...path, 'custom', 'input'], agent }, path);
  } else {
    const key = (['arguments', 'args', 'input'] as const).find((each) => call[each] !== undefined) ?? 'args';
    const name = called ?? call.name ?? call.toolName;
    events.call({ id, name, args: call[key], argsPath: [...path, key], agent }, path);
  }
}

/** A call that could not be read was never made: unless a later message says so, its own error is the answer. */
function failUnlessAnswered(
  call: ChatCall,
  path: ValuePath,
  events: EventReader,
  isAnswered: (id: string) => boolean,
): void {
  const id = idOf(call);
  if (id !== undefined && isAnswered(id)) return;
  const result = typeof call.error === 'string' ? call.error : 'the arguments could not be read';
  events.result({ id, name: call.name ?? undefined, is_error: true, result }, path);
}

/** The agent that wrote a message, where messages name it: after a hand-off it is another one. */
export function agentOf({ role, name }: Message): string | undefined {
  return role === 'assistant' && typeof name === 'string' && name !== '' ? name : undefined;
}

function idOf({ id, toolCallId }: ChatCall): string | undefined {
  return id ?? toolCallId ?? undefined;
}
