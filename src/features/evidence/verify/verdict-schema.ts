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

/** The output of `evidence verify --format json`. */
export const evidenceVerdictSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/evidence-verdict/v1'),
  accepted: z.boolean(),
  attested: described(z.boolean(), 'accepted, and the artifact names the commit that was tested'),
  reasons: described(
    z.array(
      z.strictObject({ code: z.enum(REASON_CODES as [ReasonCode, ...ReasonCode[]]), message: z.string() }),
    ),
    'why the artifact was rejected; empty exactly when it was accepted',
  ),
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
  }),
  artifact: z.strictObject({ path: z.string(), sha256: sha256('its bytes') }),
  verified_at: text('the time of the verification, RFC 3339'),
});

/** The verdict on evidence, as data. */
export type EvidenceVerdict = z.infer<typeof evidenceVerdictSchema>;
