import type { ValuePath } from '../../../diagnostic.ts';
import { isObject } from '../../../values/own-property.ts';
import { answerOf, isSet } from '../events/answer.ts';
import type { EventReader } from '../events/event-reader.ts';
import { holdsSomething } from '../events/hidden-reply.ts';
import { kindOf, textKeysOf } from './block-kinds.ts';
import type { Block } from './schema.ts';

/** The text of a message: its text blocks, joined. */
export function textOf(blocks: readonly Block[]): string {
  // without a separator: a text with citations is cut into several blocks
  return blocks.map((block) => (kindOf(block) === 'text' ? (textIn(block) ?? '') : '')).join('');
}

/** The text of a block. Some programs keep it under `content`; Bedrock keeps a text with citations in an object. */
function textIn({ text, refusal, content, citationsContent }: Block): string | undefined {
  const said = text ?? refusal ?? content;
  if (typeof said === 'string') return said;
  const cited = isObject(citationsContent) ? citationsContent.content : undefined;
  if (!Array.isArray(cited)) return undefined;
  return cited.map((each) => (isObject(each) && typeof each.text === 'string' ? each.text : '')).join('');
}

/** What the message around some blocks says of their calls. */
export interface AroundBlocks {
  /** The ids of calls that the message has in addition to its content, where they are read. */
  readonly copied?: ReadonlySet<string> | undefined;
  /** The agent that wrote the message, if it is named. */
  readonly agent?: string | undefined;
}

/**
 * Records the calls and results among the blocks of a message.
 * @returns the text that is a reply: all text when the message has no call; the text after the last answer when every
 *   call is answered in the message itself, as with tools that run on the server; else an empty text
 */
export function takeBlocks(
  blocks: readonly Block[],
  at: ValuePath,
  events: EventReader,
  around: AroundBlocks = {},
): string {
  let openCalls = 0;
  let replyFrom = 0;
  for (const [index, block] of blocks.entries()) {
    const change = takeBlock(block, [...at, 'content', index], events, around);
    if (change === undefined) continue;
    openCalls += change;
    replyFrom = index + 1;
  }
  return openCalls > 0 ? '' : textOf(blocks.slice(replyFrom));
}

/**
 * Records the call or the result in a block.
 * @returns by how many more calls wait for their answer; undefined when the block is neither a call nor a result
 */
export function takeBlock(
  block: Block,
  path: ValuePath,
  events: EventReader,
  { copied, agent }: AroundBlocks,
): number | undefined {
  switch (kindOf(block)) {
    case 'call': {
      const id = idOf(block);
      if (id !== undefined && copied?.has(id)) {
        events.leaveOut(path, 'blocks that repeat calls', 'the calls are read from the message');
        return undefined;
      }
      return takeCall(block, path, events, agent) ? 0 : 1;
    }
    case 'served':
      takeServed(block, path, events);
      return 0;
    case 'result':
      takeResult(block, path, events);
      return -1;
    case 'other':
      if (block.type === 'tool-approval-request') events.approval(path, approvedBy(block));
      else if (block.type === 'tool-approval-response') events.approval(path);
      return undefined;
    default:
      checkText(block, path, events);
      return undefined;
  }
}

function idOf({ id, call_id, toolCallId, toolUse }: Block): string | undefined {
  const used = isObject(toolUse) && typeof toolUse.toolUseId === 'string' ? toolUse.toolUseId : undefined;
  return used ?? call_id ?? toolCallId ?? id ?? undefined;
}

/** The id of the call that a request asks to approve; the AI SDK keeps the whole call in memory. */
function approvedBy({ toolCallId, toolCall }: Block): string {
  const inner = isObject(toolCall) ? textOrNone(toolCall.toolCallId) : undefined;
  return toolCallId ?? inner ?? '';
}

