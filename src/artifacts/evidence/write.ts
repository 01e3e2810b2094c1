import { toCanonicalJson } from '../../documents/canonical-json.ts';
import type { Evidence } from './model.ts';

/** Evidence as its file holds it: canonical JSON, so that equal evidence gives equal bytes, and an equal digest. */
export function writeEvidence(evidence: Evidence): string {
  return toCanonicalJson(evidence);
}
