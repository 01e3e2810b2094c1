/** What is not read. */
export interface Unreadable {
  readonly why: string;
}

/** A request of a client over HTTP. */
export interface HttpAsk {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array | Unreadable;
}

/** The response to it: whole, or a stream of events. After the client has gone, nothing is sent. */
export interface HttpReply {
  /** Sends a whole response. An empty text is no body. */
  whole(status: number, text: string, headers?: Readonly<Record<string, string>>): void;
  /** Begins a stream of events, if it has not begun. */
  open(headers?: Readonly<Record<string, string>>): void;
  /** Sends an event. */
  event(text: string): void;
  /** Whether a stream of events has begun, has not ended, and its client is there. */
  readonly isOpen: boolean;
  end(): void;
}
