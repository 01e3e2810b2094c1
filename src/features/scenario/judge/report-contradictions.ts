import {
  below,
  type Contradiction,
  compareWithParts,
  nothingChecked,
} from '../../../documents/compare-with-parts.ts';
import { RUN_FAILURES, type RunFailure, SCENARIO_FAILURES, type ScenarioFailure } from './failures.ts';
import { countScenarios, countTrials } from './report.ts';
import type { JudgedTrialReport, ScenarioEntryReport, ScenarioReport, TrialReport } from './report-schema.ts';

/** Returns what the report of a scenario run says against its own runs. */
export function scenarioContradictions(report: ScenarioReport): Contradiction[] {
  const { scenarios } = report;
  const counts = countScenarios(scenarios);
  return [
    ...compareWithParts(report, { passed: counts.passed === counts.total, counts }, 'the scenarios'),
    ...scenarios.flatMap((entry, index) => below(['scenarios', index], entryContradictions(entry))),
    ...nothingChecked(['scenarios'], scenarios.length, 'scenarios'),
  ];
}

function entryContradictions(entry: ScenarioEntryReport): Contradiction[] {
  const { trials, error, vacuous } = entry;
  const own = judgedPart(entry);
  const runs: readonly TrialReport[] = trials?.runs ?? [];
  const stated = new Set<ScenarioFailure>(entry.failed_by);
  const shown = new Set<ScenarioFailure>([
    ...runs.flatMap((run): readonly ScenarioFailure[] =>
      'error' in run ? ['error'] : (run.failed_by ?? []),
    ),
    ...(own ? failuresOf(own, stated) : []),
    ...(error === undefined ? [] : (['error'] as const)),
    // only where --strict was passed
    ...(vacuous && stated.has('vacuous') ? (['vacuous'] as const) : []),
  ]);
  const failures = SCENARIO_FAILURES.filter((failure) => shown.has(failure));
  return [
    ...compareWithParts(
      entry,
      { passed: failures.length === 0, failed_by: failures.length === 0 ? undefined : failures },
      'its runs',
    ),
    ...(own ? runContradictions(own) : []),
    ...(trials
      ? [
          ...compareWithParts(entry, { trials: countTrials(trials.runs) }, 'its runs'),
          ...trials.runs.flatMap((run, index) => below(['trials', 'runs', index], trialContradictions(run))),
        ]
      : []),
    ...(own === undefined && error === undefined && runs.length === 0
      ? [{ path: [], message: 'shows no run, so nothing was checked' }]
      : []),
  ];
}

function trialContradictions(run: TrialReport): Contradiction[] {
  if ('error' in run) return [];
  const failures = failuresOf(run, new Set(run.failed_by));
  return [
    ...compareWithParts(
      run as JudgedTrialReport,
      { passed: failures.length === 0, failed_by: failures.length === 0 ? undefined : failures },
      'what it found',
    ),
    ...runContradictions(run),
  ];
}

type Judged = Omit<JudgedTrialReport, 'passed' | 'failed_by' | 'cassette' | 'alignment' | 'trajectory'>;

/** The run that an entry shows; undefined if it could not be judged. */
function judgedPart({
  report,
  state_diff,
  violations,
  mismatches,
  assertions,
  ...rest
}: ScenarioEntryReport): Judged | undefined {
  return report && state_diff && violations && mismatches && assertions
    ? { ...rest, report, state_diff, violations, mismatches, assertions }
    : undefined;
}

/**
 * Returns why a run fails.
 * @param stated what the report says, for the reasons that the suite may allow: the report does not show whether it did
 */
function failuresOf(
  { report, mismatches, assertions, unanswered = [], caveats = [] }: Judged,
  stated: ReadonlySet<string>,
): RunFailure[] {
  const speaksAgainst: Record<RunFailure, boolean> = {
    caveats: stated.has('caveats') && caveats.length > 0,
    forbidden_transitions: report.forbidden_transitions > 0,
    invalid_actions: stated.has('invalid_actions') && report.invalid_actions > 0,
    unanswered_calls: unanswered.some(({ taken_as: takenAs }) => takenAs === 'undecided'),
    mismatches: mismatches.length > 0,
    assertions: assertions.some(({ passed }) => !passed),
  };
  return RUN_FAILURES.filter((failure) => speaksAgainst[failure]);
}

function runContradictions({ report, violations, mismatches, unanswered = [] }: Judged): Contradiction[] {
  const forbidden = violations.filter(({ kind }) => kind === 'forbidden').length;
  return [
    ...compareWithParts(
      { report },
      {
        report: {
          forbidden_transitions: forbidden,
          invalid_actions: violations.length - forbidden,
          state_matched: mismatches.length === 0,
          unanswered_calls: unanswered.length > 0 ? unanswered.length : undefined,
        },
      },
      'its violations, mismatches and calls',
    ),
  ];
}
