import * as z from 'zod/mini';
import { recordList } from '../../../documents/record-list.ts';
import { providerUsageSchema } from '../events/usage.ts';

const text = () => z.nullish(z.string());
const flag = () => z.nullish(z.boolean());
const anything = () => z.optional(z.unknown());

/** The types of blocks whose text is read. */
export const TEXTS = ['text', 'input_text', 'output_text', 'refusal'] as const;

/** The types of blocks that call a tool: those of Anthropic (two of them run on the server), and of the AI SDK. */
export const CALLS = ['tool_use', 'server_tool_use', 'mcp_tool_use', 'tool-call'] as const;

/** The types of blocks that contain the answer of a tool. */
export const RESULTS = [
  'tool_result',
  'mcp_tool_result',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool-result',
] as const;

/** The types of blocks that contain neither calls nor replies. */
const OTHERS = [
  ...['thinking', 'redacted_thinking', 'reasoning'],
  ...['image', 'image_url', 'input_image', 'audio', 'input_audio', 'video', 'document'],
  ...['file', 'input_file', 'container_upload', 'search_result', 'data'],
] as const;

// a block of an unknown type is rejected: it could be a call, which would not be counted
const BLOCK_TYPES = [...TEXTS, ...CALLS, ...RESULTS, ...OTHERS] as const;

const block = z.object({
  type: z.enum(BLOCK_TYPES),
  text: text(),
  refusal: text(),
  // calls; `arguments`, `result` and `error` are from Inspect, which keeps the answer in the same block
  id: text(),
  name: text(),
  server_name: text(),
  input: anything(),
  arguments: anything(),
  result: anything(),
  error: anything(),
  // results
  tool_use_id: text(),
  is_error: flag(),
  content: anything(),
  // the AI SDK
  toolCallId: text(),
  toolName: text(),
  args: anything(),
  output: anything(),
  isError: flag(),
});

/** A block of the content of a message. */
export type Block = z.infer<typeof block>;

/** The content of a message in any form, converted to a list of blocks. */
const content = z.pipe(
  z.transform((value: unknown) => {
    if (value === undefined || value === null || value === '') return [];
    return typeof value === 'string' ? [{ type: 'text', text: value }] : value;
  }),
  recordList(block, 'text, or a list of content blocks'),
);

const functionCall = z.object({ name: text(), arguments: anything() });

/** A call next to the content of a message: from OpenAI, from tau2-bench and LangChain (`name`), or from Inspect. */
const call = z.object({
  id: text(),
  function: z.nullish(z.union([z.string(), functionCall], 'the name of a tool, or a mapping with its name')),
  custom: z.nullish(z.object({ name: text(), input: text() })),
  name: text(),
  arguments: anything(),
  args: anything(),
  requestor: text(),
});

/** A tool call of a message. */
export type ChatCall = z.infer<typeof call>;

/** A message of a chat with a model, as written by OpenAI, Anthropic and the many formats that follow them. */
export const messageSchema = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content,
  refusal: text(),
  tool_calls: z.nullish(recordList(call)),
  function_call: z.nullish(functionCall),
  // messages with the answer of a tool
  tool_call_id: anything(),
  id: text(),
  name: text(),
  function: text(),
  error: anything(),
  is_error: flag(),
  isError: flag(),
  requestor: text(),
  // replies of the model
  model: text(),
  usage: z.nullish(providerUsageSchema),
  cost: z.nullish(z.number()),
});

/** A message of a chat. */
export type Message = z.infer<typeof messageSchema>;

/** The messages of a chat. */
export const messagesSchema = recordList(messageSchema, 'a list of messages');
