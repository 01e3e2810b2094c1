import { isObject, valueAt } from '../../../values/own-property.ts';
import type { Span } from './span.ts';

/** The attribute in which OpenInference keeps a request as it was sent. */
const REQUEST = 'input.value';

/**
 * Returns the ids of the calls of which a request says that they failed. OpenInference copies the results of Anthropic
 * and Bedrock into attributes without their flags, and keeps the flags only in the request.
 */
export function failedResultsIn(spans: readonly Span[]): Set<string> {
  const failed = new Set<string>();
  for (const { plain } of spans) {
    const request = valueAt(plain, ['attributes', REQUEST]);
    const messages = isObject(request) ? request.messages : request;
    for (const message of Array.isArray(messages) ? (messages as unknown[]) : []) {
      const content = isObject(message) ? message.content : undefined;
      for (const block of Array.isArray(content) ? (content as unknown[]) : []) {
        const id = isObject(block) ? failedCallOf(block) : undefined;
        if (id !== undefined) failed.add(id);
      }
    }
  }
  return failed;
}

function failedCallOf(block: Readonly<Record<string, unknown>>): string | undefined {
  const { tool_use_id, is_error, toolResult } = block;
  const isFailed = is_error === true || (isObject(toolResult) && toolResult.status === 'error');
  const id = isObject(toolResult) ? toolResult.toolUseId : tool_use_id;
  return isFailed && typeof id === 'string' ? id : undefined;
}

/** Whether a result begins with the word for a failed call, in a text or in the first of its blocks. */
export function saysError(result: unknown): boolean {
  const [first] = Array.isArray(result) ? (result as unknown[]) : [result];
  const text = isObject(first) ? (first.text ?? first.content) : first;
  return typeof text === 'string' && text.startsWith('Error');
}
