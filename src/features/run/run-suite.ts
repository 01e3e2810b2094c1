import { callsOf } from '../../artifacts/test-suite/calls-of.ts';
import type { SuiteCall, TestSuite } from '../../artifacts/test-suite/model.ts';
import { ProtocolNotSpokenError } from '../../mcp/protocol-not-spoken.ts';
import { append } from '../../values/append.ts';
import { type CallTimes, makeCall } from './make-call.ts';
import type { Combination, OpenSession } from './open-session.ts';
import type { MadeCall, PhaseRun, RunCase, RunJudges, SuiteRun, TestRun } from './run-model.ts';
import { runTest, type TestOptions } from './run-test.ts';
import { SessionPool } from './session-pool.ts';

/** How a suite is run. */
export interface SuiteOptions extends TestOptions {
  /** The most tests that run at once. */
  readonly parallel: number;
  /** Whether the first test that does not pass is the last one. */
  readonly bail: boolean;
}

/** What a run needs from outside. */
export interface RunPorts {
  readonly open: OpenSession;
  readonly judges: RunJudges;
  /** Aborted when the user interrupts the program. */
  readonly signal: AbortSignal;
  /** Called when a test begins, and when it has ended. */
  readonly onTest: (of: RunCase, run?: TestRun) => void;
}

/**
 * Runs the tests of a suite, combination by combination: opens the sessions, makes the calls of `setup`, runs the tests,
 * makes the calls of `teardown` whatever happened, and closes the sessions.
 * Spec (suites and recording): "`mcptest run [SUITE…] [-- CMD…]`"
 * @param cases the tests to run, combination by combination
 * @throws InputError when a server does not start, or speaks the protocol of no combination; the reason of the signal when the user interrupts. All sessions are closed
 *   by then
 */
export async function runSuite(
  suite: TestSuite,
  cases: readonly RunCase[],
  options: SuiteOptions,
  ports: RunPorts,
): Promise<SuiteRun> {
  const run = {
    tests: [] as TestRun[],
    phases: [] as PhaseRun[],
    sessions: [] as SuiteRun['sessions'][number][],
  };
  const bail = { now: false };
  const combinations = new Set(cases.map((each) => each.combination));
  const notSpoken: ProtocolNotSpokenError[] = [];
  for (const combination of combinations) {
    const own = cases.filter((each) => each.combination === combination);
    const part = await runCombination(suite, combination, own, options, bail, ports).catch(
      (error: unknown) => {
        if (!(error instanceof ProtocolNotSpokenError)) throw error;
        notSpoken.push(error);
        if (options.bail) bail.now = true;
        return { tests: withoutSetup(own, error.message), phases: [], sessions: [] };
      },
    );
    append(run.tests, part.tests);
    append(run.phases, part.phases);
    append(run.sessions, part.sessions);
  }
  // a cell of a matrix that does not apply says nothing about the others; if no cell was run, there is no answer
  if (notSpoken[0] && notSpoken.length === combinations.size) throw notSpoken[0];
  return run;
}

async function runCombination(
  suite: TestSuite,
  combination: Combination,
  cases: readonly RunCase[],
  options: SuiteOptions,
  bail: { now: boolean },
  ports: RunPorts,
): Promise<SuiteRun> {
  const wanted = cases.filter(({ test }) => test.skip === false);
  if (wanted.length === 0 || bail.now) return { tests: cases.map(leftOut), phases: [], sessions: [] };
  const calls = wanted.flatMap(({ test }) => callsOf(test));
  const pool = new SessionPool(suite.servers, [...suite.setup, ...calls, ...suite.teardown], combination);
  let tests: readonly TestRun[];
  const phases: PhaseRun[] = [];
  try {
    await pool.open(ports.open);
    const phase = async (phase: PhaseRun['phase']) => {
      const made = await runPhase(suite[phase], phase, pool, ports.judges, options);
      phases.push({ phase, combination, ...made });
      return made.failure;
    };
    const failure = await phase('setup');
    tests =
      failure === undefined
        ? await runCases(cases, pool, options, bail, ports)
        : withoutSetup(cases, failure);
    await phase('teardown');
    ports.signal.throwIfAborted();
  } catch (error) {
    await pool.close();
    ports.signal.throwIfAborted();
    throw error;
  }
  return { tests, phases, sessions: await pool.close() };
}

/** Makes the calls of `setup` up to the first that fails, or all of `teardown`. */
async function runPhase(
  calls: readonly SuiteCall[],
  phase: PhaseRun['phase'],
  pool: SessionPool,
  judges: RunJudges,
  times: CallTimes,
): Promise<Pick<PhaseRun, 'calls' | 'failure'>> {
  const made: MadeCall[] = [];
  for (const call of calls) {
    made.push(await makeCall({ call, phase }, pool.sessionOf(call), judges, times));
    if (phase === 'setup' && failureOf(made) !== undefined) break;
  }
  return { calls: made, failure: failureOf(made) };
}

function failureOf(made: readonly MadeCall[]): string | undefined {
  const failed = made.find(({ broken, findings }) => broken !== undefined || findings.length > 0);
  return failed && `a call of \`${failed.phase}\` failed: ${failed.broken ?? failed.findings[0]?.message}`;
}

/**
 * Runs tests in their order: up to `parallel` at once, but a `serial` one alone, after all before it and before all after
 * it. The results have the order of the suite.
 */
async function runCases(
  cases: readonly RunCase[],
  pool: SessionPool,
  options: SuiteOptions,
  bail: { now: boolean },
  { judges, signal, onTest }: RunPorts,
): Promise<TestRun[]> {
  const runs = new Map<RunCase, TestRun>();
  const running = new Set<Promise<void>>();
  const begin = async (of: RunCase) => {
    onTest(of);
    const run = await runTest(of, (call) => pool.sessionOf(call), judges, options);
    runs.set(of, run);
    if (options.bail && run.status !== 'passed') bail.now = true;
    onTest(of, run);
  };
  for (const of of cases) {
    const { serial, skip } = of.test;
    if (skip !== false) continue;
    while (running.size >= (serial ? 1 : options.parallel)) await Promise.race(running);
    if (bail.now || signal.aborted) break;
    const work: Promise<void> = begin(of).finally(() => running.delete(work));
    running.add(work);
    if (serial) await work;
  }
  await Promise.all(running);
  return cases.map((of) => runs.get(of) ?? leftOut(of));
}

/** The tests of a combination in which no test can begin. */
function withoutSetup(cases: readonly RunCase[], reason: string): TestRun[] {
  return cases.map((each) => (each.test.skip === false ? unprepared(each, reason) : leftOut(each)));
}

function leftOut(of: RunCase): TestRun {
  const { skip } = of.test;
  const reason = skip === false ? 'not run, because of --bail' : skip === true ? 'the suite skips it' : skip;
  return { ...NOT_RUN, of, status: 'skipped', reason };
}

function unprepared(of: RunCase, reason: string): TestRun {
  return { ...NOT_RUN, of, status: 'error', reason };
}

const NOT_RUN = { flaky: false, attempts: 0, findings: [], calls: [], duration: 0 } as const;
