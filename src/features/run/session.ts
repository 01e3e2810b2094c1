import type { SuiteServer, SuiteTransport } from '../../artifacts/test-suite/model.ts';
import type {
  AskOptions,
  ClientAbilities,
  Exchange,
  Listing,
  McpRequest,
  ServerTraces,
} from '../../mcp/exchange.ts';
import type { ProtocolChoice } from '../../mcp/protocol.ts';

/** How a server is reached in one combination of the matrix. */
export interface Combination {
  readonly protocol: ProtocolChoice;
  /** Undefined: the one that the server has, stdio if it has both. */
  readonly transport: SuiteTransport | undefined;
  /** What the names of its tests end with, such as ` [modern http]`. Empty if there is no choice. */
  readonly label: string;
}

/** A session to open: a server, and what the client can answer in it. */
export interface SessionRequest {
  readonly server: SuiteServer;
  readonly combination: Combination;
  readonly abilities: ClientAbilities;
}

/** A session with a server that answers. */
export interface RunSession {
  /** What the server reports about itself. */
  readonly server: { readonly name?: string; readonly version?: string; readonly protocol?: string };
  readonly transport: SuiteTransport;
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

/** Opens a session. @throws InputError when the server does not start, or does not speak the protocol asked for */
export type OpenSession = (request: SessionRequest) => Promise<RunSession>;
