import type { RunFailure, ScenarioFailure } from '../../features/scenario/judge/failures.ts';
import type { ScenarioOutcome } from '../../features/scenario/judge/report.ts';
import type {
  JudgedTrialReport,
  ScenarioEntryReport,
  ScenarioReport,
  TrialReport,
} from '../../features/scenario/judge/report-schema.ts';
import type { Tone } from '../../text/tone.ts';
import { plural } from '../plural.ts';

// Phrases that the formats share. They are not escaped yet.

/** The word and the colour for each outcome. */
export const OUTCOMES = {
  passed: { word: 'pass', tone: 'good' },
  failed: { word: 'fail', tone: 'bad' },
  error: { word: 'error', tone: 'bad' },
} as const satisfies Record<ScenarioOutcome, { word: string; tone: Tone }>;

/** How one run ended. */
export function outcomeOfRun(run: TrialReport): ScenarioOutcome {
  if (isFaulty(run)) return 'error';
  return run.passed ? 'passed' : 'failed';
}

/**
 * The message for a scenario that proves nothing.
 *
 * Spec (scenario worlds): "A scenario that proves nothing is reported".
 */
const VACUOUS = 'an agent that does nothing passes this';

/** Sums a report up: `1 of 3 scenarios fails`, `all 3 scenarios pass`. */
export function headline({ counts, passed }: ScenarioReport): string {
  const { total, failed, error } = counts;
  if (passed) return total === 1 ? 'the one scenario passes' : `all ${total} scenarios pass`;
  if (total === 1) return `the one scenario ${error > 0 ? 'could not be judged' : 'fails'}`;
  const of = `of ${plural(total, 'scenario')}`;
  const parts = [
    ...(failed > 0 ? [`${failed} ${of} ${failed === 1 ? 'fails' : 'fail'}`] : []),
    ...(error > 0 ? [`${error} ${failed > 0 ? '' : `${of} `}could not be judged`] : []),
  ];
  return parts.join(', ');
}

/** The outcome of a report. It is an error when a scenario could not be judged, which outweighs a failure. */
export function verdictOf({ counts, passed }: ScenarioReport): ScenarioOutcome {
  if (counts.error > 0) return 'error';
  return passed ? 'passed' : 'failed';
}

/** The runs of a scenario: its trials, or its only run. */
export function runsOf(entry: ScenarioEntryReport): readonly TrialReport[] {
  if (entry.trials) return entry.trials.runs;
  const { cassette, error, report } = entry;
  if (error !== undefined || !report) return [{ passed: false, cassette, error: error ?? '' }];
  const {
    failed_by = [],
    state_diff = [],
    violations = [],
    mismatches = [],
    assertions = [],
    read_with,
    unanswered,
    caveats,
    alignment,
    trajectory,
  } = entry;
  const failedBy = failed_by.filter(isOfRun);
  const run: JudgedTrialReport = {
    passed: failedBy.length === 0,
    ...(failedBy.length > 0 && { failed_by: failedBy }),
    cassette,
    ...(read_with && { read_with }),
    report,
    state_diff,
    violations,
    mismatches,
    assertions,
    ...(unanswered && { unanswered }),
    ...(caveats && { caveats }),
    ...(alignment && { alignment }),
    ...(trajectory && { trajectory }),
  };
  return [run];
}

function isOfRun(failure: ScenarioFailure): failure is RunFailure {
  return failure !== 'vacuous' && failure !== 'error';
}

/** The runs to show in full: those that failed, or the first if all passed. */
export function shownRuns(entry: ScenarioEntryReport, verbose: boolean): readonly TrialReport[] {
  const runs = runsOf(entry);
  if (verbose) return runs;
  const failed = runs.filter((run) => !run.passed);
  return failed.length > 0 ? failed : runs.slice(0, 1);
}

/** Whether the recording of a run could not be judged. */
export function isFaulty(run: TrialReport): run is Extract<TrialReport, { error: string }> {
  return 'error' in run;
}

/** Explains why a run failed: `2 invalid actions, 1 failed assertion`; empty when it passed. */
export function objections(run: TrialReport): string {
  if (isFaulty(run)) return run.error.split('\n')[0] ?? '';
  const { failed_by = [], caveats = [] } = run;
  const words = failed_by.map((failure) => FAILURES[failure](run));
  if (words.length > 0 && caveats.includes('answered-nothing')) words.push('answered nothing');
  return words.join(', ');
}

const FAILURES: Readonly<Record<RunFailure, (run: JudgedTrialReport) => string>> = {
  caveats: () => 'the agent acted through text, so checks of its calls prove nothing',
  forbidden_transitions: ({ report }) => plural(report.forbidden_transitions, 'forbidden transition'),
  invalid_actions: ({ report }) => plural(report.invalid_actions, 'invalid action'),
  unanswered_calls: ({ report }) => plural(report.unanswered_calls ?? 0, 'unanswered call'),
  mismatches: ({ mismatches: { length } }) => `${length} state mismatch${length === 1 ? '' : 'es'}`,
  assertions: ({ assertions }) =>
    plural(assertions.filter(({ passed }) => !passed).length, 'failed assertion'),
};

/** `3 of 4 trials passed`. */
function trialsInWords({ total, passed }: NonNullable<ScenarioEntryReport['trials']>): string {
  return `${passed} of ${total} trials passed`;
}

/** Whether a scenario fails for being vacuous, as it does with `--strict`, perhaps among other reasons. */
export function failsAsVacuous({ failed_by = [] }: ScenarioEntryReport): boolean {
  return failed_by.includes('vacuous');
}

/** The message for a vacuous scenario. */
export function vacuity(entry: ScenarioEntryReport): string {
  return failsAsVacuous(entry) ? `${VACUOUS}, which --strict does not accept` : VACUOUS;
}

/** Notes on a scenario that do not depend on its runs: a word, and the text that explains it. */
export function notesOn(entry: ScenarioEntryReport): { readonly word: string; readonly text: string }[] {
  return [
    ...(entry.vacuous ? [{ word: 'vacuous', text: vacuity(entry) }] : []),
    ...(entry.rubric ? [{ word: 'rubric', text: 'deferred, and not part of the verdict' }] : []),
  ];
}

/** The remark on the line of a scenario: why it did not pass, and the notes on it. */
export function remark(entry: ScenarioEntryReport): string {
  const shown = runsOf(entry).find((run) => !run.passed);
  const parts = [
    ...(entry.trials ? [trialsInWords(entry.trials)] : []),
    ...(shown ? [objections(shown)] : []),
    ...(entry.vacuous ? [vacuity(entry)] : []),
    ...(entry.rubric ? ['rubric deferred'] : []),
  ];
  return parts.filter((part) => part !== '').join('; ');
}
