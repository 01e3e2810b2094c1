import type { Palette } from '../report/palette.ts';
import type { ScenarioReport } from './report-schema.ts';
import type { Trajectory } from './trajectory.ts';

/** What a format may depend on beside the report; lists are parallel to the scenarios of the report. */
export interface ScenarioFormatContext {
  readonly palette: Palette;
  /** Whether passing scenarios are shown in full too. */
  readonly verbose: boolean;
  /** The line of the suite at which each scenario begins. */
  readonly lines: readonly number[];
  /** For each scenario, and each of its trials, the run call by call, where it is to be shown. */
  readonly trajectories: readonly (readonly (Trajectory | undefined)[])[];
}

type FormatScenarioReport = (report: ScenarioReport, context: ScenarioFormatContext) => string;

interface ScenarioFormatRow {
  /** Whether the format shows runs call by call. */
  readonly showsCalls: boolean;
  readonly load: () => Promise<FormatScenarioReport>;
}

/**
 * Every output format of `scenario run`. To add one, add a row: the flag's choices and the help follow. Loaded on
 * demand.
 */
export const SCENARIO_FORMATS = {
  pretty: {
    showsCalls: true,
    load: async () => (await import('../report/scenario/pretty.ts')).formatPretty,
  },
  json: { showsCalls: false, load: async () => (await import('../report/scenario/json.ts')).formatJson },
  junit: { showsCalls: true, load: async () => (await import('../report/scenario/junit.ts')).formatJunit },
  markdown: {
    showsCalls: true,
    load: async () => (await import('../report/scenario/markdown.ts')).formatMarkdown,
  },
} satisfies Record<string, ScenarioFormatRow>;

export type ScenarioFormat = keyof typeof SCENARIO_FORMATS;

export const SCENARIO_FORMAT_NAMES = Object.keys(SCENARIO_FORMATS) as readonly ScenarioFormat[];
