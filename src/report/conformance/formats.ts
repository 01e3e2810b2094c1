import type { ConformanceReport } from '../../artifacts/conformance/report-schema.ts';
import type { Formats } from '../format.ts';

/** The output formats of `conformance run`. Add a row to add a format: the choices of the flag and the help follow. */
export const CONFORMANCE_FORMATS = {
  pretty: async () => (await import('./pretty.ts')).formatPretty,
  json: async () => (await import('../../artifacts/conformance/write.ts')).writeConformance,
  markdown: async () => (await import('./markdown.ts')).formatMarkdown,
  html: async () => (await import('./html.ts')).formatHtml,
} satisfies Formats<ConformanceReport>;
