import { toJson } from '../../documents/to-json.ts';
import type { ModelComparison } from './schema.ts';

/** Writes a comparison. `readModelCompat` reads from it what a release gate needs. */
export function writeModelCompat(comparison: ModelComparison): string {
  return toJson(comparison);
}
