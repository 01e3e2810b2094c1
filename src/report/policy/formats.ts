import type { PolicyCheck } from '../../features/policy/check-schema.ts';
import type { FactCatalog, FactsReport } from '../../features/policy/facts-schema.ts';
import type { PolicyReport } from '../../features/policy/report-schema.ts';
import type { Formats } from '../format.ts';

/**
 * Every output format of `policy simulate`. To add one, add a row: the choices of `--format` and the help follow. Each
 * is loaded on demand.
 */
export const POLICY_FORMATS = {
  pretty: async () => (await import('./pretty.ts')).formatPretty,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  junit: async () => (await import('./junit.ts')).formatJunit,
  sarif: async () => (await import('./sarif.ts')).formatSarif,
  github: async () => (await import('./github.ts')).formatGithub,
  markdown: async () => (await import('./markdown.ts')).formatMarkdown,
  html: async () => (await import('./html.ts')).formatHtml,
} satisfies Formats<PolicyReport>;

/** The names of all formats. The first one is the default. */
export const POLICY_FORMAT_NAMES = Object.keys(POLICY_FORMATS) as readonly (keyof typeof POLICY_FORMATS)[];

/** Every output format of `policy facts`. */
export const FACTS_FORMATS = {
  pretty: async () => (await import('./facts.ts')).formatFacts,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<FactsReport>;

/** The same formats for the catalog, which `policy facts` prints when no artifact is given. */
export const CATALOG_FORMATS = {
  pretty: async () => (await import('./facts.ts')).formatCatalog,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Record<keyof typeof FACTS_FORMATS, unknown> & Formats<FactCatalog>;

/** Every output format of `policy check`. */
export const CHECK_FORMATS = {
  pretty: async () => (await import('./check.ts')).formatPolicyCheck,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<PolicyCheck>;
