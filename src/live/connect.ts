import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { InputError } from '../errors.ts';
import type { Target } from '../mcp/target.ts';
import { VERSION } from '../version.ts';
import { type Breaches, boundedFetch, LONGEST_MESSAGE, type Reconnects } from './bounded-fetch.ts';
import { type Connection, type ConnectOptions, connectionOf, quietly } from './connection.ts';
import { toFault, unreachable } from './faults.ts';
import { pause } from './pause.ts';
import { StdioTransport } from './stdio-transport.ts';

/**
 * Starts a server, or connects to its URL, and agrees on a protocol revision. Tries the handshake of 2024 and 2025
 * first, which nearly every server supports. If the server refuses it, tries the handshake of 2026.
 * @throws InputError when the server cannot be reached within the timeout; by then, all started processes have ended
 */
export async function connect(target: Target, options: ConnectOptions): Promise<Connection> {
  const deadline = performance.now() + options.timeout;
  try {
    return await attempt(target, 'legacy', options, deadline);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    try {
      return await attempt(target, 'auto', options, deadline);
    } catch {
      // the first refusal is about the revision that most people know
      throw error.told;
    }
  }
}

/** Thrown when the server is reachable but refuses the handshake. */
class Refusal extends Error {
  readonly told: InputError;
  constructor(told: InputError) {
    super(told.message);
    this.told = told;
  }
}

async function attempt(
  target: Target,
  mode: 'legacy' | 'auto',
  { timeout, signal, reconnects = FEW_RECONNECTS }: ConnectOptions,
  deadline: number,
): Promise<Connection> {
  const breaches: Breaches = { reconnects: 0 };
  const transport = transportTo(target, reconnects, breaches, () => void quietly(client.close()));
  const client = new Client(
    { name: 'mcptest', version: VERSION },
    // a call is sent only once, even if its answer asks for more input
    { versionNegotiation: { mode }, inputRequired: { autoFulfill: false } },
  );
  const closed = watchClose(client);
  const left = Math.max(1, Math.round(deadline - performance.now()));
  try {
    await giveUpOn(signal, client.connect(transport, { timeout: left, signal, maxTotalTimeout: left }));
  } catch (error) {
    const [child, noise] = transport instanceof StdioTransport ? [transport.child, transport.noise] : [];
    const { kind } = toFault(error, timeout);
    // a server that has just ended may have printed why
    if (child && kind === 'closed') await Promise.race([child.ended, pause(100)]);
    const told = unreachable(target, breaches.tooLong ?? error, timeout, child, noise);
    await quietly(client.close());
    await quietly(transport.close());
    signal.throwIfAborted();
    throw kind === 'error-response' || kind === 'http' ? new Refusal(told) : told;
  }
  return connectionOf(client, transport, { timeout, signal }, closed, breaches);
}

/** For a caller without a budget of calls. */
const FEW_RECONNECTS: Reconnects = { pause: 1000, acquire: () => true };

function transportTo(
  target: Target,
  reconnects: Reconnects,
  breaches: Breaches,
  onTooLong: () => void,
): StdioTransport | StreamableHTTPClientTransport {
  if (target.kind === 'stdio') {
    return new StdioTransport(target.command, target.args, () => {
      breaches.tooLong = `the server sent a message longer than ${LONGEST_MESSAGE} characters`;
    });
  }
  return new StreamableHTTPClientTransport(new URL(target.url), {
    requestInit: { headers: { ...target.headers } },
    fetch: boundedFetch(reconnects, breaches, onTooLong),
  });
}

function watchClose(client: Client): { yes: boolean } {
  const closed = { yes: false };
  client.onclose = () => {
    closed.yes = true;
  };
  // a connection error shows in the request that it affects
  client.onerror = () => {};
  return closed;
}

/** Waits for the work until the signal is aborted. The work itself goes on. */
function giveUpOn<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
