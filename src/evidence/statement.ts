/** The kind of in-toto predicate that evidence is told in. */
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';
