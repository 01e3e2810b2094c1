// the type names that signer and verifier share: in one place, so that the verifier accepts what the signer writes

/** The only payload type that an envelope may have. Other payloads mean something else, and are not guessed at. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The in-toto predicate type of signed evidence. */
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

/** The type of the statement that contains the predicate. */
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
