/** A JSON-RPC message, or what was sent in place of one. */
export type Message = Readonly<Record<string, unknown>>;

/** A connection that sends messages as they are, and returns those of the server in their order. */
export interface RawWire {
  /** @param mirrored headers that repeat arguments, over HTTP */
  send(message: Message, mirrored?: Readonly<Record<string, string>>): void;
  /** Begins the time that an answer may take: ten times the timeout, however much the server sends meanwhile. */
  begin(): void;
  /** Returns the next message, or why there is none. */
  receive(): Promise<Message | 'timeout' | 'closed'>;
  /** Why the server could not be talked to at all. Undefined while it can. */
  readonly why: string | undefined;
  /** Ends the connection, and every process of the server. Never rejects. */
  close(): Promise<void>;
}
