/** The types of `mcptest/vitest`, apart from its code: they need no package but vitest, so an editor finds them all. */
// adds the matcher to those of Vitest
import 'vitest';
import type {
  ClientAnswer,
  ExpectedOutcome,
  HttpServer,
  StdioServer,
} from '../artifacts/test-suite/model.ts';

/** A server, with the keys that it has in a suite. */
export type ServerToTest = StdioServer | HttpServer;

/** How the server is spoken to. */
export interface ServerOptions {
  /** `legacy`, `modern`, or a revision of MCP. Default: what the server prefers. */
  readonly protocol?: string;
  /** Milliseconds for the start and for each call; progress starts the time of a call again. Default: 30 000. */
  readonly timeout?: number;
  /** What the client answers, in this order, when the server asks during a call. */
  readonly answers?: readonly ClientAnswer[];
}

/** A matcher of suites: all its keys must hold. */
export type Matcher = { readonly [key: string]: unknown };

/** What an answer must be, as `expect` has it in a suite. */
export interface Expectation {
  /** Default: `ok`, a result without an error. */
  readonly outcome?: ExpectedOutcome;
  /** The texts of the answer, joined by line ends. */
  readonly text?: string;
  readonly error?: { readonly code?: number; readonly message?: Matcher };
  readonly assertions?: readonly {
    readonly target: string;
    readonly matcher: Matcher;
    readonly message?: string;
  }[];
  readonly output_schema?: boolean;
  /** The most milliseconds that the call may take. */
  readonly max_ms?: number;
}

/** The answer to a call, which `toMeet` judges. Its members are those that assertions can name; what is absent is undefined. */
export interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly structuredContent?: unknown;
  readonly content?: unknown;
  readonly messages?: unknown;
  readonly contents?: unknown;
  readonly text?: string;
  readonly json?: unknown;
  readonly isError?: boolean;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly duration_ms: number;
  readonly notifications: readonly { readonly method: string; readonly params: unknown }[];
  readonly questions: readonly {
    readonly method: string;
    readonly params: unknown;
    readonly reply: string;
    readonly scripted: boolean;
  }[];
}

/** What a suite says of a call besides its arguments. */
export interface CallOptions {
  /** The server need not list what this call asks for. Without it, an answer for what is not listed does not meet anything. */
  readonly unlisted?: true;
}

/** A server that was started for one test. */
export interface TestedServer {
  /** Calls a tool once. Rejects only when the server has ended or cannot be reached: an error is an answer. */
  tool(name: string, args?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Answer>;
  /** Gets a prompt. */
  prompt(name: string, args?: Readonly<Record<string, string>>, options?: CallOptions): Promise<Answer>;
  /** Reads a resource. */
  resource(uri: string, options?: CallOptions): Promise<Answer>;
}

/** What `test.extend` takes: a fixture `server`. */
export interface ServerFixture {
  readonly server: (context: object, use: (server: TestedServer) => Promise<void>) => Promise<void>;
}

/** Returns a fixture that starts a server for each test that uses it, and ends it after the test. */
export declare function mcptest(server: ServerToTest, options?: ServerOptions): ServerFixture;

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: every declaration of an interface has the same parameter
  interface Matchers<T = any> {
    /** Judges an answer by what a suite would expect of it. Await it. */
    toMeet(expectation: Expectation): Promise<void>;
  }
}
