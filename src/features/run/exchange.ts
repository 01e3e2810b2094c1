import type { CallFault } from '../../mcp/call.ts';

/** A request and everything that came of it, as far as it is judged. Its values are untrusted. */
export interface JudgedExchange {
  readonly outcome:
    | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> }
    | { readonly kind: 'fault'; readonly fault: CallFault };
  /** Milliseconds from the request to its final answer. */
  readonly duration: number;
  /** What the server sent meanwhile. */
  readonly notifications: readonly unknown[];
  /** What the server asked meanwhile. `scripted`: whether the suite has an answer. */
  readonly questions: readonly { readonly method: string; readonly scripted: boolean }[];
}
