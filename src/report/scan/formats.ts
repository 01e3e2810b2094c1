import type { SecurityReport } from '../../artifacts/security/report-schema.ts';
import type { RuleList } from '../../features/scan/rule-list-schema.ts';
import type { Formats } from '../format.ts';

/** The output formats of `security`. Add a row to add a format: the choices of the flag and the help follow. */
export const SECURITY_FORMATS = {
  pretty: async () => (await import('./pretty.ts')).formatPretty,
  json: async () => (await import('../../artifacts/security/write.ts')).writeSecurity,
  sarif: async () => (await import('./sarif.ts')).formatSarif,
  markdown: async () => (await import('./markdown.ts')).formatMarkdown,
  html: async () => (await import('./html.ts')).formatHtml,
} satisfies Formats<SecurityReport>;

/** The output formats of `security --rules`. */
export const RULE_LIST_FORMATS = {
  pretty: async () => (await import('./rules.ts')).formatRules,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<RuleList>;