/** @returns whether the block contains the answer too */
function takeCall(block: Block, path: ValuePath, events: EventReader, agent: string | undefined): boolean {
  const id = idOf(block);
  if (isObject(block.toolUse)) {
    const { name, input: args } = block.toolUse;
    const at = [...path, 'toolUse'];
    events.call({ id, name: textOrNone(name), args, argsPath: [...at, 'input'], agent }, at);
    return false;
  }
  const name = block.name ?? block.toolName;
  const server = block.server_name ?? undefined;
  const key = (['input', 'arguments', 'args'] as const).find((each) => block[each] !== undefined) ?? 'input';
  events.call({ id, name, server, args: block[key], argsPath: [...path, key], agent }, path);
  const { result, error } = block;
  if (typeof name !== 'string' || (result === undefined && !isSet(error))) return false;
  events.result({ id, name, is_error: isSet(error), ...answerOf(result, error) }, path);
  return true;
}

/** Takes a call that ran on the server of the model, and its answer, which is in the same block. */
function takeServed(block: Block, path: ValuePath, events: EventReader): void {
  const id = idOf(block);
  const name = block.name ?? String(block.type).replace(/_call$/, '');
  const server = textOrNone(block.server_label) ?? undefined;
  const key = ['arguments', 'action', 'input'].find((each) => block[each] !== undefined) ?? 'arguments';
  const args = isObject(block[key]) || typeof block[key] === 'string' ? block[key] : undefined;
  events.call({ id, name, server, args, argsPath: [...path, key] }, path);
  const { error, status } = block;
  const result = block.output ?? block.outputs ?? block.results ?? block.result;
  const is_error = isSet(error) || status === 'failed';
  events.result({ id, name, is_error, ...answerOf(result, error) }, path);
}

function takeResult(block: Block, path: ValuePath, events: EventReader): void {
  if (isObject(block.toolResult)) {
    const { toolUseId, status, content } = block.toolResult;
    const result = { id: textOrNone(toolUseId), is_error: status === 'error', result: content };
    events.result(result, [...path, 'toolResult']);
    return;
  }
  const { is_error, isError, content, result, output, error, status } = block;
  const answer = [content, output, result].find((each) => each !== undefined);
  events.result(
    {
      id: block.tool_use_id ?? block.tool_call_id ?? block.toolCallId ?? undefined,
      name: block.toolName ?? undefined,
      is_error:
        is_error === true || isError === true || isSet(error) || status === 'error' || saysError(answer),
      ...answerOf(answer, error),
    },
    path,
  );
}

/**
 * Whether the type of an answer says that the call failed: `{type: "error-text"}` in the AI SDK, where
 * `{type: "execution-denied"}` is a call that did not run; `{type: "web_search_tool_result_error"}` for a tool of Anthropic.
 */
function saysError(answer: unknown): boolean {
  if (!isObject(answer) || typeof answer.type !== 'string') return false;
  return /^error-|_error$|^execution-denied$/.test(answer.type);
}

/** Keys of a block that say nothing of calls or replies. */
const ASIDE_KEY =
  /^(type|id|name|index|cache_control|citations|annotations|providerOptions|providerMetadata|extras)$/;

/** Refuses a block under whose unknown keys a text or a call may be hidden; leaves out others with a warning. */
function checkText(block: Block, path: ValuePath, events: EventReader): void {
  const kind = kindOf(block);
  if (kind === 'text') {
    if (textIn(block) !== undefined) return;
    const keys = Object.keys(block).filter((key) => !ASIDE_KEY.test(key) && holdsSomething(block[key]));
    if (keys.length > 0) refuse(keys, 'is a block of text without `text`', path, events);
    return;
  }
  const found = kind === 'unknown' ? textKeysOf(block) : Object.keys(block);
  if (kind === 'unknown' && found.length === 0) {
    events.note('unknown-block', String(block.type));
    return;
  }
  const type = kind === 'unknown' ? `of the unknown type \`${block.type}\`` : 'without a `type`';
  refuse(found, `is a block ${type}`, path, events);
}

function refuse(keys: readonly string[], what: string, path: ValuePath, events: EventReader): void {
  const named = keys.slice(0, 5).map((key) => `\`${key}\``);
  const under = named.length === 0 ? '' : `: what is under ${named.join(', ')} would be lost`;
  events.faults.add(path, what + under, 'give it a type that is known, or remove it');
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
