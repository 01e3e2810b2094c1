import type { PolicyCheck } from '../../features/policy/check-schema.ts';
import type { FactCatalog, FactsReport } from '../../features/policy/facts-schema.ts';
import type { PolicyReport } from '../../features/policy/report-schema.ts';
import type { Formats } from '../format.ts';
import type { PolicyFormatContext } from './context.ts';
import type { FactsContext } from './facts.ts';

/**
 * Every output format of the release gate. To add one, add a row: the flag's choices and the help follow.
 * Loaded on demand.
 */
export const POLICY_FORMATS = {
  pretty: async () => (await import('./pretty.ts')).formatPretty,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  junit: async () => (await import('./junit.ts')).formatJunit,
  sarif: async () => (await import('./sarif.ts')).formatSarif,
  github: async () => (await import('./github.ts')).formatGithub,
  markdown: async () => (await import('./markdown.ts')).formatMarkdown,
} satisfies Formats<PolicyReport, PolicyFormatContext>;

/** The names of all formats; the first one is the default. */
export const POLICY_FORMAT_NAMES = Object.keys(POLICY_FORMATS) as readonly (keyof typeof POLICY_FORMATS)[];

/** Every output format of `policy facts`, as above. */
export const FACTS_FORMATS = {
  pretty: async () => (await import('./facts.ts')).formatFacts,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<FactsReport, FactsContext>;

/** The same of the catalog, which `policy facts` prints when it is given no artifact. */
export const CATALOG_FORMATS = {
  pretty: async () => (await import('./facts.ts')).formatCatalog,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Record<keyof typeof FACTS_FORMATS, unknown> & Formats<FactCatalog>;

/** Every output format of `policy check`, as above. */
export const CHECK_FORMATS = {
  pretty: async () => (await import('./check.ts')).formatPolicyCheck,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<PolicyCheck>;
