import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';
import type { CallFault } from '../mcp/call.ts';
import { INTERNAL_ERROR } from '../mcp/error-codes.ts';
import { wordsOfFault } from '../mcp/fault-words.ts';
import type { Flaw } from './message-flaw.ts';

/** Why a request has no answer. Marks an error that no server sent, so that nobody takes it for one of the server. */
class Lost {
  readonly fault: CallFault;
  constructor(fault: CallFault) {
    this.fault = fault;
  }
}

/** Returns an error response that ends a request of the SDK at once. Its server never sees it. */
export function lostAnswer(id: RequestId, fault: CallFault): JSONRPCMessage {
  const error = { code: INTERNAL_ERROR, message: wordsOfFault(fault), data: new Lost(fault) };
  return { jsonrpc: '2.0', id, error };
}

/** Returns why an answer was lost. @param error of a response, or of the SDK; undefined for one that a server sent */
export function faultOfLost(error: { readonly data?: unknown }): CallFault | undefined {
  return error.data instanceof Lost ? error.data.fault : undefined;
}

/** The fault of a request whose answer must not be believed. */
export function faultOfFlaw({ why }: Flaw): Extract<CallFault, { kind: 'malformed' }> {
  return { kind: 'malformed', message: `the answer ${why}` };
}
