import type { AgreementReport, CorrectionReport } from '../../features/judge/agreement-schema.ts';
import type { Certificate } from '../../features/judge/certify.ts';
import type { Formats } from '../format.ts';

/** The output formats of `judge certify`. To add one, add a row: the choices of the flag and the help follow. */
export const CERTIFY_FORMATS = {
  pretty: async () => (await import('./certificate.ts')).formatCertificate,
  json: async () => (await import('../../artifacts/judge-cert/write.ts')).writeJudgeCert,
  markdown: async () => (await import('./certificate-markdown.ts')).formatCertificateMarkdown,
  html: async () => (await import('./certificate-html.ts')).formatCertificateHtml,
} satisfies Formats<Certificate>;

/** The output formats of `judge agreement`. */
export const AGREEMENT_FORMATS = {
  pretty: async () => (await import('./agreement.ts')).formatAgreement,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<AgreementReport>;

/** The output formats of `judge correct`. */
export const CORRECTION_FORMATS = {
  pretty: async () => (await import('./agreement.ts')).formatCorrection,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<CorrectionReport>;
