/** What passed between a client and a server. */
export interface Passed {
  readonly dir: 'to_server' | 'to_client';
  /** Milliseconds since the recording began. */
  readonly t: number;
  /** Over HTTP, the number of the exchange. On stdio 0. */
  readonly stream: number;
  /** Null for a request or a response over HTTP without a message. */
  readonly bytes: Uint8Array | null;
  /** Over HTTP, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
