import { toCanonicalJson } from '../../documents/canonical-json.ts';
import type { Pins } from './model.ts';
import { PINS_VERSION } from './schema.ts';

/** Writes a lock, with sorted keys, so that a change is one block in a diff. */
export function writePins({ servers }: Pins): string {
  return toCanonicalJson({ schema_version: PINS_VERSION, servers });
}
