import { INVALID_PARAMS } from '../../../../mcp/error-codes.ts';
import type { Refused, ToolRequest } from './client-message.ts';

/** How a denied call is answered: by a result that says so, which clients show to the model, or by an error. */
const DENY_AS = ['result', 'error'] as const;

/** One of these. */
export type DenyAs = (typeof DENY_AS)[number];

/** Returns the answer to a denied call. Its identifier stands in it as the client wrote it. */
export function deniedAnswer({ id, isModern }: ToolRequest, words: string, as: DenyAs): string {
  if (as === 'error') return errorAnswer({ id, code: INVALID_PARAMS, message: words });
  const result = {
    ...(isModern && { resultType: 'complete' }),
    content: [{ type: 'text', text: words }],
    isError: true,
  };
  return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`;
}

/** Returns the answer to a message that is not passed on. */
export function errorAnswer({ id, code, message }: Omit<Refused, 'kind'>): string {
  return `{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${JSON.stringify({ code, message })}}`;
}
