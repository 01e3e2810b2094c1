/** What a tool has answered, as the protocol has it; content and data come from a stranger. */
export interface ToolResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/** Why a call has no result. */
export type CallFault =
  /** The server answered with an error of the protocol. */
  | { readonly kind: 'error-response'; readonly code: number; readonly message: string }
  | { readonly kind: 'timeout'; readonly milliseconds: number }
  /** The connection ended during the call. */
  | { readonly kind: 'closed' }
  /** The answer is none that the protocol knows. */
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'http'; readonly status: number }
  /** The server names another address; nothing was sent there. */
  | { readonly kind: 'redirect'; readonly location: string };

/** What came of a call: a result, which may tell of an error of the tool, or none. */
export type CallAnswer =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'fault'; readonly fault: CallFault };
