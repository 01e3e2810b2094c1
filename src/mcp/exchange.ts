import type { CallFault } from './call.ts';

/** What a client asks of a server. */
export type McpRequest =
  | { readonly kind: 'tool'; readonly name: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'prompt'; readonly name: string; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: 'resource'; readonly uri: string };

/** An answer of the client that a person wrote down, for what a server asks during a call. */
export type ScriptedAnswer =
  | { readonly elicit: { readonly accept: Readonly<Record<string, unknown>> } }
  | { readonly elicit: { readonly decline: true } | { readonly cancel: true } }
  | { readonly sample: { readonly text: string } };

/** What the client declares that it can do. It can answer nothing else. */
export interface ClientAbilities {
  readonly elicitation?: Readonly<Record<string, unknown>>;
  readonly sampling?: Readonly<Record<string, unknown>>;
}

/** A question of the server during a call, and how it was answered. */
export interface Question {
  /** `elicitation/create` or `sampling/createMessage`. */
  readonly method: string;
  readonly params: unknown;
  readonly reply: 'accept' | 'decline' | 'cancel' | 'text' | 'refuse';
  /** False when no answer was written down: then the client declines, or refuses where it cannot decline. */
  readonly scripted: boolean;
}

/** A notification of the server. */
export interface Notice {
  readonly method: string;
  readonly params: unknown;
}

/** A request, and everything that came of it. Its values are untrusted. */
export interface Exchange {
  readonly outcome:
    | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> }
    | { readonly kind: 'fault'; readonly fault: CallFault };
  /** Milliseconds from the request to its final answer. */
  readonly duration: number;
  /** What the server sent meanwhile: the first ones. If several calls are in flight, each gets those without a token. */
  readonly notifications: readonly Notice[];
  /** How many notifications were left out, because there were too many. */
  readonly dropped: number;
  readonly questions: readonly Question[];
}

/** How long to wait for an answer, and what to answer meanwhile. */
export interface AskOptions {
  /** Milliseconds until the answer, or until the next progress. */
  readonly timeout: number;
  /** The most milliseconds, whatever progress there is. */
  readonly maxTime: number;
  /** Used in this order, by kind. */
  readonly answers: readonly ScriptedAnswer[];
}

/** How a server that was started has ended. */
export type ServerEnd =
  | { readonly kind: 'not-started'; readonly message: string }
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string };

/** What is seen of a server besides its answers. */
export interface ServerTraces {
  /** The beginning and the end of what it wrote to standard error. */
  readonly stderr: { readonly head: string; readonly tail: string };
  /** Lines on standard output that are no messages: how many, and the first ones. */
  readonly noise: { readonly count: number; readonly lines: readonly string[] };
  /** Messages that the protocol does not allow: how many, and the first ones as predicates: "answers request 3 twice". */
  readonly violations: { readonly count: number; readonly lines: readonly string[] };
  /** The names of tools that changed during the session, though the server did not say so. */
  readonly unannounced?: readonly string[];
  /** Set when the connection ended while the client was still there. */
  readonly died?: true;
  /** Set when, after the end, a process that the server started holds its output: it has left the group, and still runs. */
  readonly outlived?: true;
  /** Undefined while it runs, and for a server over HTTP. */
  readonly end?: ServerEnd;
}

/** What a server lists, as it lists it. */
export interface Listing {
  readonly tools: readonly Readonly<Record<string, unknown>>[];
  readonly prompts: readonly Readonly<Record<string, unknown>>[];
  readonly resources: readonly Readonly<Record<string, unknown>>[];
  readonly templates: readonly Readonly<Record<string, unknown>>[];
}
