// the names by which signer and verifier know what was signed: one place, so that neither accepts what the other does not write

/** The only thing that an envelope may hold: other payloads mean something else, and are not for us to guess. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The kind of in-toto predicate that evidence is told in. */
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

/** The kind of statement that the predicate stands in. */
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
