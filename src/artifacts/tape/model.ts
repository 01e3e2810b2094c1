/** The `schema_version` of a tape. */
export const TAPE_VERSION = 'mcptest.dev/tape/v1';

/** The two protocols that a session may speak: with a handshake, or since July 2026 without one. */
export const ERAS = ['legacy', 'modern'] as const;

/** How the messages travelled. */
export const TRANSPORTS = ['stdio', 'http'] as const;

/** The two sides to which a message can go. */
export const DIRECTIONS = ['to_server', 'to_client'] as const;
/** Whom a message was sent to. */
export type Direction = (typeof DIRECTIONS)[number];

/** Those who can end a recorded session; `user` ended the recording. */
export const CLOSERS = ['client', 'server', 'user'] as const;
/** Who ended a recorded session. */
export type Closer = (typeof CLOSERS)[number];

/** What one side says about itself. */
export interface Party {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** The revision of the protocol that it named. */
  readonly protocol_version?: string | undefined;
}

/** The first line of a tape. */
export interface TapeHeader {
  readonly era: (typeof ERAS)[number];
  readonly transport: (typeof TRANSPORTS)[number];
  readonly client: Party;
  readonly server: Party;
  readonly redaction: {
    /** The environment variables whose values were replaced. */
    readonly env: readonly string[];
    /** How many values were replaced. */
    readonly values: number;
  };
}

/** What one side sent: an object or a list whose compact JSON is exactly what was sent; else the text that was sent. */
export type Frame = Readonly<Record<string, unknown>> | readonly unknown[] | string;

/** A message on its way. */
export interface FrameRow {
  readonly kind: 'frame';
  /** Milliseconds since the recording began. */
  readonly t: number;
  readonly dir: Direction;
  /** Over HTTP, the number of the exchange, from 0: a request and everything that its response carried. On stdio 0. */
  readonly stream: number;
  /** Null when a request or a response over HTTP has no message. */
  readonly frame: Frame | null;
  /** The frame is no UTF-8, and is written in base64. */
  readonly encoding?: 'base64' | undefined;
  /** Over HTTP, of the first row in its direction. `:method` and `:status` as HTTP/2 names them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The end of the session. It is the last row. */
export interface ClosedRow {
  readonly kind: 'closed';
  readonly t: number;
  readonly by: Closer;
  /** How the server ended, if it was a process that ended by itself. */
  readonly code?: number | undefined;
  readonly signal?: string | undefined;
}

/** A line of a tape after its header. */
export type TapeRow = FrameRow | ClosedRow;

/**
 * A recorded session between a client and a server (`mcptest.dev/tape/v1`).
 * Spec (suites and recording): "`mcptest record` and `serve`"
 */
export interface Tape {
  readonly header: TapeHeader;
  readonly frames: readonly FrameRow[];
  /** Absent when the recording does not say how the session ended. */
  readonly closed?: ClosedRow | undefined;
}
