/** What `evidence verify` looks at, in the order in which it does. Source: "Verifying" of the source text. */
export const CHECK_NAMES = ['consistency', 'freshness', 'ancestry', 'signature'] as const;

/** One of the checks. */
export type CheckName = (typeof CHECK_NAMES)[number];

/**
 * Every reason for which evidence, or a bundle, is rejected: the check that finds it, what it means, and what to
 * do. The codes are for programs and part of the interface.
 */
export const REASONS = {
  'schema-version': {
    check: 'consistency',
    title: 'the artifact does not say that it is `mcptest.dev/evidence/v1`',
    help: 'make it with `mcptest evidence`',
  },
  counts: {
    check: 'consistency',
    title: 'a count of tests or findings is missing, negative or fractional, or the counts do not add up',
    help: 'make the artifact from the run report again; an edited one is not to be trusted',
  },
  'no-tests': {
    check: 'consistency',
    title: 'no test passed or failed, so that nothing was shown',
    help: 'look at the filter of the run',
  },
  origin: {
    check: 'consistency',
    title: '`unverifiable_origin` does not fit the commit: it is true exactly when there is none',
    help: 'make the artifact from the run report again',
  },
  'origin-required': {
    check: 'consistency',
    title: 'the artifact names no commit, and --require-origin wants one',
    help: 'run the tests in a git work tree, or let the artifact be unattested',
  },
  'commit-sha': {
    check: 'consistency',
    title: '`source.commit_sha` is no commit: 40 or 64 hexadecimal digits',
    help: 'write the whole hash of the commit',
  },
  'generated-at': {
    check: 'consistency',
    title: '`generated_at` is missing, or no RFC 3339 time',
    help: 'write it like 2026-06-02T10:01:00Z',
  },
  'generated-in-future': {
    check: 'consistency',
    title: '`generated_at` is later than now, by more than --clock-skew',
    help: 'compare the clocks; --clock-skew says how far they may differ',
  },
  'signed-before-generated': {
    check: 'consistency',
    title: 'the verified signature is older than the run it signs',
    help: 'one of the two times is wrong: sign after the run has ended',
  },
  'signed-in-future': {
    check: 'consistency',
    title: 'the verified signature is from later than now, by more than --clock-skew',
    help: 'compare the clocks; is --now right?',
  },
  'run-report-differs': {
    check: 'consistency',
    title: 'the run report does not give this artifact',
    help: 'pass the report that it was made from, with the --security and --conformance files that were folded in, and --source-from-git if git told its source',
  },
  stale: {
    check: 'freshness',
    title: 'the run, or its verified signature, is older than --max-age',
    help: 'run the tests again',
  },
  'age-unknown': {
    check: 'freshness',
    title:
      '--max-age is given, and the artifact or its signature has no time that can be read, or one in the future',
    help: 'make the artifact from a run report that tells when the run ended',
  },
  'not-an-ancestor': {
    check: 'ancestry',
    title: 'git says that the commit is no ancestor of --ref',
    help: 'the run was on another branch, or history was rewritten: run the tests on what is released',
  },
  'ancestry-unknown': {
    check: 'ancestry',
    title:
      'ancestry could not be established: no git, no repository, no such commit or ref, or a shallow clone that may lack it',
    help: 'give --repo a full clone, e.g. `fetch-depth: 0` in actions/checkout',
  },
  'ancestry-no-commit': {
    check: 'ancestry',
    title: 'ancestry could not be established: the artifact names no commit',
    help: 'leave out --repo for artifacts of unverifiable origin',
  },
  'signature-missing': {
    check: 'signature',
    title: 'there is no signature beside the artifact',
    help: 'sign it with `mcptest evidence --sign` or `--sign-key`, and keep the files side by side',
  },
  'signature-empty': {
    check: 'signature',
    title: 'a file of the signature is empty',
    help: 'sign again; a signing that broke off leaves such files',
  },
  'signature-malformed': {
    check: 'signature',
    title: 'a file of the signature is not what its name says: base64, a certificate, a Sigstore bundle',
    help: 'sign again',
  },
  'bundle-missing': {
    check: 'signature',
    title: 'there is no `.sigstore.json` beside the artifact, and nothing else can be verified offline',
    help: 'keep the bundle: a `.sig` and `.cert` alone hold no proof of the log; `cosign verify-blob` asks the log itself',
  },
  'bundle-type': {
    check: 'signature',
    title: 'the bundle is of a media type that is not known',
    help: 'known are Sigstore bundles of the versions 0.1, 0.2 and 0.3',
  },
  'artifact-mismatch': {
    check: 'signature',
    title: 'what was signed is not this file: its digest differs',
    help: 'the file was changed after it was signed, or the bundle belongs to another',
  },
  'statement-type': {
    check: 'signature',
    title: 'the envelope holds no in-toto statement of a known type',
    help: 'payloadType, _type and predicateType are compared with the lists in the documentation',
  },
  'subject-mismatch': {
    check: 'signature',
    title: 'a subject of the signed statement is not this file or its commit',
    help: 'the file was changed after it was signed, or the bundle belongs to another; a statement that names other files too vouches for none',
  },
  'signature-invalid': {
    check: 'signature',
    title: 'the signature does not fit the key and what it signs',
    help: 'the file or its bundle was changed after signing, or the key is another',
  },
  'key-mismatch': {
    check: 'signature',
    title: '--key is given, and the bundle was signed with a certificate',
    help: 'a key is never taken from a bundle; say whom you trust with --certificate-identity',
  },
  'certificate-missing': {
    check: 'signature',
    title: '--certificate-identity is given, and the bundle was signed with a bare key',
    help: 'say which key you trust with --key',
  },
  'certificate-untrusted': {
    check: 'signature',
    title:
      'the certificate does not lead to the trusted root, was not valid when it signed, or is in no CT log',
    help: 'is --trusted-root the one of the instance that signed?',
  },
  'time-unverified': {
    check: 'signature',
    title: 'no trusted time shows that the certificate was valid when it signed',
    help: 'a certificate lives for minutes: the bundle must hold a timestamp or a log entry with its time',
  },
  'log-unverified': {
    check: 'signature',
    title: 'the log entry is missing, is neither proven nor promised, or belongs to another signature',
    help: 'is --trusted-root the one of the instance that signed?',
  },
  'identity-mismatch': {
    check: 'signature',
    title: 'somebody else signed: the identity in the certificate is another',
    help: 'identities are compared as a whole, not as patterns',
  },
  'issuer-mismatch': {
    check: 'signature',
    title: 'the identity was vouched for by another issuer',
    help: 'the issuer is compared as a whole, e.g. https://token.actions.githubusercontent.com',
  },
  'source-mismatch': {
    check: 'signature',
    title: 'the certificate names another repository or commit than the artifact',
    help: 'the artifact must be signed by the job that ran the tests',
  },
} as const satisfies Record<string, { check: CheckName; title: string; help: string }>;

/** The code of a reason. */
export type ReasonCode = keyof typeof REASONS;

/** All codes, check by check. */
export const REASON_CODES = Object.keys(REASONS) as readonly ReasonCode[];

/** One reason for which an artifact is rejected: the message says what was found in this one. */
export interface Reason {
  readonly code: ReasonCode;
  readonly message: string;
}
