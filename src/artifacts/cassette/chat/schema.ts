import * as z from 'zod/mini';
import { recordList } from '../../../documents/record-list.ts';
import { isObject, own } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { unwrapped } from './unwrap.ts';

const text = () => z.nullish(z.string());
const flag = () => z.nullish(z.boolean());
const anything = () => z.optional(z.unknown());

// loose: a block without anything that is known is an error that names its keys
const block = z.looseObject({
  type: text(),
  text: text(),
  refusal: text(),
  // calls; `arguments`, `result` and `error` are from Inspect, which keeps the answer in the same block
  id: text(),
  call_id: text(),
  name: text(),
  server_name: text(),
  input: anything(),
  arguments: anything(),
  result: anything(),
  error: anything(),
  // results
  tool_use_id: text(),
  tool_call_id: text(),
  is_error: flag(),
  status: anything(),
  content: anything(),
  // the AI SDK
  toolCallId: text(),
  toolName: text(),
  args: anything(),
  output: anything(),
  isError: flag(),
  // Bedrock
  toolUse: anything(),
  toolResult: anything(),
});

/** A block of the content of a message. */
export type Block = z.infer<typeof block>;

/** The content of a message in any form, converted to a list of blocks. */
const content = z.pipe(
  z.transform((value: unknown) => {
    if (value === undefined || value === null || value === '') return [];
    if (typeof value === 'string') return [{ type: 'text', text: value }];
    return Array.isArray(value) ? value.map(toBlock) : value;
  }),
  recordList(block, 'text, or a list of content blocks'),
);

/** LangChain has plain texts among the blocks. */
function toBlock(value: unknown): unknown {
  return typeof value === 'string' ? { type: 'text', text: value } : value;
}

const functionCall = z.object({ name: text(), arguments: anything() });

/**
 * A call next to the content of a message: from OpenAI, from tau2-bench and LangChain (`name`), or from Inspect. The
 * calls that LangChain could not read have an `error`.
 */
const call = z.object({
  id: text(),
  function: z.nullish(z.union([z.string(), functionCall], 'the name of a tool, or a mapping with its name')),
  custom: z.nullish(z.object({ name: text(), input: text() })),
  name: text(),
  arguments: anything(),
  args: anything(),
  requestor: text(),
  error: anything(),
  // loggers in JavaScript
  toolCallId: text(),
  toolName: text(),
  input: anything(),
});

/** A tool call of a message. */
export type ChatCall = z.infer<typeof call>;

const calls = () => z.nullish(recordList(call));

/** Other names of roles: those of LangChain. */
const ROLES: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant' };

const role = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? (own(ROLES, value) ?? value) : value)),
  z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
);

/** A message of a chat with a model, as written by OpenAI, Anthropic and the many formats that follow them. */
export const messageSchema = z.pipe(
  z.transform((value: unknown) => withoutForeignContent(unwrapped(value).message)),
  z.object({
    role,
    content,
    refusal: text(),
    audio: z.nullish(z.object({ transcript: text() })),
    tool_calls: calls(),
    toolCalls: calls(),
    invalid_tool_calls: calls(),
    tool_call_chunks: calls(),
    additional_kwargs: z.nullish(
      z.object({
        tool_calls: calls(),
        function_call: z.nullish(functionCall),
        refusal: text(),
        tool_outputs: z.nullish(recordList(block)),
      }),
    ),
    function_call: z.nullish(functionCall),
    // messages with the answer of a tool
    tool_call_id: anything(),
    id: anything(),
    name: text(),
    function: text(),
    error: anything(),
    is_error: flag(),
    isError: flag(),
    status: anything(),
    requestor: text(),
    // replies of the model
    model: text(),
    usage: anything(),
    usage_metadata: anything(),
    response_metadata: anything(),
    metadata: anything(),
    stop_reason: anything(),
    finish_reason: anything(),
    cost: z.nullish(z.number()),
  }),
);

/** A message of a chat. */
export type Message = z.infer<typeof messageSchema>;

/**
 * Removes what a tool answered from its message, except the blocks of the AI SDK: the answer may have any form, and is
 * taken from the document as it is.
 */
function withoutForeignContent(message: unknown): unknown {
  if (!isObject(message) || (message.role !== 'tool' && message.role !== 'function')) return message;
  const { content } = message;
  if (typeof content === 'string' || !content) return message;
  const blocks = Array.isArray(content) ? content.filter(isOwnBlock) : [];
  return { ...message, content: blocks };
}

function isOwnBlock(block: unknown): boolean {
  if (!isObject(block)) return typeof block === 'string';
  return (
    ['text', 'tool-result', 'tool-error', 'tool-approval-response'].includes(scalarText(block.type)) ||
    isObject(block.toolResult)
  );
}
