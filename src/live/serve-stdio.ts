import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ServedServer } from '../mcp/served.ts';
import { serverFactory } from './sdk-server.ts';

/** What is read from and written to instead of those of the process. */
export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** How a server is served on standard input and output. */
export interface ServeStdioOptions {
  /** Ends the service. */
  readonly signal: AbortSignal;
  /** Told of input that is no message. */
  readonly onFault: (message: string) => void;
  readonly streams?: StdioStreams;
}

/**
 * Serves a server on standard input and output until the input ends or the signal comes. What was asked before the input
 * ended is answered: the SDK alone would drop it, and with it all that a pipe like `printf ... | mcptest mock` asks.
 */
export async function serveOnStdio(
  served: ServedServer,
  { signal, onFault, streams = { input: process.stdin, output: process.stdout } }: ServeStdioOptions,
): Promise<void> {
  const { input, output } = streams;
  // the end of the input must not reach the SDK before everything is answered
  const held = new PassThrough();
  const transport = new AnsweringTransport(new StdioServerTransport(held, output));
  const handle = serveStdio(serverFactory(served), {
    transport,
    // whoever has gone need not be told
    onerror: ({ message }) => output.errored === null && onFault(message),
  });
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
    // the SDK gives up on a message without end
    transport.closed.then(resolve);
    if (input.readableEnded || input.destroyed) void end();
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
  // an open input would keep the program alive
  input.unpipe(held).pause();
  if (input === process.stdin) process.stdin.unref?.();
}

function turn(): Promise<void> {
  return new Promise((next) => setImmediate(next));
}

/** A transport that knows which requests wait for an answer. */
class AnsweringTransport implements Transport {
  readonly #wire: Transport;
  readonly #open = new Set<RequestId>();
  #wake = () => {};
  #gone = () => {};
  /** Settles when the connection has ended, for whatever reason. */
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

  /** Settles when no request waits any more. */
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

/** The request that a message takes back. */
function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  const isCancel = 'method' in message && message.method === 'notifications/cancelled';
  return isCancel ? (message.params as { requestId?: RequestId } | undefined)?.requestId : undefined;
}
