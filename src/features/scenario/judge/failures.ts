/**
 * What can fail a run: the member of its report that speaks against it. In the order in which it is told: the
 * worst first.
 */
export const RUN_FAILURES = ['forbidden_transitions', 'invalid_actions', 'mismatches', 'assertions'] as const;

export type RunFailure = (typeof RUN_FAILURES)[number];

/** What can fail a scenario beside its runs: one that proves nothing, with `--strict`; a run that cannot be read. */
export const SCENARIO_FAILURES = [...RUN_FAILURES, 'vacuous', 'error'] as const;

export type ScenarioFailure = (typeof SCENARIO_FAILURES)[number];
