import type { Diagnostic } from '../diagnostic.ts';

/** What is sent to a server as it is, whether it follows the protocol or not. */
export interface Sent {
  /** The text of the message. On stdio it may have several lines. */
  readonly body?: string;
  /** What follows is for HTTP only. */
  readonly method?: 'POST' | 'GET' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a message is the one that is waited for. Without it, nothing is waited for on stdio. */
  readonly until?: (message: unknown) => boolean;
}

/** What was heard of a server after something was sent. */
export interface Heard {
  /** Every JSON value, in its order. */
  readonly messages: readonly unknown[];
  /** The first lines on standard output, or the bodies, that are no JSON. */
  readonly noise: readonly string[];
  /** Why nothing more is listened to: what was waited for came, nothing came in time, or the connection has ended. */
  readonly end: 'answered' | 'silent' | 'closed';
  /** The answer of HTTP; undefined on stdio, and where there was none. */
  readonly http?: HttpHeard | undefined;
}

/** The answer of a server over HTTP, without its messages. */
export interface HttpHeard {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether there was a body. */
  readonly hasBody: boolean;
}

/** Why a server cannot be talked to: the end of a sentence about it, and what helps. */
export interface Trouble extends Pick<Diagnostic, 'help' | 'said'> {
  readonly why: string;
}

/** A connection that sends anything, and hears everything. */
export interface Peer {
  readonly transport: 'stdio' | 'http';
  /** Set when the process of the server has ended or did not start, or when nobody was reached over HTTP. */
  readonly trouble?: Trouble | undefined;
  send(sent: Sent): Promise<Heard>;
  /** Closes the input of the server. Returns whether the server ends by itself within this many milliseconds; true over HTTP. */
  end(within: number): Promise<boolean>;
  /** Ends the connection, and every process of the server. Never rejects. */
  close(): Promise<void>;
}
