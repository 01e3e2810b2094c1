/** A protocol error with its JSON-RPC code. */
export interface ServedFault {
  readonly kind: 'fault';
  readonly code: number;
  readonly message: string;
}

/** The answer of a server to a request. */
export type ServedAnswer = { readonly kind: 'answer'; readonly value: Record<string, unknown> } | ServedFault;

type Listed = Readonly<Record<string, unknown>>;

/** A server as the transports see it: what it lists, and the functions that answer requests. */
export interface ServedServer {
  readonly name: string;
  readonly version: string;
  readonly instructions?: string | undefined;
  /** Tools, resources and prompts as `tools/list`, `resources/list` and `prompts/list` return them. */
  readonly tools: readonly Listed[];
  readonly resources: readonly Listed[];
  readonly prompts: readonly Listed[];
  readonly callTool: (name: string, args: Record<string, unknown>) => ServedAnswer;
  readonly readResource: (uri: string) => ServedAnswer;
  readonly getPrompt: (name: string, args: Record<string, unknown>) => ServedAnswer;
}
