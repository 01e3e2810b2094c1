import type { SuiteCheck } from '../../features/scenario/check/check-schema.ts';
import type { ScenarioReport } from '../../features/scenario/judge/report-schema.ts';
import type { Formats } from '../format.ts';

/**
 * Every output format of `scenario run`, loaded on demand. To add one, add a row here and one to {@link SHOWS_EVERY_RUN}:
 * the choices of the flag and its help follow from them.
 */
export const SCENARIO_FORMATS = {
  pretty: async () => (await import('./pretty.ts')).formatPretty,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  junit: async () => (await import('./junit.ts')).formatJunit,
  markdown: async () => (await import('./markdown.ts')).formatMarkdown,
  html: async () => (await import('./html.ts')).formatHtml,
} satisfies Formats<ScenarioReport>;

type ScenarioFormat = keyof typeof SCENARIO_FORMATS;

/** The names of all formats. The first one is the default. */
export const SCENARIO_FORMAT_NAMES = Object.keys(SCENARIO_FORMATS) as readonly ScenarioFormat[];

/** Whether the format shows every run call by call; the others show those that did not pass, and all with `--verbose`. */
export const SHOWS_EVERY_RUN = {
  pretty: false,
  json: true,
  junit: false,
  markdown: false,
  html: true,
} as const satisfies Record<ScenarioFormat, boolean>;

/** Every output format of `scenario check`. */
export const CHECK_FORMATS = {
  pretty: async () => (await import('./check.ts')).formatSuiteCheck,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<SuiteCheck>;
