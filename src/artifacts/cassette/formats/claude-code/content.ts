import type { ValuePath } from '../../../../diagnostic.ts';
import { isObject } from '../../../../values/own-property.ts';

/** A block of the content of a message. */
export type Block = Readonly<Record<string, unknown>>;

/** A block, by what it is to a reader, and where it is. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'call' | 'result' | 'other' | 'unknown';
      readonly block: Block;
      readonly path: ValuePath;
    };

/** Types of blocks that are known to hold neither calls nor replies. */
const OTHERS: ReadonlySet<unknown> = new Set([
  ...['thinking', 'redacted_thinking', 'image', 'document', 'search_result', 'container_upload'],
  ...['fallback', 'tool_reference', 'compaction'],
]);

/**
 * Returns the parts of the content of a message of the Anthropic API: a text, or a list of blocks. A type that ends in
 * `tool_use` or `tool_result` is a call or its result, also if the program is newer than this reader.
 */
export function partsOf(content: unknown, path: ValuePath): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown, index): Part[] => {
    if (typeof block === 'string') return [{ kind: 'text', text: block }];
    return isObject(block) ? [partOf(block, [...path, index])] : [];
  });
}

function partOf(block: Block, path: ValuePath): Part {
  const { type, text } = block;
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text };
  if (typeof type === 'string' && /(^|_)tool_use$/.test(type)) return { kind: 'call', block, path };
  if (typeof type === 'string' && /(^|_)tool_result$/.test(type)) return { kind: 'result', block, path };
  return { kind: OTHERS.has(type) ? 'other' : 'unknown', block, path };
}

/** The name of a tool, and the server in it: Claude Code names the tools of servers `mcp__SERVER__TOOL`. */
export function toolOf({ name, server_name }: Block): { name: string | undefined; server?: string } {
  if (typeof name !== 'string') return { name: undefined };
  const parts = /^mcp__(.+?)__(.+)$/s.exec(name);
  if (parts?.[1] !== undefined && parts[2] !== undefined) return { name: parts[2], server: parts[1] };
  return { name, ...(typeof server_name === 'string' && { server: server_name }) };
}

/** Whether a result says that its call failed. The tools that run on the server of the model say it in their content. */
export function isFailed({ is_error, content }: Block): boolean {
  if (is_error === true) return true;
  return isObject(content) && typeof content.type === 'string' && content.type.endsWith('_error');
}
