import type { EvidenceVerdict } from '../../features/evidence/verify/verdict-schema.ts';
import type { Formats } from '../format.ts';
import type { VerdictContext } from './verify.ts';

/** Every output format of `evidence verify`. To add one, add a row: the choices of the flag and the help follow. */
export const VERDICT_FORMATS = {
  pretty: async () => (await import('./verify.ts')).formatVerdict,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<EvidenceVerdict, VerdictContext>;
