import type { SuiteCheck } from '../../features/scenario/check/check-schema.ts';
import type { ScenarioReport } from '../../features/scenario/judge/report-schema.ts';
import type { Formats } from '../format.ts';
import type { ScenarioFormatContext } from './context.ts';

/**
 * Every output format of `scenario run`, loaded on demand. To add one, add a row here and one to {@link SHOWS_CALLS}:
 * the choices of the flag and its help follow from them.
 */
export const SCENARIO_FORMATS = {
  pretty: async () => (await import('./pretty.ts')).formatPretty,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  junit: async () => (await import('./junit.ts')).formatJunit,
  markdown: async () => (await import('./markdown.ts')).formatMarkdown,
} satisfies Formats<ScenarioReport, ScenarioFormatContext>;

type ScenarioFormat = keyof typeof SCENARIO_FORMATS;

/** The names of all formats. The first one is the default. */
export const SCENARIO_FORMAT_NAMES = Object.keys(SCENARIO_FORMATS) as readonly ScenarioFormat[];

/** Whether the format shows runs call by call. */
export const SHOWS_CALLS = {
  pretty: true,
  json: false,
  junit: true,
  markdown: true,
} as const satisfies Record<ScenarioFormat, boolean>;

/** Every output format of `scenario check`. */
export const CHECK_FORMATS = {
  pretty: async () => (await import('./check.ts')).formatSuiteCheck,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<SuiteCheck>;
