import type { ProbeReport } from '../../features/probe/report-schema.ts';
import type { Formats } from '../format.ts';

/** Every output format of `probe`. To add one, add a row: the flag's choices and the help follow. */
export const PROBE_FORMATS = {
  pretty: async () => (await import('./probe.ts')).formatProbe,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<ProbeReport>;
