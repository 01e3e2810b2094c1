/** An error of the protocol, by its JSON-RPC code. */
export interface ServedFault {
  readonly kind: 'fault';
  readonly code: number;
  readonly message: string;
}

/** What a server answers to a request. */
export type ServedAnswer = { readonly kind: 'answer'; readonly value: Record<string, unknown> } | ServedFault;

type Listed = Readonly<Record<string, unknown>>;

/** A server as the transports need it: what it lists, and the functions that answer. Who decides them is not their business. */
export interface ServedServer {
  readonly name: string;
  readonly version: string;
  readonly instructions?: string | undefined;
  /** Each as `tools/list`, `resources/list` and `prompts/list` show it. */
  readonly tools: readonly Listed[];
  readonly resources: readonly Listed[];
  readonly prompts: readonly Listed[];
  readonly callTool: (name: string, args: Record<string, unknown>) => ServedAnswer;
  readonly readResource: (uri: string) => ServedAnswer;
  readonly getPrompt: (name: string, args: Record<string, unknown>) => ServedAnswer;
}
