import { ARTIFACTS } from '../../artifacts/kinds.ts';
import type { TestSuite } from '../../artifacts/test-suite/model.ts';
import { clip } from '../../text/clip.ts';
import { someOf } from '../../text/some-of.ts';
import { present } from '../../values/own-property.ts';
import { compareCombinations } from './compare-combinations.ts';
import { coverageOf } from './coverage.ts';
import { nameIn } from './expand-cases.ts';
import type {
  PhaseRun,
  RunCase,
  RunFinding,
  SessionRun,
  SuiteRun,
  TestRun,
  TestStatus,
} from './run-model.ts';
import type {
  ResultCoverage,
  ResultFinding,
  ResultServer,
  ResultStatus,
  ResultTest,
  RunResult,
} from './run-result.ts';
import { rounded, toCalls } from './to-result-calls.ts';

/** A suite that was run. */
export interface RanSuite {
  readonly suite: TestSuite;
  readonly run: SuiteRun;
  /** What the reader should know: obsolete snapshots. */
  readonly notes: readonly string[];
  /** Why nothing was checked, if it was not: see `SuiteJudges`. */
  readonly oneCause: string | undefined;
}

/** What a report says besides what came of the tests. */
export interface ReportFrame {
  readonly version: string;
  /** RFC 3339. */
  readonly startedAt: string;
  /** RFC 3339. */
  readonly endedAt: string;
  /** Milliseconds. */
  readonly duration: number;
  /** The least percentage of the listed tools that must be called. */
  readonly requireCoverage: number | undefined;
  /** Whether text on standard output fails the run. */
  readonly strictTransport: boolean;
}

/**
 * Makes the report of a run. What fails the run and is no test, such as a teardown, is an entry of its own, so that every
 * program that reads the report comes to the same verdict.
 * Spec (suites and recording): "Settled"
 */
export function toRunResult(suites: readonly RanSuite[], frame: ReportFrame): RunResult {
  const runs = suites.map(({ run }) => run);
  const servers = runs.flatMap(({ sessions }) => sessions.map(toServer));
  const coverage = coverageOf(runs);
  const tests = suites.flatMap(({ suite, run }) => [
    ...run.tests.map((test) => toTest(test, suite)),
    ...run.phases.flatMap((phase) => toPhase(phase, suite)),
  ]);
  const file = suites[0]?.suite.file ?? '';
  const broken = [...objections(suites, servers, coverage.tools, frame), ...runs.flatMap(deaths)];
  const all = [...tests, ...broken.map((each) => ({ ...each, file }))];
  return {
    schema_version: ARTIFACTS['run-report'].schemaVersion,
    mcptest_version: frame.version,
    started_at: frame.startedAt,
    ended_at: frame.endedAt,
    duration_ms: rounded(frame.duration),
    summary: summaryOf(all),
    servers,
    coverage,
    tests: all,
    notes: suites.flatMap(({ notes, run }) => [...notes, ...compareCombinations(run)]),
  };
}

/** Counts the tests by how they ended. What broke has failed. */
export function summaryOf(tests: readonly Pick<ResultTest, 'status'>[]): RunResult['summary'] {
  const count = (...statuses: ResultStatus[]) =>
    tests.filter(({ status }) => statuses.includes(status)).length;
  return {
    total: tests.length,
    passed: count('pass'),
    failed: count('fail', 'error'),
    skipped: count('skip'),
  };
}

/** Whether a run is accepted: nothing failed, and something passed. */
export function isAccepted({ summary }: RunResult): boolean {
  return summary.failed === 0 && summary.passed > 0;
}

const STATUSES: Readonly<Record<TestStatus, ResultStatus>> = {
  passed: 'pass',
  failed: 'fail',
  error: 'error',
  skipped: 'skip',
};

function toTest(
  { of, status, reason, flaky, attempts, findings, calls, duration }: TestRun,
  suite: TestSuite,
): ResultTest {
  const { test, name } = of;
  const message = reason ?? findings.map((finding) => finding.message).join('; ');
  return {
    name,
    status: STATUSES[status],
    server: test.server,
    file: suite.file,
    line: suite.locate(test.path).line,
    duration_ms: rounded(duration),
    ...present({
      message: message === '' ? undefined : message,
      flaky: flaky ? (true as const) : undefined,
      attempts: attempts > 1 ? attempts : undefined,
      tags: test.tags.length > 0 ? test.tags : undefined,
      findings: findings.length > 0 ? findings.map((finding) => toFinding(finding, suite)) : undefined,
      calls: calls.length > 0 ? toCalls(calls) : undefined,
    }),
  };
}

