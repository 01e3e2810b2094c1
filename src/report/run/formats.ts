import type { RunResult } from '../../features/run/run-result.ts';
import type { Formats } from '../format.ts';

/** The output formats of `mcptest run`. Add a row to add a format: the choices of the flags and the help follow. */
export const RUN_FORMATS = {
  pretty: async () => (await import('./pretty.ts')).formatPretty,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  junit: async () => (await import('./junit.ts')).formatJunit,
  tap: async () => (await import('./tap.ts')).formatTap,
  github: async () => (await import('./github.ts')).formatGithub,
  markdown: async () => (await import('./markdown.ts')).formatMarkdown,
  html: async () => (await import('./html.ts')).formatHtml,
} satisfies Formats<RunResult>;
