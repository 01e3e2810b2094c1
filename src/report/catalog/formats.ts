import type { CatalogDiff } from '../../features/catalog/diff-schema.ts';
import type { Formats } from '../format.ts';

/** The output formats of `diff`, loaded on demand. To add one, add a row: the choices of the flag and the help follow. */
export const DIFF_FORMATS = {
  pretty: async () => (await import('./diff.ts')).formatDiff,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  markdown: async () => (await import('./diff-markdown.ts')).formatDiffMarkdown,
} satisfies Formats<CatalogDiff>;
