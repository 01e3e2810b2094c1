import type { ValuePath } from '../../../diagnostic.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { isObject, present } from '../../../values/own-property.ts';

/** Whether a value is the request that an MCP client sends to call a tool. */
export function isToolsCallRequest(value: unknown): boolean {
  return (
    isObject(value) &&
    value.method === 'tools/call' &&
    isObject(value.params) &&
    !Object.hasOwn(value, 'tool')
  );
}

/**
 * Returns the call in a `tools/call` request: `params.name` is its tool, `params.arguments` are its arguments. Keys
 * next to `params`, such as `agent` or `expect`, are kept.
 */
export function callOfRequest(document: SourceDocument): SourceDocument {
  const { jsonrpc: _, method: __, params, ...rest } = document.value as Record<string, unknown>;
  const { name, arguments: args } = params as Record<string, unknown>;
  const value = { ...rest, ...present({ tool: name, arguments: args }) };
  return {
    file: document.file,
    value,
    locate: (path, at) => document.locate(pathInRequest(path), at),
  };
}

function pathInRequest([key, ...below]: ValuePath): ValuePath {
  if (key === 'tool') return ['params', 'name', ...below];
  if (key === 'arguments') return ['params', 'arguments', ...below];
  return key === undefined ? [] : [key, ...below];
}
