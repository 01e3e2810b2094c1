import type { ModelComparison } from '../../features/compat/compare.ts';
import type { Formats } from '../format.ts';

/** The output formats of `model-compat diff`. To add one, add a row: the choices of the flag and the help follow. */
export const COMPAT_FORMATS = {
  pretty: async () => (await import('./comparison.ts')).formatComparison,
  json: async () => (await import('../../artifacts/model-compat/write.ts')).writeModelCompat,
  html: async () => (await import('./comparison-html.ts')).formatComparisonHtml,
  markdown: async () => (await import('./comparison-markdown.ts')).formatComparisonMarkdown,
} satisfies Formats<ModelComparison>;
