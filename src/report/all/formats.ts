import type { AllReport } from '../../features/all/report-schema.ts';
import type { Formats } from '../format.ts';

/** Every output format of `all`. The pages of its folder are made in addition. */
export const ALL_FORMATS = {
  pretty: async () => (await import('./pretty.ts')).formatAll,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<AllReport>;
