import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { count } from '../../documents/schema-parts.ts';

/** What can be wrong with a file of the package. */
const FILE_PROBLEMS = ['changed', 'missing', 'added'] as const;

const sha256 = (about: string) =>
  described(z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits'))), about);

/** The output of `sbom --verify --format json`. */
export const packageVerdictSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/package-verdict/v1'),
  accepted: z.boolean(),
  files: described(count(), 'how many files have a digest'),
  problems: z.array(
    z.strictObject({
      path: described(z.string(), 'below the folder of the package'),
      problem: z.enum(FILE_PROBLEMS),
      expected: sha256('the SHA-256 of the file that was built; absent for an added one'),
      found: sha256('the SHA-256 of the file that is there; absent for a missing one'),
    }),
  ),
});

/** Whether the files of a package are those that were built. */
export type PackageVerdict = z.infer<typeof packageVerdictSchema>;
