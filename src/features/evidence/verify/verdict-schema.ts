import * as z from 'zod/mini';
import { described } from '../../../documents/described.ts';
import { REASON_CODES, type ReasonCode } from './reasons.ts';

/** The outcomes of a check. A check that was not asked for is `not-checked`, never passed. */
const OUTCOMES = ['passed', 'failed', 'not-checked'] as const;

/** The outcomes of the signature check. `present` means that the files exist and are well-formed: nothing was verified. */
const SIGNATURE_OUTCOMES = ['verified', 'present', 'failed', 'not-checked'] as const;

const text = (description: string) => described(z.string(), description);
const optionalText = (description: string) => described(z.optional(z.string()), description);
const sha256 = (what: string) =>
  described(z.string().check(z.regex(/^[0-9a-f]{64}$/)), `the SHA-256 of ${what}, in hexadecimal digits`);

const reasons = (description: string) =>
  described(
    z.array(
      z.strictObject({ code: z.enum(REASON_CODES as [ReasonCode, ...ReasonCode[]]), message: z.string() }),
    ),
    description,
  );

/** What a verified signature proves, and what the verification relied on. */
const SIGNATURE_MEMBERS = {
  identity: optionalText('the signer, from the verified certificate'),
  issuer: optionalText('the issuer that vouched for that identity'),
  key: optionalText('the SHA-256 of the public key that verified the signature, as DER'),
  signed_at: optionalText('the verified time of signing, RFC 3339'),
  trusted_root: described(
    z.optional(
      z.strictObject({
        source: text('`shipped`, or the path of the given file'),
        sha256: sha256('the trusted root'),
        date: described(
          z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
          'the day on which its newest key or authority became valid',
        ),
      }),
    ),
    'what the verification of a certificate relied on',
  ),
};

/** The output of `evidence verify --format json`. */
export const evidenceVerdictSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/evidence-verdict/v1'),
  accepted: z.boolean(),
  attested: described(z.boolean(), 'accepted, and the artifact names the commit that was tested'),
  reasons: reasons('why the artifact was rejected; empty exactly when it was accepted'),
  checks: z.strictObject({
    consistency: z.enum(['passed', 'failed']),
    freshness: z.enum(OUTCOMES),
    ancestry: z.enum(OUTCOMES),
    signature: described(
      z.enum(SIGNATURE_OUTCOMES),
      '`present`: the files exist and are well-formed, but nothing was verified',
    ),
  }),
  signature: z.strictObject({
    present: described(
      z.boolean(),
      'there is a `.sig` and `.cert`, or a `.sigstore.json`, next to the artifact',
    ),
    verified: described(z.boolean(), 'the signature was verified cryptographically'),
    ...SIGNATURE_MEMBERS,
  }),
  artifact: z.strictObject({ path: z.string(), sha256: sha256('its bytes') }),
  verified_at: text('the time of the verification, RFC 3339'),
  asked: described(
    z.optional(
      z.strictObject({
        max_age: optionalText('how old the artifact may be, as it was given'),
        repo: optionalText('the git repository that must have the commit'),
        ref: optionalText('the commit at which its history ends'),
        run_report: optionalText('the run report that the artifact must match'),
        source_from_git: described(
          z.optional(z.literal(true)),
          'true: source fields that the run report does not state were not compared',
        ),
      }),
    ),
    'what the flags asked for',
  ),
});

/** The output of `evidence verify-bundle --format json`. */
export const bundleVerdictSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/bundle-verdict/v1'),
  verified: described(z.boolean(), 'the bundle vouches for the file, and the expected signer signed it'),
  reasons: reasons('why the file was rejected; empty if it was verified'),
  signature: z.strictObject(SIGNATURE_MEMBERS),
  artifact: z.strictObject({ path: z.string(), sha256: sha256('its bytes') }),
});

/** The verdict on the bundle of a file, as data. */
export type BundleReport = z.infer<typeof bundleVerdictSchema>;

/** The verdict on evidence, as data. */
export type EvidenceVerdict = z.infer<typeof evidenceVerdictSchema>;

/** What the flags asked for, as the verdict repeats it. */
export type Asked = NonNullable<EvidenceVerdict['asked']>;
