import { compileMatcher, match } from '../../../assertions/matchers.ts';
import {
  below,
  type Contradiction,
  compareWithParts,
  nothingChecked,
} from '../../../documents/compare-with-parts.ts';
import { append } from '../../../values/append.ts';
import { RUN_FAILURES, type RunFailure, SCENARIO_FAILURES, type ScenarioFailure } from './failures.ts';
import { countScenarios, countTrials } from './report.ts';
import type { JudgedTrialReport, ScenarioEntryReport, ScenarioReport, TrialReport } from './report-schema.ts';

/** Returns what the report of a scenario run says against its own runs. */
export async function scenarioContradictions(report: ScenarioReport): Promise<Contradiction[]> {
  const { scenarios } = report;
  const counts = countScenarios(scenarios);
  const found: Contradiction[] = [];
  for (const [index, entry] of scenarios.entries()) {
    append(found, below(['scenarios', index], await entryContradictions(entry)));
  }
  return [
    ...compareWithParts(report, { passed: counts.passed === counts.total, counts }, 'the scenarios'),
    ...found,
    ...nothingChecked(['scenarios'], scenarios.length, 'scenarios'),
  ];
}

async function entryContradictions(entry: ScenarioEntryReport): Promise<Contradiction[]> {
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
  const ofRuns: Contradiction[] = own ? await runContradictions(own) : [];
  for (const [index, run] of runs.entries()) {
    append(ofRuns, below(['trials', 'runs', index], await trialContradictions(run)));
  }
  return [
    ...compareWithParts(
      entry,
      { passed: failures.length === 0, failed_by: failures.length === 0 ? undefined : failures },
      'its runs',
    ),
    ...(trials ? compareWithParts(entry, { trials: countTrials(runs) }, 'its runs') : []),
    ...ofRuns,
    ...(own === undefined && error === undefined && runs.length === 0
      ? [{ path: [], message: 'shows no run, so nothing was checked' }]
      : []),
  ];
}

async function trialContradictions(run: TrialReport): Promise<Contradiction[]> {
  if ('error' in run) return [];
  const failures = failuresOf(run, new Set(run.failed_by));
  return [
    ...compareWithParts(
      run as JudgedTrialReport,
      { passed: failures.length === 0, failed_by: failures.length === 0 ? undefined : failures },
      'what it found',
    ),
    ...(await runContradictions(run)),
  ];
}

type Judged = Omit<JudgedTrialReport, 'passed' | 'failed_by' | 'cassette' | 'alignment'>;

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

async function runContradictions({
  report,
  violations,
  mismatches,
  assertions,
  unanswered = [],
  trajectory,
}: Judged): Promise<Contradiction[]> {
  const forbidden = violations.filter(({ kind }) => kind === 'forbidden').length;
  const found: Contradiction[] = [];
  for (const [index, { matcher, actual, passed }] of assertions.entries()) {
    // a newer mcptest may know further matchers
    const compiled = await compileMatcher(matcher);
    if (compiled.kind === 'faulty') continue;
    const shown = { passed: match(compiled.value, actual).passed };
    append(found, below(['assertions', index], compareWithParts({ passed }, shown, 'its matcher and value')));
  }
  const hasSteps = (kind: string) => trajectory?.steps.some((step) => step.kind === kind) === true;
  return [
    ...found,
    ...(hasSteps('forbidden') && forbidden === 0
      ? [{ path: ['trajectory'], message: 'shows a forbidden call, but `violations` has none' }]
      : []),
    ...(hasSteps('invalid') && forbidden === violations.length
      ? [{ path: ['trajectory'], message: 'shows an invalid call, but `violations` has none' }]
      : []),
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
