import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ProtocolChoice } from '../mcp/protocol.ts';
import type { ServedServer } from '../mcp/served.ts';
import { onlyEra, serverFactory } from './sdk-server.ts';

/** Streams to use instead of standard input and output. */
export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** How to serve a server on standard input and output. */
export interface ServeStdioOptions {
  /** Stops the server. */
  readonly signal: AbortSignal;
  /** Called with a description of input that is not a message. */
  readonly onFault: (message: string) => void;
  /** The protocol that it speaks. `both` is every revision. */
  readonly protocol: ProtocolChoice | 'both';
  readonly streams?: StdioStreams;
}

/**
 * Serves a server on standard input and output until the input ends or the signal is aborted. Requests that arrived before
 * the input ended are answered. The SDK alone would drop them, and so every request of `printf ... | mcptest mock`.
 */
export async function serveOnStdio(served: ServedServer, options: ServeStdioOptions): Promise<void> {
  const { signal, streams = { input: process.stdin, output: process.stdout } } = options;
  const { input, output } = streams;
  // the SDK must not see the end of the input before all requests are answered
  const held = new PassThrough();
  const transport = new AnsweringTransport(new StdioServerTransport(held, output));
  // a client that is gone cannot be answered: do not report that
  const onerror = ({ message }: Error) => output.errored === null && options.onFault(message);
  const handle = await startServing(served, transport, onerror, options.protocol);
  input.pipe(held, { end: false });
  await new Promise<void>((resolve) => {
    const end = async () => {
      while (held.readableLength > 0 || held.writableLength > 0) await turn();
      await turn();
      await transport.answered();
      resolve();
    };
    input.once('end', end).once('close', end).once('error', end);
    output.once('error', () => resolve());
    // the SDK closes the connection after a message that is too long
    transport.closed.then(resolve);
    if (input.readableEnded || input.destroyed) void end();
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
  // an open input would keep the program running
  input.unpipe(held).pause();
  if (input === process.stdin) process.stdin.unref?.();
}

/** An old server answers `server/discover` as any request that it does not know; the SDK would name the revisions it lacks. */
async function startServing(
  served: ServedServer,
  transport: Transport,
  onerror: (error: Error) => void,
  protocol: ProtocolChoice | 'both',
): Promise<{ close(): Promise<void> }> {
  const make = serverFactory(served, protocol);
  const era = onlyEra(protocol);
  if (era !== 'legacy')
    return serveStdio(make, { transport, onerror, legacy: era === 'modern' ? 'reject' : 'serve' });
  const server = make();
  server.onerror = onerror;
  await server.connect(transport);
  return server;
}

function turn(): Promise<void> {
  return new Promise((next) => setImmediate(next));
}

/** A transport that tracks which requests wait for an answer. */
class AnsweringTransport implements Transport {
  readonly #wire: Transport;
  readonly #open = new Set<RequestId>();
  #wake = () => {};
  #gone = () => {};
  /** Resolves when the connection has ended for any reason. */
  readonly closed = new Promise<void>((resolve) => {
    this.#gone = resolve;
  });
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: (<T extends JSONRPCMessage>(message: T) => void) | undefined;

  constructor(wire: Transport) {
    this.#wire = wire;
  }

  start(): Promise<void> {
    this.#wire.onclose = () => {
      this.#gone();
      this.onclose?.();
    };
    this.#wire.onerror = (error) => this.onerror?.(error);
    this.#wire.onmessage = (message) => {
      if (isJSONRPCRequest(message)) this.#open.add(message.id);
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined) this.#settle(cancelled);
      this.onmessage?.(message);
    };
    return this.#wire.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#wire.send(message);
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  close(): Promise<void> {
    return this.#wire.close();
  }

  /** Resolves when no request waits for an answer. */
  answered(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#wake();
  }
}

/** Returns the id of the request that a message cancels. */
function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  const isCancel = 'method' in message && message.method === 'notifications/cancelled';
  return isCancel ? (message.params as { requestId?: RequestId } | undefined)?.requestId : undefined;
}
