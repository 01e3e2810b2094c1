import type { BundleReport, EvidenceVerdict } from '../../features/evidence/verify/verdict-schema.ts';
import type { Formats } from '../format.ts';

/** Every output format of `evidence verify`. To add one, add a row: the choices of the flag and the help follow. */
export const VERDICT_FORMATS = {
  pretty: async () => (await import('./verify.ts')).formatVerdict,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  html: async () => (await import('./verify-html.ts')).formatVerdictHtml,
} satisfies Formats<EvidenceVerdict>;

/** Every output format of `evidence verify-bundle`. */
export const BUNDLE_FORMATS = {
  pretty: async () => (await import('./verify-bundle.ts')).formatBundleVerdict,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<BundleReport>;
