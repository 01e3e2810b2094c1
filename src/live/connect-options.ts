import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ClientAbilities } from '../mcp/exchange.ts';
import type { ProtocolChoice } from '../mcp/protocol.ts';
import type { Target } from '../mcp/target.ts';
import type { Breaches, Reconnects } from './bounded-fetch.ts';
import type { ClientScript } from './client-script.ts';
import type { StdioTransport } from './stdio-transport.ts';
import type { WireSink } from './wire-sink.ts';
import type { WireTap } from './wire-tap.ts';

/** How long to wait for a server, and when to stop. */
export interface ConnectOptions {
  /** How long the server may take to become ready and to answer each request, in milliseconds. */
  readonly timeout: number;
  /** Cancels all running requests. */
  readonly signal: AbortSignal;
  /** Limits how a stream of events is opened again over HTTP. Default: once a second, without an end. */
  readonly reconnects?: Reconnects;
  /** Which protocol to speak. Default: what the server prefers. */
  readonly protocol?: ProtocolChoice;
  /** What the client can answer, with the answers of each request. Default: nothing. */
  readonly abilities?: ClientAbilities;
  /**
   * Called for each process that is started, to record what passes. The last one is that of the connection: the others were
   * only asked what they speak.
   */
  readonly record?: () => WireSink;
}

/** A client and a transport to a server, before they have agreed on a revision. */
export interface Opening {
  readonly target: Target;
  readonly client: Client;
  readonly transport: StdioTransport | StreamableHTTPClientTransport;
  readonly tap: WireTap;
  /** Only for a client with abilities. */
  readonly script?: ClientScript;
  readonly closed: { readonly yes: boolean };
  readonly breaches: Breaches;
  readonly options: ConnectOptions;
}
