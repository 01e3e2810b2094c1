import { callsOf } from '../../artifacts/test-suite/calls-of.ts';
import type { SuiteCall, SuiteTest } from '../../artifacts/test-suite/model.ts';
import { decide } from '../../exec-policy/decide.ts';
import { isReadOnly } from '../../exec-policy/is-read-only.ts';
import type { RunSession } from '../../mcp/run-session.ts';
import { append } from '../../values/append.ts';
import { present } from '../../values/own-property.ts';
import { type CallTimes, makeCall } from './make-call.ts';
import type {
  CallPhase,
  MadeCall,
  RunCase,
  RunFinding,
  RunJudges,
  TestRun,
  TestStatus,
} from './run-model.ts';

/** How tests are run. */
export interface TestOptions extends CallTimes {
  /** How often each call of a test is made, unless the test says so itself or is `serial`. */
  readonly trials: number;
  /** How often a test that fails is tried again, if its calls may be repeated. */
  readonly retries: number;
}

/** Returns the open session for a call. */
export type SessionOf = (call: SuiteCall) => RunSession;

interface Attempt {
  readonly calls: readonly MadeCall[];
  readonly findings: readonly RunFinding[];
  readonly broken: string | undefined;
}

/** Runs a test: its trials, and again if it fails and may be repeated. Never rejects. */
export async function runTest(
  of: RunCase,
  sessionOf: SessionOf,
  judges: RunJudges,
  options: TestOptions,
): Promise<TestRun> {
  const { test } = of;
  const tries = options.retries > 0 && mayRepeat(test, sessionOf) ? options.retries + 1 : 1;
  const calls: MadeCall[] = [];
  let attempts = 0;
  let last: Attempt;
  do {
    last = await attempt(of, sessionOf, judges, options);
    attempts += 1;
    append(calls, last.calls);
  } while (statusOf(last) !== 'passed' && attempts < tries && sessionOf(test).isOpen);
  const status = statusOf(last);
  return {
    of,
    status,
    flaky: status === 'passed' && attempts > 1,
    attempts,
    findings: last.findings,
    calls,
    duration: calls.reduce((sum, { duration }) => sum + duration, 0),
    ...present({ reason: last.broken }),
  };
}

function statusOf({ broken, findings }: Attempt): TestStatus {
  if (broken !== undefined) return 'error';
  return findings.length > 0 ? 'failed' : 'passed';
}

/** Makes the calls of all trials, and stops at the first trial that is not as it must be. */
async function attempt(
  { test }: RunCase,
  sessionOf: SessionOf,
  judges: RunJudges,
  options: TestOptions,
): Promise<Attempt> {
  const trials = test.serial ? 1 : (test.trials ?? options.trials);
  const calls: MadeCall[] = [];
  for (let trial = 0; trial < trials; trial++) {
    const made = await oneTrial(test, (call, phase) =>
      makeCall({ call, phase }, sessionOf(call), judges, options),
    );
    append(calls, made);
    const broken = brokenIn(made);
    const findings = made.flatMap((each) => each.findings);
    if (broken !== undefined || findings.length > 0) return { calls, findings, broken };
  }
  const durations = calls.flatMap(({ phase, duration }) => (phase === 'call' ? [duration] : []));
  return { calls, findings: judges.duration(test, durations), broken: undefined };
}

/** Makes the calls of one trial in order. What comes `after` the call is done whatever happened before it. */
async function oneTrial(
  test: SuiteTest,
  make: (call: SuiteCall, phase: CallPhase) => Promise<MadeCall>,
): Promise<MadeCall[]> {
  const made: MadeCall[] = [];
  const run = async (calls: readonly SuiteCall[], phase: CallPhase, isWhole: boolean) => {
    for (const call of calls) {
      const one = await make(call, phase);
      made.push(one);
      if (!isWhole && !isFine(one)) return false;
    }
    return true;
  };
  const isReady = await run(test.before, 'before', false);
  if (isReady && (await run([test], 'call', false))) await run(test.verify, 'verify', true);
  await run(test.after, 'after', true);
  return made;
}

function isFine({ findings, broken }: MadeCall): boolean {
  return broken === undefined && findings.length === 0;
}

/** What keeps a test from an answer: something broke, or a call around it failed. */
function brokenIn(made: readonly MadeCall[]): string | undefined {
  const broken = made.find((each) => each.broken !== undefined);
  if (broken) return broken.broken;
  const around = made.find(
    ({ phase, findings }) => (phase === 'before' || phase === 'after') && findings.length > 0,
  );
  return around && `a call of \`${around.phase}\` failed: ${around.findings[0]?.message}`;
}

/**
 * Whether a test may be tried again: a person says that it changes nothing more, or the server declares all its tools
 * read-only, and the execution policy agrees.
 */
function mayRepeat(test: SuiteTest, sessionOf: SessionOf): boolean {
  if (test.idempotent) return true;
  return callsOf<SuiteCall>(test).every((call) => {
    const { request } = call;
    if (request.kind !== 'tool') return false;
    const tool = sessionOf(call).listing.tools.find(({ name }) => name === request.name);
    if (!tool) return false;
    return isReadOnly(tool) && decide('ReadOnly').canRepeat;
  });
}
