import { toCanonicalJson } from '../../documents/canonical-json.ts';
import type { Evidence } from './model.ts';

/** Writes evidence as canonical JSON: equal evidence gives equal bytes, and so an equal digest. */
export function writeEvidence(evidence: Evidence): string {
  return toCanonicalJson(evidence);
}