function toFinding({ code, message, path }: RunFinding, suite: TestSuite): ResultFinding {
  return { code, message, ...(path && suite.locate(path)) };
}

/** A teardown that fails is an error of its own. When a setup fails, its tests say so. */
function toPhase({ phase, combination, calls, failure }: PhaseRun, suite: TestSuite): ResultTest[] {
  if (phase !== 'teardown' || failure === undefined) return [];
  const entry: ResultTest = {
    name: nameIn(combination, 'teardown'),
    status: 'error',
    file: suite.file,
    line: suite.locate(['teardown'], 'key').line,
    duration_ms: rounded(calls.reduce((sum, { duration }) => sum + duration, 0)),
    message: failure,
    calls: toCalls(calls),
  };
  return [entry];
}

function toServer({ name, session, abilities, traces, died }: SessionRun): ResultServer {
  const { noise, stderr, violations, unannounced = [], outlived } = traces;
  return {
    name,
    transport: session.transport,
    client_capabilities: abilities,
    ...present({
      version: session.server.version,
      protocol_version: session.server.protocol,
      noise: noise.count > 0 ? noise : undefined,
      violations: violations.count > 0 ? violations : undefined,
      unannounced: unannounced.length > 0 ? unannounced : undefined,
      stderr: stderr.head === '' && stderr.tail === '' ? undefined : stderr,
      outlived,
      died: died ? (true as const) : undefined,
    }),
  };
}

type Objection = Omit<ResultTest, 'file'>;

/** What fails a run as a whole. */
function objections(
  suites: readonly RanSuite[],
  servers: readonly ResultServer[],
  tools: ResultCoverage,
  { requireCoverage, strictTransport }: ReportFrame,
): Objection[] {
  return [
    ...suites.flatMap(({ oneCause }) =>
      oneCause === undefined ? [] : [objection('the run', 'error', oneCause)],
    ),
    ...lackOfCoverage(tools, requireCoverage),
    ...servers.flatMap(breaches),
    ...(strictTransport ? servers.flatMap(strayOutput) : []),
  ];
}

function objection(name: string, status: 'fail' | 'error', message: string): Objection {
  return { name, status, line: 1, duration_ms: 0, message };
}

/** @param required a percentage; undefined if any coverage will do */
function lackOfCoverage(
  { listed, called, not_called: others }: ResultCoverage,
  required: number | undefined,
): Objection[] {
  const covered = listed === 0 ? 0 : (called / listed) * 100;
  if (required === undefined || covered >= required) return [];
  const found = `found ${called} of ${listed} tools called (${Math.floor(covered)} %)`;
  const message = `${found}, expected ${required} %; not called: ${someOf(others, MOST_NAMES, (name) => clip(name))}`;
  return [objection('coverage', 'fail', message)];
}

function breaches({ name, violations }: ResultServer): Objection[] {
  if (!violations) return [];
  const message = `the server \`${name}\` breaks the protocol: it ${violations.lines.join('; it ')}`;
  return [objection('protocol', 'fail', message)];
}

/** A server that dies during a call is told there. One that dies after its last answer fails the run all the same. */
function deaths({ tests, phases, sessions }: SuiteRun): Objection[] {
  const keyOf = (server: string, { words }: RunCase['combination']) => JSON.stringify([server, words]);
  const inError = tests.filter(({ status }) => status === 'error');
  const parts = [...phases, ...inError.map(({ of: { combination }, calls }) => ({ combination, calls }))];
  const told = new Set(
    parts.flatMap(({ combination, calls }) =>
      calls.flatMap(({ server, broken }) => (broken === undefined ? [] : [keyOf(server, combination)])),
    ),
  );
  return sessions
    .filter(({ name, combination, died }) => died && !told.has(keyOf(name, combination)))
    .map(({ name }) => objection('server', 'error', `the server \`${name}\` ended before the run did`));
}

function strayOutput({ name, noise }: ResultServer): Objection[] {
  if (!noise) return [];
  const message = `the server \`${name}\` prints to standard output: \`${noise.lines[0] ?? ''}\``;
  return [objection('transport', 'fail', message)];
}

/** The most names that a message lists. */
const MOST_NAMES = 10;
