import * as z from 'zod/mini';
import { parseJson } from '../../documents/json.ts';
import { recordList } from '../../documents/record-list.ts';
import { validate } from '../../documents/validate.ts';
import { ARTIFACTS } from '../kinds.ts';

const list = () => recordList(z.object({ fingerprint: z.string().check(z.minLength(1)) }));

/** A report of `mcptest security`, of which only the fingerprints are read. */
const baselineSchema = z.object({
  schema_version: z.literal(ARTIFACTS.security.schemaVersion),
  findings: list(),
  known: list(),
});

/**
 * Reads the fingerprints of an earlier report: of its findings, and of those that were known then. What was suppressed is
 * not known: it counts again when its suppression ends.
 * @throws InputError when the file is no report of `mcptest security`
 */
export function readBaselineFingerprints(text: string, file: string): ReadonlySet<string> {
  const { findings, known } = validate(baselineSchema, parseJson(text, file));
  return new Set([...findings, ...known].map(({ fingerprint }) => fingerprint));
}
