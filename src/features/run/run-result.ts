import type { CallPhase } from './run-model.ts';

/** How a test ended, as the report says it. `error`: something broke, so nothing is known about what it asks for. */
export type ResultStatus = 'pass' | 'fail' | 'error' | 'skip';

/** An expectation that was not met, and where it is in the suite. */
export interface ResultFinding {
  readonly code: string;
  readonly message: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A call that was made. */
export interface ResultCall {
  readonly phase: CallPhase;
  readonly server: string;
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly name: string;
  readonly outcome: 'ok' | 'tool_error' | 'protocol_error' | 'fault';
  readonly duration_ms: number;
  /** What was sent, what was expected, and what came: for the first calls of a test with which something is wrong. */
  readonly arguments?: string | undefined;
  readonly expected?: readonly string[] | undefined;
  readonly answer?: string | undefined;
}

/** One test in one combination of the matrix, or something else that fails the run: a teardown, the coverage. */
export interface ResultTest {
  readonly name: string;
  readonly status: ResultStatus;
  readonly server?: string | undefined;
  readonly file: string;
  readonly line: number;
  readonly duration_ms: number;
  readonly message?: string | undefined;
  readonly flaky?: true | undefined;
  readonly attempts?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly findings?: readonly ResultFinding[] | undefined;
  readonly calls?: readonly ResultCall[] | undefined;
}

/** A session with a server, and what was seen of the server besides its answers. */
export interface ResultServer {
  readonly name: string;
  readonly transport: string;
  readonly version?: string | undefined;
  readonly protocol_version?: string | undefined;
  /** What the client declared that it can do. */
  readonly client_capabilities: readonly string[];
  /** The first lines on standard output that are no messages, and how many there were. */
  readonly noise?: { readonly count: number; readonly lines: readonly string[] } | undefined;
  /** The beginning and the end of its standard error. */
  readonly stderr?: { readonly head: string; readonly tail: string } | undefined;
  /** Messages that the protocol does not allow: how many, and the first ones in words. */
  readonly violations?: { readonly count: number; readonly lines: readonly string[] } | undefined;
  /** The tools that changed during the run, though the server did not say so. */
  readonly unannounced?: readonly string[] | undefined;
  /** Set when a process that it started has left its group, and still runs. */
  readonly outlived?: true | undefined;
  /** Set when it ended before it was closed. */
  readonly died?: true | undefined;
}

/** How much of what the servers list was called. */
export interface ResultCoverage {
  readonly listed: number;
  readonly called: number;
  readonly not_called: readonly string[];
}

/** The report of `mcptest run`, as it is written: `mcptest.dev/run/v1`. */
export interface RunResult {
  readonly schema_version: string;
  readonly mcptest_version: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly duration_ms: number;
  /** `failed` counts errors too. */
  readonly summary: {
    readonly total: number;
    readonly passed: number;
    readonly failed: number;
    readonly skipped: number;
  };
  readonly servers: readonly ResultServer[];
  readonly coverage: {
    readonly tools: ResultCoverage;
    readonly prompts: ResultCoverage;
    readonly resources: ResultCoverage;
  };
  readonly tests: readonly ResultTest[];
  /** What the reader should know and no test says: obsolete snapshots, noise. */
  readonly notes: readonly string[];
}
