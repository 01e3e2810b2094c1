import type { ProbeComparison } from '../../features/probe/comparison-schema.ts';
import type { ProbeReport } from '../../features/probe/report-schema.ts';
import type { Formats } from '../format.ts';

/** The output formats of `probe`. Add a row to add a format: the choices of the flag and the help follow. */
export const PROBE_FORMATS = {
  pretty: async () => (await import('./probe.ts')).formatProbe,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  html: async () => (await import('./html.ts')).formatHtml,
} satisfies Formats<ProbeReport>;

/** The same formats, for a probe in two protocols. */
export const COMPARISON_FORMATS = {
  pretty: async () => (await import('./comparison.ts')).formatComparison,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  html: async () => (await import('./html.ts')).formatComparisonHtml,
} satisfies Record<keyof typeof PROBE_FORMATS, unknown> & Formats<ProbeComparison>;
