import type {
  AskOptions,
  ClientAbilities,
  Exchange,
  Listing,
  McpRequest,
  ServerTraces,
} from '../mcp/exchange.ts';
import type { ProtocolChoice } from '../mcp/protocol.ts';
import type { Target } from '../mcp/target.ts';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';

/** What a session needs to be opened. */
export interface RunSessionOptions {
  readonly protocol: ProtocolChoice;
  readonly abilities: ClientAbilities;
  /** Milliseconds for the start, and for each list. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** A connection with what its server lists. */
export interface LiveRunSession {
  readonly server: Connection['server'];
  readonly transport: Target['kind'];
  readonly listing: Listing;
  readonly lists: (request: McpRequest) => boolean;
  readonly isOpen: boolean;
  readonly traces: ServerTraces;
  ask(request: McpRequest, options: AskOptions): Promise<Exchange>;
  close(): Promise<void>;
}

/**
 * Connects to a server and reads all its lists.
 * @throws InputError when the server does not start, does not speak the protocol asked for, or lists nothing valid; the
 *   connection is closed by then
 */
export async function openRunSession(target: Target, options: RunSessionOptions): Promise<LiveRunSession> {
  const connection = await connect(target, options);
  try {
    const listing = await connection.listEverything();
    const find = (name: string) => listing.tools.find((tool) => tool.name === name);
    return {
      server: connection.server,
      transport: target.kind,
      listing,
      lists(request) {
        if (request.kind === 'tool') return find(request.name) !== undefined;
        if (request.kind === 'prompt') return listing.prompts.some(({ name }) => name === request.name);
        return connection.listsResource(request.uri, listing);
      },
      get isOpen() {
        return connection.isOpen;
      },
      get traces() {
        return connection.traces;
      },
      ask: (request, how) =>
        connection.ask(request, how, request.kind === 'tool' ? find(request.name)?.inputSchema : undefined),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
