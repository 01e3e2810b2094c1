import type { PolicyReport } from '../../features/policy/report-schema.ts';
import type { PolicyFormatContext } from './context.ts';

type FormatPolicyReport = (report: PolicyReport, context: PolicyFormatContext) => string;

/**
 * Every output format of the release gate. To add one, add a row: the flag's choices and the help follow.
 * Loaded on demand.
 */
export const POLICY_FORMATS = {
  pretty: async () => (await import('./pretty.ts')).formatPretty,
  json: async () => (await import('./json.ts')).formatJson,
  junit: async () => (await import('./junit.ts')).formatJunit,
  sarif: async () => (await import('./sarif.ts')).formatSarif,
  github: async () => (await import('./github.ts')).formatGithub,
  markdown: async () => (await import('./markdown.ts')).formatMarkdown,
} satisfies Record<string, () => Promise<FormatPolicyReport>>;

/** The name of an output format, as `--format` takes it. */
export type PolicyFormat = keyof typeof POLICY_FORMATS;

/** The names of all formats; the first one is the default. */
export const POLICY_FORMAT_NAMES = Object.keys(POLICY_FORMATS) as readonly PolicyFormat[];
