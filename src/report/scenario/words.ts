import type { ScenarioOutcome } from '../../scenario/report.ts';
import type {
  RunReport,
  ScenarioEntryReport,
  ScenarioReport,
  TrialReport,
} from '../../scenario/report-schema.ts';
import { plural } from '../plural.ts';

/** What the formats for people say in the same words. Nothing in here is escaped yet. */

/** What is said of a scenario that proves nothing. Source: "A scenario that proves nothing is reported". */
const VACUOUS = 'an agent that does nothing passes this';

/** `1 of 3 scenarios fails`, `all 3 scenarios pass`. */
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

/** `PASS`, `FAIL`, or `ERROR` when something could not be judged: that outweighs a failure. */
export function verdictOf({ counts, passed }: ScenarioReport): ScenarioOutcome {
  if (counts.error > 0) return 'error';
  return passed ? 'passed' : 'failed';
}

export function outcomeOf(entry: ScenarioEntryReport): ScenarioOutcome {
  if (entry.passed) return 'passed';
  return runsOf(entry).some(isFaulty) ? 'error' : 'failed';
}

/** The runs of a scenario: its trials, or the one that it is. */
export function runsOf(entry: ScenarioEntryReport): readonly TrialReport[] {
  if (entry.trials) return entry.trials.runs;
  const { cassette, error, report } = entry;
  if (error !== undefined || !report) return [{ passed: false, cassette, error: error ?? '' }];
  const { state_diff = [], violations = [], mismatches = [], assertions = [], alignment } = entry;
  const run: RunReport = {
    passed: entry.passed,
    cassette,
    report,
    state_diff,
    violations,
    mismatches,
    assertions,
  };
  // with --strict a vacuous scenario fails although its run did not
  const passed = entry.passed || (entry.vacuous && objections(run) === '');
  return [{ ...run, passed, ...(alignment && { alignment }) }];
}

export function isFaulty(run: TrialReport): run is Extract<TrialReport, { error: string }> {
  return 'error' in run;
}

/** `2 invalid actions, 1 failed assertion`: what speaks against a run; empty when nothing does. */
export function objections(run: TrialReport): string {
  if (isFaulty(run)) return run.error.split('\n')[0] ?? '';
  const { report, mismatches, assertions } = run;
  const counted = [
    [report.forbidden_transitions, 'forbidden transition'],
    [report.invalid_actions, 'invalid action'],
    [mismatches.length, 'state mismatch'],
    [assertions.filter(({ passed }) => !passed).length, 'failed assertion'],
  ] as const;
  return counted
    .filter(([count]) => count > 0)
    .map(([count, noun]) =>
      noun === 'state mismatch' && count > 1 ? `${count} ${noun}es` : plural(count, noun),
    )
    .join(', ');
}

/** `3 of 4 trials passed`. */
function trialsInWords({ total, passed }: NonNullable<ScenarioEntryReport['trials']>): string {
  return `${passed} of ${total} trials passed`;
}

/** Whether nothing but being vacuous fails a scenario, as it does with `--strict`. */
export function failsAsVacuous(entry: ScenarioEntryReport): boolean {
  return entry.vacuous && !entry.passed && runsOf(entry).every(({ passed }) => passed);
}

/** What is said of a vacuous scenario. */
export function vacuity(entry: ScenarioEntryReport): string {
  return failsAsVacuous(entry) ? `${VACUOUS}, which --strict does not accept` : VACUOUS;
}

/** What a scenario is shown with on its line: why it did not pass, and what is odd about it. */
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
