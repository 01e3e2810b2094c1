import type { SuiteCall, SuiteTest } from '../../artifacts/test-suite/model.ts';
import type { ValuePath } from '../../diagnostic.ts';
import type { Exchange, McpRequest, Question, ServerTraces } from '../../mcp/exchange.ts';
import type { RunSession } from '../../mcp/run-session.ts';
import type { Combination } from './open-session.ts';

/** Something that is not as it must be. */
export interface RunFinding {
  readonly code: string;
  readonly message: string;
  /** Where in the suite it is asked for. */
  readonly path?: ValuePath;
}

/** Which part of a suite or of a test a call belongs to. */
export const CALL_PHASES = ['setup', 'before', 'call', 'verify', 'after', 'teardown'] as const;
/** A part of a suite or of a test that makes calls. */
export type CallPhase = (typeof CALL_PHASES)[number];

/** What is kept of an answer, to compare it with the one that the same test gets in another combination of the matrix. */
export interface KeptAnswer {
  /** Equal for equal answers. */
  readonly digest: string;
  /** The answer, masked as in a snapshot; absent if it is long. */
  readonly value?: unknown;
}

/** A call that was made, without the answer: a report has to stay small whatever a server sends. */
export interface MadeCall {
  readonly phase: CallPhase;
  readonly server: string;
  readonly request: McpRequest;
  readonly outcome: 'ok' | 'tool_error' | 'protocol_error' | 'fault';
  readonly duration: number;
  readonly notifications: number;
  readonly questions: readonly Pick<Question, 'method' | 'reply' | 'scripted'>[];
  readonly findings: readonly RunFinding[];
  /** What broke below the protocol: the server died, or the transport failed. Then nothing is said about the server's answer. */
  readonly broken?: string;
  /** What came, as text, where something is wrong with it; cut when it is long. */
  readonly answer?: string;
  /** The answer, for a comparison with another combination of the matrix. */
  readonly kept?: KeptAnswer;
}

/** How a test ended. `error`: something broke, so nothing is known about what it asks for. */
export type TestStatus = 'passed' | 'failed' | 'error' | 'skipped';

/** A test in one combination of the matrix. */
export interface RunCase {
  readonly test: SuiteTest;
  readonly combination: Combination;
  /** The name of the test, with the combination. */
  readonly name: string;
}

/** What came of a test. */
export interface TestRun {
  readonly of: RunCase;
  readonly status: TestStatus;
  /** Why it was skipped, or what broke. */
  readonly reason?: string;
  /** Whether it passed, but only when it was tried again. */
  readonly flaky: boolean;
  /** How often it was run: 1 and the retries. */
  readonly attempts: number;
  /** What the last attempt found. */
  readonly findings: readonly RunFinding[];
  /** The calls of all attempts and trials, in order. */
  readonly calls: readonly MadeCall[];
  /** Milliseconds of all its calls. */
  readonly duration: number;
}

/** The calls of `setup` or `teardown` in one combination. */
export interface PhaseRun {
  readonly phase: 'setup' | 'teardown';
  readonly combination: Combination;
  readonly calls: readonly MadeCall[];
  /** Undefined if all went well. */
  readonly failure: string | undefined;
}

/** A session that was open, as it was at its end. */
export interface SessionRun {
  readonly name: string;
  readonly combination: Combination;
  readonly session: Pick<RunSession, 'server' | 'transport' | 'listing'>;
  readonly abilities: readonly string[];
  readonly traces: ServerTraces;
  /** Whether it ended before it was closed. */
  readonly died: boolean;
}

/** Everything that came of a suite. */
export interface SuiteRun {
  readonly tests: readonly TestRun[];
  readonly phases: readonly PhaseRun[];
  readonly sessions: readonly SessionRun[];
}

/** What a judge of answers is told about a call. */
export interface JudgedCall {
  readonly call: SuiteCall;
  readonly exchange: Exchange;
  /** The tool as the server lists it; undefined if it does not, or for prompts and resources. */
  readonly tool: Readonly<Record<string, unknown>> | undefined;
}

/** The judges of a run. */
export interface RunJudges {
  /** Says what is wrong with an answer, not with how long it took. */
  readonly answer: (call: JudgedCall) => Promise<readonly RunFinding[]>;
  /** Says whether the calls of all trials took too long. */
  readonly duration: (call: SuiteCall, durations: readonly number[]) => readonly RunFinding[];
  /** Returns what to keep of the answer to the call of a test that is as it must be; undefined if nothing compares it. */
  readonly keep?: (call: JudgedCall) => KeptAnswer | undefined;
}
