import type { ClientAbilities } from '../mcp/exchange.ts';
import type { ProtocolChoice } from '../mcp/protocol.ts';
import type { RunSession } from '../mcp/run-session.ts';
import type { Target } from '../mcp/target.ts';
import { connect } from './connect.ts';
import { KeptListing } from './kept-listing.ts';
import type { WireSink } from './wire-sink.ts';

/** What a session needs to be opened. */
export interface RunSessionOptions {
  readonly protocol: ProtocolChoice;
  readonly abilities: ClientAbilities;
  /** Milliseconds for the start, and for each list. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** See `ConnectOptions`. */
  readonly record?: () => WireSink;
}

/**
 * Connects to a server and reads all its lists.
 * @throws InputError when the server does not start, does not speak the protocol asked for, or lists nothing valid; the
 *   connection is closed by then
 */
export async function openRunSession(target: Target, options: RunSessionOptions): Promise<RunSession> {
  const connection = await connect(target, options);
  try {
    const kept = await KeptListing.read(connection);
    let unannounced: readonly string[] = [];
    let died = false;
    return {
      server: connection.server,
      transport: target.kind,
      get listing() {
        return kept.now;
      },
      lists: (request) => kept.lists(request),
      get isOpen() {
        return connection.isOpen;
      },
      get traces() {
        return { ...connection.traces, unannounced, ...(died && { died: true as const }) };
      },
      async ask(request, how) {
        const tool = kept.now.tools.find(({ name }) => request.kind === 'tool' && name === request.name);
        const exchange = await connection.ask(request, how, tool?.inputSchema);
        await kept.keepUp(request, exchange);
        return exchange;
      },
      async close() {
        if (!options.signal.aborted) unannounced = await kept.unannounced();
        died = !connection.isOpen;
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
