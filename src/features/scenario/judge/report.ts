import type { Scenario, UnansweredPolicy } from '../suite/scenario.ts';
import type { Trajectory } from '../world/trajectory-schema.ts';
import { toCounts, toGolden } from './envelope.ts';
import { SCENARIO_FAILURES, type ScenarioFailure } from './failures.ts';
import type { JudgedRun } from './judge.ts';
import type { JudgedTrialReport, ScenarioEntryReport, ScenarioReport, TrialReport } from './report-schema.ts';

/** One recorded run of a scenario: its result, or why it could not be judged. */
export type Trial =
  | {
      readonly cassette: string;
      /** Further files that were read as parts of the recording. */
      readonly readWith?: readonly string[];
      readonly judged: JudgedRun;
      /** The run call by call; absent where the report does not show it. */
      readonly trajectory?: Trajectory | undefined;
    }
  | { readonly cassette: string; readonly error: string };

/** The result of a scenario over all its recordings. */
export interface ScenarioResult {
  readonly scenario: Scenario;
  /** At least one. */
  readonly trials: readonly Trial[];
  /** Whether an agent that does nothing would pass too. */
  readonly vacuous: boolean;
  /** Whether a vacuous scenario fails. */
  readonly strict: boolean;
}

/** How a scenario ended; `error` means that a recording could not be read. */
export type ScenarioOutcome = 'passed' | 'failed' | 'error';

/** The reasons for which a scenario fails; empty exactly when it passes. */
function failuresOf({ trials, vacuous, strict }: ScenarioResult): ScenarioFailure[] {
  const failures = new Set<ScenarioFailure>(
    trials.flatMap((trial): readonly ScenarioFailure[] =>
      'error' in trial ? ['error'] : trial.judged.failedBy,
    ),
  );
  if (strict && vacuous) failures.add('vacuous');
  return SCENARIO_FAILURES.filter((failure) => failures.has(failure));
}

/**
 * Turns the results into the report that all formats are rendered from. Key order is fixed here.
 * @param verbose whether people see passing scenarios in full, too
 */
export function toScenarioReport(
  suite: string,
  results: readonly ScenarioResult[],
  verbose = false,
): ScenarioReport {
  const scenarios = results.map(toEntry);
  const counts = countScenarios(scenarios);
  return {
    schema_version: 'mcptest.dev/scenario-report/v1',
    suite,
    ...(verbose && { verbose }),
    passed: counts.passed === counts.total,
    counts,
    scenarios,
  };
}

/** Counts scenarios by how they ended. */
export function countScenarios(scenarios: readonly ScenarioEntryReport[]): ScenarioReport['counts'] {
  const countOf = (outcome: ScenarioOutcome) =>
    scenarios.filter((entry) => outcomeOf(entry) === outcome).length;
  return {
    total: scenarios.length,
    passed: countOf('passed'),
    failed: countOf('failed'),
    error: countOf('error'),
  };
}

/** A recording that cannot be read outweighs every other result: nothing is known of that run. */
export function outcomeOf({ passed, failed_by = [] }: ScenarioEntryReport): ScenarioOutcome {
  if (failed_by.includes('error')) return 'error';
  return passed ? 'passed' : 'failed';
}

function toEntry(result: ScenarioResult): ScenarioEntryReport {
  const { scenario, trials, vacuous } = result;
  const runs = trials.map((trial) => toTrialReport(trial, scenario));
  // the entry shows the run that needs attention: the first that could not be read, else the first that failed
  const shown =
    runs.find((run) => 'error' in run) ?? runs.find(({ passed }) => !passed) ?? (runs[0] as TrialReport);
  const failedBy = failuresOf(result);
  // the list of trials has it, too
  const { passed: _, cassette, ...details } = runs.length > 1 ? withoutTrajectory(shown) : shown;
  const {
    error,
    failed_by: __,
    ...judged
  } = 'error' in details ? { ...details, failed_by: undefined } : { ...details, error: undefined };
  return {
    name: scenario.name,
    line: scenario.line,
    passed: failedBy.length === 0,
    ...(failedBy.length > 0 && { failed_by: failedBy }),
    vacuous,
    cassette,
    ...judged,
    ...(scenario.hasRubric && { rubric: 'deferred' }),
    ...(runs.length > 1 && { trials: { ...countTrials(runs), runs } }),
    ...(error !== undefined && { error }),
  };
}

