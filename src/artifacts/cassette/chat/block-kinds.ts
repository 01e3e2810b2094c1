import { isObject } from '../../../values/own-property.ts';
import { holdsSomething } from '../events/hidden-reply.ts';
import type { Block } from './schema.ts';

/** Blocks whose text is read. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text', 'refusal', 'text-delta']);

/** Blocks that call a tool: those of Anthropic, of the AI SDK, and of LangChain. */
const CALLS: ReadonlySet<string> = new Set([
  ...['tool_use', 'tool-call'],
  ...['tool_call', 'server_tool_call', 'function_call', 'invalid_tool_call'],
]);

/** Blocks with the answer of a tool. */
const RESULTS: ReadonlySet<string> = new Set([
  'tool_result',
  'tool-result',
  'tool-error',
  'server_tool_result',
]);

/** Blocks that contain neither calls nor replies. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['thinking', 'redacted_thinking', 'reasoning', 'reasoning_content'],
  ...['image', 'image_url', 'input_image', 'audio', 'input_audio', 'video', 'document'],
  ...['file', 'input_file', 'container_upload', 'search_result', 'data', 'source', 'media'],
  // Anthropic: a summary of what was said before, and the change to another model
  ...['compaction', 'fallback'],
  ...['tool-approval-request', 'tool-approval-response', 'step-start', 'cache_control'],
]);

/** Blocks of Bedrock have no type but a single key, which says what they are. */
const BEDROCK_OTHERS = [
  ...['image', 'document', 'video', 'audio', 'reasoningContent', 'guardContent', 'cachePoint'],
  ...['searchResult', 'citationsContent'],
];

/**
 * What a block is. `unknown` may be left out with a warning, unless it holds text; `malformed` has no type and nothing
 * that is known.
 */
export type BlockKind = 'text' | 'call' | 'result' | 'served' | 'other' | 'unknown' | 'malformed';

/**
 * Returns what a block is. Anthropic adds tools that run on its server: their blocks end in `_tool_use` and
 * `_tool_result`. The Responses API of OpenAI, whose items LangChain keeps as blocks, has calls with their answer in the
 * same item: they end in `_call`.
 */
export function kindOf(block: Block): BlockKind {
  const { type } = block;
  if (typeof type !== 'string') return kindWithoutType(block);
  if (TEXTS.has(type)) return 'text';
  if (CALLS.has(type) || type.endsWith('_tool_use')) return 'call';
  if (RESULTS.has(type) || type.endsWith('_tool_result')) return 'result';
  if (OTHERS.has(type)) return 'other';
  return type.endsWith('_call') ? 'served' : 'unknown';
}

function kindWithoutType(block: Block): BlockKind {
  if (isObject(block.toolUse)) return 'call';
  if (isObject(block.toolResult)) return 'result';
  if (typeof block.text === 'string' || isObject(block.citationsContent)) return 'text';
  return BEDROCK_OTHERS.some((key) => isObject(block[key])) ? 'other' : 'malformed';
}

/** Keys under which a block keeps text, without separators and in lower case. */
const TEXT_KEY =
  /^(text|content|contents|value|message|messages|answer|output|outputtext|response|reply|body|markdown|html|result|refusal|parts)$/;

/** The keys of a block or a message under which a reply may be hidden: they hold a text, an object or a list. */
export function textKeysOf(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value).filter(
    (key) => TEXT_KEY.test(key.replaceAll(/[-_. ]/g, '').toLowerCase()) && holdsSomething(value[key]),
  );
}
