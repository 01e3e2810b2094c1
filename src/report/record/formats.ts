import type { VerifyReport } from '../../features/record/verify-schema.ts';
import type { Formats } from '../format.ts';

/** The output formats of `record verify`, loaded on demand. */
export const VERIFY_FORMATS = {
  pretty: async () => (await import('./verify.ts')).formatVerify,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<VerifyReport>;
