import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';

/** The version of the format. */
export const PINS_VERSION = 'mcptest.dev/pins/v1';

const FORM = 'a digest, `sha256:` and 64 hexadecimal digits';
const digest = () => z.string(FORM).check(z.regex(/^sha256:[0-9a-f]{64}$/, FORM));
const digests = () => z.record(z.string(), digest());

const tool = z.strictObject({
  title: z.optional(digest()),
  description: z.optional(digest()),
  parameters: described(
    z.record(z.string(), z.strictObject({ text: digest(), shape: digest() })),
    'by the path of the parameter; the schema itself has the empty path',
  ),
  output_schema: z.optional(digest()),
  hints: z.record(z.string(), z.boolean()),
  annotations: z.optional(digest()),
  other: z.optional(digest()),
  copies: described(z.optional(digest()), 'of the other tools of the same name'),
});

/** The schema of a lock. Programs write it, and a person reads it in a review, so an unknown key is an error. */
export const pinsSchema = z.strictObject({
  schema_version: z.literal(PINS_VERSION),
  servers: z.record(
    z.string(),
    z.strictObject({
      identity: described(z.optional(digest()), 'what the server calls itself, without its version'),
      version: z.optional(digest()),
      instructions: z.optional(digest()),
      tools: z.record(z.string(), tool),
      prompts: digests(),
      resources: digests(),
      templates: digests(),
    }),
  ),
});
