import type { ScenarioReport } from '../../features/scenario/judge/report-schema.ts';
import type { ScenarioFormatContext } from './context.ts';

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
    load: async () => (await import('./pretty.ts')).formatPretty,
  },
  json: { showsCalls: false, load: async () => (await import('./json.ts')).formatJson },
  junit: { showsCalls: true, load: async () => (await import('./junit.ts')).formatJunit },
  markdown: {
    showsCalls: true,
    load: async () => (await import('./markdown.ts')).formatMarkdown,
  },
} satisfies Record<string, ScenarioFormatRow>;

export type ScenarioFormat = keyof typeof SCENARIO_FORMATS;

export const SCENARIO_FORMAT_NAMES = Object.keys(SCENARIO_FORMATS) as readonly ScenarioFormat[];