function withoutTrajectory(run: TrialReport): TrialReport {
  if ('error' in run) return run;
  const { trajectory: _, ...rest } = run;
  return rest;
}

function toTrialReport(trial: Trial, { unansweredCalls }: Scenario): TrialReport {
  const { cassette } = trial;
  if ('error' in trial) return { passed: false, cassette, error: trial.error };
  const { passed, failedBy, diff, mismatches, assertions, replay, caveats, alignment } = trial.judged;
  return {
    passed,
    ...(!passed && { failed_by: [...failedBy] }),
    cassette,
    ...(trial.readWith && { read_with: [...trial.readWith] }),
    report: toRunReport(trial.judged),
    state_diff: diff.map(({ path, ...sides }) => ({ path, ...sides })),
    // there may be a million, so each is taken as it is: a replay already gives them the shape of the report
    violations: [...replay.violations],
    mismatches: mismatches.map(({ path, expected, actual, oracle }) => ({
      path,
      expected,
      actual,
      ...(oracle && { oracle }),
    })),
    assertions: assertions.map(({ target, matcher, passed: held, actual, message }) => ({
      target,
      matcher,
      passed: held,
      actual,
      message,
    })),
    ...(replay.unanswered.length > 0 && {
      unanswered: replay.unanswered.map((call) => ({ ...call, taken_as: TAKEN_AS[unansweredCalls] })),
    }),
    ...(caveats && { caveats: [...caveats] }),
    ...(alignment && { alignment }),
    ...(trial.trajectory && { trajectory: trial.trajectory }),
  };
}

const TAKEN_AS = { fail: 'undecided', succeed: 'done', error: 'error' } as const satisfies Record<
  UnansweredPolicy,
  string
>;

function toRunReport({ replay, golden, cost, mismatches }: JudgedRun): JudgedTrialReport['report'] {
  return {
    ...toCounts(replay),
    ...(replay.unanswered.length > 0 && { unanswered_calls: replay.unanswered.length }),
    ...(replay.abandonedCalls > 0 && { abandoned_calls: replay.abandonedCalls }),
    state_matched: mismatches.length === 0,
    ...(golden && { golden: toGolden(golden) }),
    tool_names: [...replay.toolNames],
    state: replay.state,
    ...(cost && { cost_micros: cost.micros, cost_source: cost.source }),
    ...(cost?.table !== undefined && { cost_table: cost.table }),
  };
}

/** Counts the runs of a scenario by whether they passed. */
export function countTrials(
  runs: readonly TrialReport[],
): Omit<NonNullable<ScenarioEntryReport['trials']>, 'runs'> {
  const total = runs.length;
  const passed = runs.filter((run) => run.passed).length;
  return { total, passed, pass_rate: passed / total, pass_hat: passHat(total, passed) };
}

/**
 * The chance that k runs drawn from these all pass, for each k from 1 to `total`: C(passed, k) / C(total, k).
 *
 * Spec (scenario worlds): "Trials".
 */
export function passHat(total: number, passed: number): number[] {
  const chances: number[] = [];
  // counting with whole numbers is exact while they are small: it gives 1/3, not the double next to it
  let [ways, allWays] = [1, 1];
  for (let drawn = 0; drawn < total; drawn++) {
    ways = (ways * Math.max(0, passed - drawn)) / (drawn + 1);
    allWays = (allWays * (total - drawn)) / (drawn + 1);
    if (!Number.isFinite(allWays)) return passHatByFactors(total, passed);
    chances.push(ways / allWays);
  }
  return chances;
}

/** Like {@link passHat}, for more runs than a double can count the ways to draw from. */
function passHatByFactors(total: number, passed: number): number[] {
  let chance = 1;
  return Array.from({ length: total }, (_, drawn) => {
    chance *= Math.max(0, passed - drawn) / (total - drawn);
    return chance;
  });
}
