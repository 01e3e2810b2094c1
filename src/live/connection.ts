import type { CallAnswer } from '../mcp/call.ts';
import type { AskOptions, Exchange, Listing, McpRequest, ServerTraces } from '../mcp/exchange.ts';
import type { ListedTool } from '../mcp/listed-tool.ts';
import type { Violations } from './violations.ts';

/** A connection to a server that answers. The caller must close it, even after an error. */
export interface Connection {
  /** What the server reports about itself. Each member may be missing. */
  readonly server: { readonly name?: string; readonly version?: string; readonly protocol?: string };
  /** What the server tells every model that may use it. */
  readonly instructions: string | undefined;
  /** False once the connection has ended. */
  readonly isOpen: boolean;
  /** What the user should know about the behaviour of the server. */
  readonly notes: readonly string[];
  /** Returns the tools of all pages. @throws InputError when the server does not return a valid list */
  listTools(): Promise<readonly ListedTool[]>;
  /** Returns all that the server says it has. @throws InputError when it does not return a valid list */
  listEverything(): Promise<Listing>;
  /** Whether a resource is listed, or matches a listed template. */
  listsResource(uri: string, listing: Listing): boolean;
  /**
   * Makes one request and sends it once, without any retry. Never rejects. A client with abilities makes one at a time.
   * @param inputSchema that of a tool, if it is listed
   */
  ask(request: McpRequest, options: AskOptions, inputSchema?: unknown): Promise<Exchange>;
  /**
   * Whether the server has promised to say when its tools change. A modern server says so only to those who subscribe, which
   * this client does not.
   */
  readonly promisesChanges: boolean;
  /** How often the server said that one of its lists has changed. */
  readonly listChanges: number;
  /** What the server sent that the protocol does not allow. */
  readonly violations: Violations;
  /** What is seen of the server so far, besides its answers. */
  readonly traces: ServerTraces;
  /** Makes one call and sends it once, without any retry. Never rejects. */
  callTool(tool: ListedTool, args: Readonly<Record<string, unknown>>): Promise<CallAnswer>;
  /** Ends the session. Also ends a server that was started, and every process that it started. Never rejects. */
  close(): Promise<void>;
}
