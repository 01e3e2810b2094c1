import type { Position, ValuePath } from '../../diagnostic.ts';
import type { Duration } from '../../time/duration.ts';

/** A value of a header or an environment variable: as written, or read from a variable when the suite runs. */
export type EnvValue = string | { readonly from_env: string };

/** A program that speaks MCP on stdio. */
export interface StdioServer {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Variables in addition to those that every program gets. */
  readonly env?: Readonly<Record<string, EnvValue>> | undefined;
  /** The folder in which the program starts, relative to the folder of the suite. */
  readonly cwd?: string | undefined;
}

/** A running server over streamable HTTP. */
export interface HttpServer {
  /** An http or https URL without a user name or a password. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, EnvValue>> | undefined;
  readonly auth?: HttpAuth | undefined;
}

/** How a client proves to a server who it is. The names are those of environment variables; a browser is never opened. */
export type HttpAuth =
  | { readonly bearer_env: string }
  | {
      readonly client_credentials: {
        readonly issuer: string;
        readonly id_env: string;
        readonly secret_env: string;
        readonly scope?: string | undefined;
      };
    };

/** A server of a suite, with one way to reach it or both. */
export interface SuiteServer {
  /** Unique in the suite; {@link LONE_SERVER} for the only server of a suite with `server:`. */
  readonly name: string;
  readonly stdio?: StdioServer;
  readonly http?: HttpServer;
  /** Where the server is in the file. */
  readonly path: ValuePath;
}

/** The name of the server that a suite names with `server:`. */
export const LONE_SERVER = 'server';

/** What a call asks of a server. */
export type SuiteRequest =
  | { readonly kind: 'tool'; readonly name: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'prompt'; readonly name: string; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: 'resource'; readonly uri: string };

/** How a call may end. `error`: a tool error or a protocol error. */
export const OUTCOMES = ['ok', 'tool_error', 'protocol_error', 'error'] as const;

/** How a call must end. */
export type ExpectedOutcome = (typeof OUTCOMES)[number];

/** What changes from run to run: a place in the answer (a JSON pointer), or the parts of its texts that match an RE2 pattern. */
export type SuiteMask = { readonly pointer: string } | { readonly pattern: string };

/** What an answer must be. Matchers and targets are as written: the feature that judges compiles them. */
export interface SuiteExpectation {
  readonly outcome: ExpectedOutcome;
  /** The texts of the answer, joined by line ends. */
  readonly text?: string;
  readonly error?: { readonly code?: number; readonly message?: unknown };
  readonly assertions: readonly {
    readonly target: string;
    readonly matcher: unknown;
    readonly message?: string;
  }[];
  /** Undefined: the declared output schema of the tool is checked if there is one. */
  readonly outputSchema?: boolean;
  readonly snapshot: boolean;
  readonly mask: readonly SuiteMask[];
  /** The most milliseconds that a call may take; with several trials the 95th percentile. */
  readonly maxMs?: number;
}

/** What the client answers when the server asks, in this order, by kind. */
export type ClientAnswer =
  | { readonly elicit: { readonly accept: Readonly<Record<string, unknown>> } }
  | { readonly elicit: { readonly decline: true } | { readonly cancel: true } }
  | { readonly sample: { readonly text: string } };

/** What the client says it can do, and what it answers. */
export interface SuiteClient {
  /** As declared to the server: only these two, because the client can answer nothing else. */
  readonly capabilities: {
    readonly elicitation?: Readonly<Record<string, unknown>>;
    readonly sampling?: Readonly<Record<string, unknown>>;
  };
  readonly answers: readonly ClientAnswer[];
}

/** One call of a suite, and what it must answer. */
export interface SuiteCall {
  /** The name of one of the servers of the suite. */
  readonly server: string;
  readonly request: SuiteRequest;
  /** A call inside of a test without its own client has that of the test. */
  readonly client: SuiteClient;
  readonly expect: SuiteExpectation;
  /** Per call; progress restarts it. Undefined: the default of the command. */
  readonly timeout?: Duration;
  /** Whether the server may answer for a tool, prompt or resource that it does not list. */
  readonly unlisted: boolean;
  /** Where the call is in the file; `expect`, `args` and so on are below. */
  readonly path: ValuePath;
}

/** One test of a suite: a call, and the calls around it. */
export interface SuiteTest extends SuiteCall {
  /** Unique in the suite. */
  readonly name: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Whether the test runs alone, and makes one call however many trials are asked for. */
  readonly serial: boolean;
  /** Whether the test is left out, or why. */
  readonly skip: boolean | string;
  /** Whether a person says that the call may be repeated. */
  readonly idempotent: boolean;
  readonly before: readonly SuiteCall[];
  readonly verify: readonly SuiteCall[];
  readonly after: readonly SuiteCall[];
  /** How often the call is made; overrides the command line. */
  readonly trials?: number;
}

/** The transports that a matrix can name. */
export const TRANSPORTS = ['stdio', 'http'] as const;

/** How a client and a server are connected. */
export type SuiteTransport = (typeof TRANSPORTS)[number];

/** The combinations in which every test runs. An absent list: whatever the server prefers. */
export interface SuiteMatrix {
  /** `legacy`, `modern`, or a version of the protocol such as `2025-11-25`. */
  readonly protocol?: readonly string[];
  readonly transport?: readonly SuiteTransport[];
}

/** A value in a lane. A list has at least one text. */
export type LaneValue = string | number | boolean | readonly string[];

/** What `mcptest all` runs with one command. */
export interface SuiteLane {
  /** The flags of the command, with `_` for `-`. Paths are as seen from where the program runs. */
  readonly given: Readonly<Record<string, LaneValue>>;
  /** The files, folders and globs among them. */
  readonly paths: readonly string[];
}

/** A lane that talks to servers of the suite. */
export interface ServerLane extends SuiteLane {
  /** At least one, each once. */
  readonly servers: readonly string[];
}

/** What `mcptest all` does in addition to the tests. Paths are as seen from where the program runs. */
export interface SuiteLanes {
  readonly security?: ServerLane;
  readonly conformance?: ServerLane;
  readonly judge?: SuiteLane;
  readonly modelCompat?: SuiteLane;
  readonly scenarios: readonly string[];
  readonly evidence?: SuiteLane;
  readonly policy?: string;
}

/** A suite for `mcptest run`, with at least one server and one test. */
export interface TestSuite {
  readonly file: string;
  /** Whether the suite has `server:`: a command or URL on the command line may take its place. */
  readonly isLone: boolean;
  readonly servers: readonly SuiteServer[];
  readonly defaults: {
    readonly timeout?: Duration;
    readonly maxTime?: Duration;
    readonly startTimeout?: Duration;
  };
  readonly setup: readonly SuiteCall[];
  readonly teardown: readonly SuiteCall[];
  readonly tests: readonly SuiteTest[];
  readonly matrix: SuiteMatrix;
  readonly lanes: SuiteLanes;
  /** Returns where a value, or its key, is in the file. */
  readonly locate: (path: ValuePath, at?: 'key' | 'value') => Position;
}

/** A call that someone wrote, to be made before anything is tested. */
export interface SetupCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The server of a first suite. */
export type StarterServer = Pick<StdioServer, 'command' | 'args'> | HttpServer;

/** A test of a first suite, as a program writes it. */
export interface StarterTest {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly serial?: boolean;
  readonly skip?: boolean;
  readonly expect: { readonly outcome: ExpectedOutcome; readonly text?: string };
}

/** Tests that belong together, with comments for the people who read the file. Programs do not see the comments. */
export interface SuiteSection {
  /** Lines above the first test. */
  readonly comments: readonly string[];
  readonly tests: readonly { readonly comments: readonly string[]; readonly test: StarterTest }[];
}

/** A first suite as a program writes it: a server, and the tests in sections, with comments. */
export interface CommentedSuite {
  /** Lines at the beginning of the file. */
  readonly comments: readonly string[];
  readonly server: StarterServer;
  /** The protocols with which every test runs. Default: the one that the server prefers. */
  readonly protocols?: readonly string[];
  readonly sections: readonly SuiteSection[];
}
