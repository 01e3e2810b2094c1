import type { ValuePath } from '../../../diagnostic.ts';
import { isObject } from '../../../values/own-property.ts';
import { answerOf, isSet } from '../events/answer.ts';
import type { EventReader } from '../events/event-reader.ts';
import { type Block, CALLS, RESULTS, TEXTS } from './schema.ts';

/** The text of a message: its text blocks, joined. */
export function textOf(blocks: readonly Block[]): string {
  // without a separator: a text with citations is cut into several blocks
  const texts = blocks.filter(({ type }) => isOneOf(type, TEXTS));
  return texts.map(({ text, refusal }) => text ?? refusal ?? '').join('');
}

/**
 * Records the calls and results among the blocks of a message.
 * @returns the text that is a reply: all text when the message has no call; the text after the last answer when every
 *   call is answered in the message itself, as with tools that run on the server; else an empty text
 */
export function takeBlocks(blocks: readonly Block[], at: ValuePath, events: EventReader): string {
  let openCalls = 0;
  let replyFrom = 0;
  for (const [index, block] of blocks.entries()) {
    const path = [...at, 'content', index];
    if (isOneOf(block.type, CALLS)) {
      openCalls++;
      if (takeCall(block, path, events)) openCalls--;
      replyFrom = index + 1;
    } else if (isOneOf(block.type, RESULTS)) {
      openCalls--;
      takeResult(block, path, events);
      replyFrom = index + 1;
    }
  }
  return openCalls > 0 ? '' : textOf(blocks.slice(replyFrom));
}

/** @returns whether the block contains the answer too */
function takeCall(block: Block, path: ValuePath, events: EventReader): boolean {
  const id = block.id ?? block.toolCallId ?? undefined;
  const name = block.name ?? block.toolName;
  const server = block.server_name ?? undefined;
  const key = (['input', 'arguments', 'args'] as const).find((each) => block[each] !== undefined) ?? 'input';
  events.call({ id, name, server, args: block[key], argsPath: [...path, key] }, path);
  const { result, error } = block;
  if (typeof name !== 'string' || (result === undefined && !isSet(error))) return false;
  events.result({ id, name, is_error: isSet(error), ...answerOf(result, error) }, path);
  return true;
}

function takeResult(block: Block, path: ValuePath, events: EventReader): void {
  const { is_error, isError, content, result, output } = block;
  const answer = [content, output, result].find((each) => each !== undefined);
  events.result(
    {
      id: block.tool_use_id ?? block.toolCallId ?? undefined,
      name: block.toolName ?? undefined,
      is_error: is_error === true || isError === true || saysError(answer),
      result: answer,
    },
    path,
  );
}

/**
 * Whether the type of an answer says that the call failed: `{type: "error-text"}` in the AI SDK,
 * `{type: "web_search_tool_result_error"}` for a tool of Anthropic.
 */
function saysError(answer: unknown): boolean {
  if (!isObject(answer) || typeof answer.type !== 'string') return false;
  return /^error-|_error$/.test(answer.type);
}

function isOneOf(type: string, types: readonly string[]): boolean {
  return types.includes(type);
}
