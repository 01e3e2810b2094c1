/**
 * The reasons for which a run can fail, each named after the member of the report that shows it. In the order in which
 * they are reported: the worst first.
 */
export const RUN_FAILURES = [
  'caveats',
  'forbidden_transitions',
  'invalid_actions',
  'unanswered_calls',
  'mismatches',
  'assertions',
] as const;

/** One of these reasons. */
export type RunFailure = (typeof RUN_FAILURES)[number];

/**
 * The reasons for which a scenario can fail: those of its runs, that it proves nothing (with `--strict`), or that a run
 * cannot be read.
 */
export const SCENARIO_FAILURES = [...RUN_FAILURES, 'vacuous', 'error'] as const;

/** One of these reasons. */
export type ScenarioFailure = (typeof SCENARIO_FAILURES)[number];
