import type { ToolRequest } from './client-message.ts';

/** What happens to a tool call: it is passed on, answered as denied, or forgotten without an answer. */
export type Fate =
  | {
      readonly kind: 'pass';
      /**
       * Called if the server answers with a question, and what it wants back with the answer: the client then sends the
       * call again.
       */
      readonly onQuestion?: (state: string | undefined) => void;
    }
  | { readonly kind: 'denied'; readonly words: string }
  | { readonly kind: 'dropped' };

/** A call that waits for a person. */
export interface HeldFate {
  /** Never rejects. */
  readonly fate: Promise<Fate>;
  /** The client has cancelled the call, or is gone: the call is dropped. A new session may ask for it again. */
  withdraw(why: 'cancelled' | 'gone'): void;
}

/** Decides the calls of a proxy, and keeps the record of them. */
export interface CallJudge {
  /** @param ip the address from which it comes, where that is known */
  judge(call: ToolRequest, ip?: string): Fate | HeldFate;
  /** Records that a message was not passed on because nothing could be decided about it. */
  noteFault(fault: string): void;
  /** Whether a tool is denied whatever a call of it says. */
  deniesAlways(tool: string): boolean;
}
