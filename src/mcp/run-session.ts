import type { AskOptions, Exchange, Listing, McpRequest, ServerTraces } from './exchange.ts';
import type { Target } from './target.ts';

/** A session of a run with a server that answers. */
export interface RunSession {
  /** What the server reports about itself. */
  readonly server: { readonly name?: string; readonly version?: string; readonly protocol?: string };
  readonly transport: Target['kind'];
  /** What the server lists now. It may change with each call. */
  readonly listing: Listing;
  /** Whether the server lists what is asked for. */
  readonly lists: (request: McpRequest) => boolean;
  /** False once the connection has ended. */
  readonly isOpen: boolean;
  readonly traces: ServerTraces;
  /** Makes one request and sends it once. Never rejects. */
  ask(request: McpRequest, options: AskOptions): Promise<Exchange>;
  /** Ends the session and its processes. Never rejects. */
  close(): Promise<void>;
}
