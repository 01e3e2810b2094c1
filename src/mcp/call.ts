/** The answer of a tool in the form of the protocol. Its members are untrusted. */
export interface ToolResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/** Why a call has no result. */
export type CallFault =
  /** The server answered with a protocol error. */
  | {
      readonly kind: 'error-response';
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
    }
  | { readonly kind: 'timeout'; readonly milliseconds: number }
  /** The connection ended during the call. */
  | { readonly kind: 'closed' }
  /** The answer does not follow the protocol. */
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'http'; readonly status: number }
  /** The server redirects to another URL. Nothing was sent there. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** No access token was given to the client. */
  | { readonly kind: 'unauthorized'; readonly message: string };

/** The outcome of a call: a result, which may report a tool error, or the reason why there is none. */
export type CallAnswer =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'fault'; readonly fault: CallFault };
