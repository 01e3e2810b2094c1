import * as z from 'zod/mini';
import { atLeastOneKey, described } from '../../documents/described.ts';
import { parseJson } from '../../documents/json.ts';
import { validate } from '../../documents/validate.ts';

/** The file of the digests, below the folder of the package. It is the only file without a digest. */
export const DIGESTS = 'dist/digests.json';

/** The schema of the digests, which the build makes. Spec (reports): "Package". */
export const digestsSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/package-digests/v1'),
  files: described(
    atLeastOneKey(z.record(z.string(), z.string().check(z.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')))),
    'the SHA-256 of each file of the package but this one, in hexadecimal, by its path',
  ),
});

/**
 * Reads the digests: path to SHA-256 in hexadecimal.
 * @throws InputError when they are malformed or none: nothing would be checked
 */
export function parseDigests(text: string, file: string): ReadonlyMap<string, string> {
  const { files } = validate(digestsSchema, parseJson(text, file));
  return new Map(Object.entries(files));
}
