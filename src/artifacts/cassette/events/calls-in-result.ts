import { isObject } from '../../../values/own-property.ts';

/** Types of blocks that are calls, in the words of any provider. */
const CALL_BLOCK = /(^|_)(tool_use|tool_call|function_call)$|^(tool-call|tool-invocation|dynamic-tool)$/i;

/** Keys of blocks that have no type and are calls: Bedrock and Gemini. */
const CALL_KEYS = ['toolUse', 'functionCall', 'function_call'] as const;

/** Keys under which a result has its blocks, as those of MCP have them. */
const LIST_KEYS = [
  'content',
  'value',
  'output',
  'parts',
  'toolResult',
  'functionResponse',
  'response',
] as const;

/** Results in results are looked into, and no further. */
const DEEPEST = 4;

/**
 * Returns how many blocks of a result are calls. What a tool answers is its own, and may look like anything; but a block
 * of a call among the blocks of a result is what an agent asked for, in a place that no program is known to write.
 *
 * Spec (recordings): "One rule against silent loss".
 */
export function callsInResult(result: unknown, depth = 0): number {
  if (depth > DEEPEST) return 0;
  if (!Array.isArray(result)) return isObject(result) ? callsUnder(result, depth) : 0;
  let calls = 0;
  for (const block of result as unknown[]) {
    if (Array.isArray(block)) calls += callsInResult(block, depth + 1);
    else if (isObject(block)) calls += isCall(block) ? 1 : callsUnder(block, depth);
  }
  return calls;
}

function callsUnder(value: Readonly<Record<string, unknown>>, depth: number): number {
  let calls = 0;
  for (const key of LIST_KEYS) {
    const member = value[key];
    if (typeof member === 'object' && member !== null) calls += callsInResult(member, depth + 1);
  }
  return calls;
}

function isCall({ type, name, toolName, ...block }: Readonly<Record<string, unknown>>): boolean {
  const isTyped = typeof type === 'string' && CALL_BLOCK.test(type);
  if (isTyped && (typeof name === 'string' || typeof toolName === 'string' || isObject(block.function)))
    return true;
  return CALL_KEYS.some((key) => isObject(block[key]) && typeof block[key].name === 'string');
}
