import { toJson } from '../../documents/to-json.ts';
import type { Certificate } from './schema.ts';

/** Writes a certification. `readJudgeCert` reads from it what a release gate needs. */
export function writeJudgeCert(certificate: Certificate): string {
  return toJson(certificate);
}
