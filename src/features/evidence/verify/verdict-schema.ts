import * as z from 'zod/mini';
import { described } from '../../../documents/described.ts';
import { REASON_CODES, type ReasonCode } from './reasons.ts';

/** What came of a check. One that nobody asked for is `not-checked`, never passed. */
const OUTCOMES = ['passed', 'failed', 'not-checked'] as const;

/** Of signatures, `present` means that files are there and well-formed: nothing was verified. */
const SIGNATURE_OUTCOMES = ['verified', 'present', 'failed', 'not-checked'] as const;

const text = (description: string) => described(z.string(), description);
const optionalText = (description: string) => described(z.optional(z.string()), description);
const sha256 = (what: string) =>
  described(z.string().check(z.regex(/^[0-9a-f]{64}$/)), `the SHA-256 of ${what}, in hexadecimal digits`);

/** What `evidence verify --format json` prints. */
export const evidenceVerdictSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/evidence-verdict/v1'),
  accepted: z.boolean(),
  attested: described(z.boolean(), 'accepted, and it names the commit that was tested'),
  reasons: described(
    z.array(
      z.strictObject({ code: z.enum(REASON_CODES as [ReasonCode, ...ReasonCode[]]), message: z.string() }),
    ),
    'why it was rejected; empty exactly when it was accepted',
  ),
  checks: z.strictObject({
    consistency: z.enum(['passed', 'failed']),
    freshness: z.enum(OUTCOMES),
    ancestry: z.enum(OUTCOMES),
    signature: described(
      z.enum(SIGNATURE_OUTCOMES),
      '`present`: files are there and well-formed, but nothing was verified',
    ),
  }),
  signature: z.strictObject({
    present: described(z.boolean(), 'a `.sig` and `.cert`, or a `.sigstore.json`, lies beside the artifact'),
    verified: described(z.boolean(), 'the signature was verified cryptographically'),
    identity: optionalText('who signed, as the verified certificate says'),
    issuer: optionalText('who vouched for that identity'),
    key: optionalText('the SHA-256 of the key that verified it, as DER of its public half'),
    signed_at: optionalText('the verified time of signing, RFC 3339'),
    trusted_root: described(
      z.optional(
        z.strictObject({
          source: text('`shipped`, or the file that was given'),
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
