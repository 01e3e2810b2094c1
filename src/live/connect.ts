import { Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client';
import type { ListedTool } from '../artifacts/tool-catalog/model.ts';
import { clip } from '../clip.ts';
import { InputError } from '../errors.ts';
import type { CallAnswer } from '../probe/call.ts';
import { outcomeOfFault } from '../probe/outcomes.ts';
import type { Target } from '../probe/target.ts';
import { VERSION } from '../version.ts';
import { toFault, unreachable } from './faults.ts';
import { listTools } from './list-tools.ts';
import { isTooDeep } from './nesting.ts';
import { StdioTransport } from './stdio-transport.ts';

export interface ConnectOptions {
  /** How long the server may take to be ready, and to answer each request, in milliseconds. */
  readonly timeout: number;
  /** Gives everything up that is under way. */
  readonly signal: AbortSignal;
}

/** A server that answers. Whoever has it closes it, however things end. */
export interface Connection {
  /** What the server calls itself; it may say nothing. */
  readonly server: { readonly name?: string; readonly version?: string; readonly protocol?: string };
  /** False once the server has gone. */
  readonly isOpen: boolean;
  /** What a person should know of how the server behaves. */
  readonly notes: readonly string[];
  /** All pages. @throws InputError when there is no list to be had */
  listTools(): Promise<readonly ListedTool[]>;
  /** One call, sent once: nothing here sends a call again. Never rejects. */
  callTool(tool: ListedTool, args: Readonly<Record<string, unknown>>): Promise<CallAnswer>;
  /** Ends the session, and a server that was started with all that it has started. Never rejects. */
  close(): Promise<void>;
}

/**
 * Starts a server, or goes to its address, and agrees on a revision of the protocol: the handshake of 2024 and 2025
 * first, which nearly every server knows, and that of 2026 where it is refused.
 * @throws InputError when it cannot be had within the time; nothing is left behind then
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
      // what the server said first is what most people know
      throw error.told;
    }
  }
}

/** The server is there, and answers the handshake with a refusal. */
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
  { timeout, signal }: ConnectOptions,
  deadline: number,
): Promise<Connection> {
  const transport = transportTo(target);
  const client = new Client(
    { name: 'mcptest', version: VERSION },
    // a call that asks for more input is sent once all the same
    { versionNegotiation: { mode }, inputRequired: { autoFulfill: false } },
  );
  const closed = watchClose(client);
  const left = Math.max(1, Math.round(deadline - performance.now()));
  try {
    await giveUpOn(signal, client.connect(transport, { timeout: left, signal, maxTotalTimeout: left }));
  } catch (error) {
    const [child, noise] = transport instanceof StdioTransport ? [transport.child, transport.noise] : [];
    const { kind } = toFault(error, timeout);
    // a server that has just ended says why
    if (child && kind === 'closed') await Promise.race([child.ended, pause(100)]);
    const told = unreachable(target, error, timeout, child, noise);
    await quietly(client.close());
    await quietly(transport.close());
    signal.throwIfAborted();
    throw kind === 'error-response' || kind === 'http' ? new Refusal(told) : told;
  }
  return connectionOf(client, transport, { timeout, signal }, closed);
}

function transportTo(target: Target): StdioTransport | StreamableHTTPClientTransport {
  if (target.kind === 'stdio') return new StdioTransport(target.command, target.args);
  return new StreamableHTTPClientTransport(new URL(target.url), {
    requestInit: { headers: { ...target.headers } },
  });
}

function connectionOf(
  client: Client,
  transport: StdioTransport | StreamableHTTPClientTransport,
  options: ConnectOptions,
  closed: { readonly yes: boolean },
): Connection {
  const { name, version } = client.getServerVersion() ?? {};
  const protocol = client.getNegotiatedProtocolVersion();
  return {
    server: {
      ...(name !== undefined && { name }),
      ...(version !== undefined && { version }),
      ...(protocol !== undefined && { protocol }),
    },
    get isOpen() {
      return !closed.yes;
    },
    get notes() {
      const noise = transport instanceof StdioTransport ? transport.noise : undefined;
      return noise === undefined ? [] : [noiseNote(noise)];
    },
    async listTools() {
      try {
        return await listTools(client, options);
      } catch (error) {
        options.signal.throwIfAborted();
        if (error instanceof InputError) throw error;
        const { message } = outcomeOfFault(toFault(error, options.timeout));
        throw new InputError({ message: `tools/list fails: ${clip(message, 200)}` });
      }
    },
    async callTool(tool, args) {
      try {
        const result = await callOnce(client, tool, args, options);
        if (!isTooDeep(result)) return { kind: 'result', result };
        return { kind: 'fault', fault: { kind: 'malformed', message: 'the answer nests too deep' } };
      } catch (error) {
        return { kind: 'fault', fault: toFault(error, options.timeout) };
      }
    },
    async close() {
      // a server that keeps sessions need not keep this one
      const bye = 'terminateSession' in transport ? quietly(transport.terminateSession()) : undefined;
      await Promise.race([bye, pause(500)]);
      await quietly(client.close());
      await quietly(transport.close());
    },
  };
}

async function callOnce(
  client: Client,
  { name, inputSchema }: ListedTool,
  args: Readonly<Record<string, unknown>>,
  options: ConnectOptions,
) {
  // with a definition in hand the SDK never repeats a call; without an output schema in it, the result is ours to judge
  const toolDefinition = { name, inputSchema } as Tool;
  return client.callTool(
    { name, arguments: { ...args } },
    { ...options, maxTotalTimeout: options.timeout, toolDefinition },
  );
}

function watchClose(client: Client): { yes: boolean } {
  const closed = { yes: false };
  client.onclose = () => {
    closed.yes = true;
  };
  // a fault of the connection shows in the request that it hits
  client.onerror = () => {};
  return closed;
}

function noiseNote(noise: string): string {
  return `the server prints text on standard output, which is for the protocol: \`${noise.slice(0, 200)}\``;
}

/** Ends the wait, not the work, when the signal comes. */
function giveUpOn<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {});
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
